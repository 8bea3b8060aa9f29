// SPDX-License-Identifier: Apache-2.0
// The walk of any bytes: no crash, no endless work, every invocation has words, every range is inside the text.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "tests/fuzz/shell_options.h"

using namespace cordon::shell;

namespace {

WalkOptions walk_options(std::uint8_t byte) {
  WalkOptions options;
  options.dialect = cordon::fuzz::dialect(byte);
  options.start_dir = "/work";
  options.home = "/home/u";
  options.aliases = (byte & 32) != 0;
  if ((byte & 64) != 0) options.limits.commands = 5, options.limits.parts = 20, options.limits.expansions = 7;
  options.git_alias = [](std::string_view name) -> std::optional<std::string> {
    if (name == "z") return "!git add";
    if (name == "y") return "z 'a";
    return std::nullopt;
  };
  options.variable = [](std::string_view name) -> std::optional<std::string> {
    if (name == "PATH") return "/usr/bin:/bin";
    if (name == "G") return "git add";
    return std::nullopt;
  };
  return options;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const WalkResult result = walk(text, walk_options(data[0]));
  for (const Invocation& i : result.invocations) {
    if (i.argv.empty()) std::abort();
    cordon::fuzz::inside(i.range, text);
    for (const Word& word : i.argv) {
      if (word.pieces.empty()) std::abort();
    }
  }
  for (const PlacedRedirect& r : result.redirects) cordon::fuzz::inside(r.redirect.range, text);
  for (const Opaque& o : result.opaque) {
    if (o.reason.empty()) std::abort();
    cordon::fuzz::inside(o.range, text);
  }
  return 0;
}
