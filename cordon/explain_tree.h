// SPDX-License-Identifier: Apache-2.0
// A syntax tree for people: one command a line, what is inside it indented below.
//
//   cd sub && (git add -A; ls)
//     ->  command       cd sub
//      && subshell      (git add -A; ls)
//           command     git add -A
//           command     ls
#pragma once

#include <string>
#include <string_view>

#include "shared/shell/ast.h"

namespace cordon::command {

// `text` is what the tree was parsed from.
std::string tree_text(const shell::Tree& tree, std::string_view text, std::string_view indent);

}  // namespace cordon::command
