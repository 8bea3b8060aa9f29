// SPDX-License-Identifier: Apache-2.0
#pragma once
// How the targets for the shell read their bytes: the first one holds the options, the rest is the text.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "shared/shell/parser.h"
#include "shared/shell/walk.h"

namespace cordon::fuzz {

inline shell::ParseOptions parse_options(std::uint8_t byte) {
  shell::ParseOptions options;
  options.extglob = (byte & 8) != 0;
  options.posix = (byte & 16) != 0;
  options.zsh = byte % 8 == 2;
  if ((byte & 64) != 0) options.commands = 5, options.parts = 20, options.expansions = 7;
  return options;
}

inline shell::Dialect dialect(std::uint8_t byte) {
  switch (byte % 8) {
    case 1: return shell::Dialect::kPosix;
    case 2: return shell::Dialect::kZsh;
    case 3: return shell::Dialect::kPowerShell;
    default: return shell::Dialect::kBash;
  }
}

inline void inside(shell::ByteRange range, std::string_view text) {
  if (range.begin > range.end || range.end > text.size()) std::abort();
}

}  // namespace cordon::fuzz
