// SPDX-License-Identifier: Apache-2.0
// Tools that run a shell text which one of their options, or a word of their own little language, holds:
//   tar --to-command='git push'      vim -c '!git push'      sed '1e git push'      expect -c 'spawn git push'
#pragma once

#include <string_view>
#include <vector>

#include "shared/embedded/embedded.h"

namespace cordon::embedded {

// Adds what `program` (the base name of argv[0]) would run by itself. Source: the manual pages of Debian 12; sed, tar, split, sort and
// gdb were tried there.
void read_tools(const shell::Invocation& invocation, std::string_view program, std::vector<EmbeddedText>& out);

}  // namespace cordon::embedded
