// SPDX-License-Identifier: Apache-2.0
// Scripts of sed and perl that only change the text that passes through: a path in them is a text like any other.
//
//   s#.claude/settings.json#x#g          nothing is written but what sed itself writes
//   s/a/b/w .claude/settings.json        may write
#pragma once

#include <string_view>

namespace cordon::protected_paths {

// w, W and e, the flags w and e of s, and everything that is not understood.
bool sed_may_write(std::string_view script);

// Everything but s///, tr/// and y/// without the flag e, print, next and last, each with a condition or none.
bool perl_may_write(std::string_view code);

}  // namespace cordon::protected_paths
