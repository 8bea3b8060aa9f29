// SPDX-License-Identifier: Apache-2.0
// Lexer, parser, dump and walk on any bytes: no crash, no endless work, and every range inside the text.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "shared/shell/dump.h"
#include "shared/shell/parser.h"
#include "shared/shell/walk.h"

using namespace cordon::shell;

namespace {

void inside(ByteRange range, std::string_view text) {
  if (range.begin > range.end || range.end > text.size()) std::abort();
}

Dialect dialect(std::uint8_t byte) {
  switch (byte % 8) {
    case 1: return Dialect::kPosix;
    case 2: return Dialect::kZsh;
    case 3: return Dialect::kPowerShell;
    default: return Dialect::kBash;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  ParseOptions parse_options;
  parse_options.extglob = (data[0] & 8) != 0;
  parse_options.posix = (data[0] & 16) != 0;
  const Tree tree = parse(text, parse_options);
  dump(tree);
  for (const Diagnostic& d : tree.diagnostics) {
    if (d.offset > text.size() || d.line == 0 || d.column == 0) std::abort();
  }
  WalkOptions options;
  options.dialect = dialect(data[0]);
  options.start_dir = "/work";
  options.home = "/home/u";
  options.aliases = (data[0] & 32) != 0;
  options.git_alias = [](std::string_view name) -> std::optional<std::string> {
    if (name == "z") return "!git add";
    if (name == "y") return "z 'a";
    return std::nullopt;
  };
  const WalkResult result = walk(text, options);
  for (const Invocation& i : result.invocations) {
    if (i.argv.empty()) std::abort();
    inside(i.range, text);
    for (const Word& word : i.argv) {
      if (word.pieces.empty()) std::abort();
    }
  }
  for (const PlacedRedirect& r : result.redirects) inside(r.redirect.range, text);
  for (const Opaque& o : result.opaque) inside(o.range, text);
  return 0;
}
