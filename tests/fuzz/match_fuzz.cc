// SPDX-License-Identifier: Apache-2.0
// First line a pattern, second a path, third a shell glob. The two ways of matching have to agree.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "shared/base/text.h"
#include "shared/match/glob.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto lines = cordon::text::split({reinterpret_cast<const char*>(data), size}, '\n');
  if (lines.size() < 3 || size > 2000) return 0;
  // Paths are clean and relative when they get there.
  if (lines[1].starts_with('/') || lines[1].find("//") != std::string_view::npos) return 0;
  const auto glob = cordon::match::Glob::compile(lines[0]);
  if (!glob) return 0;
  cordon::match::Automaton exact, shell;
  exact.text(lines[1], false);
  exact.finish(false);
  if (glob->matches(lines[1]) != glob->meets(exact)) abort();
  static_cast<void>(glob->below(lines[1]));
  cordon::match::append_shell_glob(shell, lines[2], true);
  shell.finish(true);
  static_cast<void>(glob->meets(shell));
  static_cast<void>(shell.accepts(lines[1]));
  return 0;
}
