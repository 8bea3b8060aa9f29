// SPDX-License-Identifier: Apache-2.0
#pragma once
// Compact text form of a tree, the language of the tests.
//   git add "$x" > f && ! a | b &   ->  (bg (and (cmd git add "$x") …
// See tests/unit/shell/dump_test.cc for one row of every node.

#include <string>

#include "shared/shell/ast.h"

namespace cordon::shell {

std::string dump(const Tree& tree);
std::string dump(const Script& script);
std::string dump(const WordNode& word);

}  // namespace cordon::shell
