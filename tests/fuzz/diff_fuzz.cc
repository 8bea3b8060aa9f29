// SPDX-License-Identifier: Apache-2.0
// Diffs, lists of names, lists of patterns and spellings of paths, whatever they hold.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "hooks/protected-paths/file_names.h"
#include "hooks/protected-paths/target.h"
#include "hooks/protected-paths/verdict.h"

using namespace cordon::protected_paths;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  List list;
  add_gates(list, std::string(text), "gates.json", "gates.json", "/home/u");
  if (list.sources.empty()) add_built_in(list);
  const Diff diff = parse_diff(text);
  static_cast<void>(judge_changes(diff.changes, list));
  static_cast<void>(judge_changes(read_names(text, false, false, "/r").changes, list));
  static_cast<void>(read_names(text, true, false, "/r"));
  static_cast<void>(windows_form(text));
  static_cast<void>(plain_unicode(text));
  static_cast<void>(long_names(target_of(text, "/r")));
  return 0;
}
