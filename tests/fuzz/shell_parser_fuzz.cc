// SPDX-License-Identifier: Apache-2.0
// Any bytes give a tree that dump can write, with every range and diagnostic inside the text.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "shared/shell/dump.h"
#include "tests/fuzz/shell_options.h"

using namespace cordon::shell;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Tree tree = parse(text, cordon::fuzz::parse_options(data[0]));
  dump(tree);
  for (const Diagnostic& d : tree.diagnostics) {
    if (d.offset > text.size() || d.line == 0 || d.column == 0 || d.message.empty()) std::abort();
  }
  bool unknown = false;
  for (const AndOr& item : tree.root.items) {
    cordon::fuzz::inside(item.range, text);
    for (const Pipeline& pipeline : item.pipelines) {
      cordon::fuzz::inside(pipeline.range, text);
      for (const Command* command : pipeline.commands) {
        cordon::fuzz::inside(command->range, text);
        unknown = unknown || command->kind == CommandKind::kUnknown;
        for (const WordNode& word : command->words) cordon::fuzz::inside(word.range, text);
      }
    }
  }
  // Nothing is lost in silence: what was not understood stands in the tree.
  if (!tree.ok() && !unknown) std::abort();
  return 0;
}
