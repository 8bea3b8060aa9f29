// SPDX-License-Identifier: Apache-2.0
// Operands that are not wholly known. "$dir/main.c" names one file whatever $dir is; $files, "$(git ls-files -m)" and {} may be
// everything.
#pragma once

#include "shared/shell/word.h"

namespace cordon::git_add_guard {

enum class Names : uint8_t {
  kOneFile,   // ends in a name of its own: "$dir/main.c", "$name.py"
  kOnePath,   // one path, chosen elsewhere: "$file", src/$x
  kAnything,  // may be several, an option, or the whole tree
};
Names names_of(const shell::Word& word);

}  // namespace cordon::git_add_guard
