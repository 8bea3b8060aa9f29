// SPDX-License-Identifier: Apache-2.0
// Lists that loops run over: for f in src/*.py; do sed -i … "$f"; done writes the files that src/*.py names.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shared/shell/ast.h"
#include "shared/shell/walk.h"

namespace cordon::protected_paths {

struct LoopList {
  std::vector<shell::Word> words;             // what is written literally or as a glob
  std::vector<shell::ByteRange> commands;     // $(…): their output; ranges in the text
};

// By variable name. A variable that is also set in another way is left out.
std::map<std::string, LoopList, std::less<>> loop_lists(std::string_view text);
// "f" of an unknown piece "$f" or "${f}"; "" for anything else.
std::string_view variable_of(std::string_view source);

}  // namespace cordon::protected_paths
