// SPDX-License-Identifier: Apache-2.0
// Operands that are not wholly known. "$dir/main.c" names one file whatever $dir is; $files, "$(git ls-files -m)" and {} may be
// everything.
#pragma once

#include <string>
#include <vector>

#include "shared/shell/word.h"

namespace cordon::git_add_guard {

enum class Names : uint8_t {
  kOneFile,   // ends in a name of its own: "$dir/main.c", "$name.py"
  kOnePath,   // one path, chosen elsewhere: "$file", src/$x
  kAnything,  // may be several, an option, or the whole tree
};
Names names_of(const shell::Word& word);

// Variables filled from data while the text runs: read, mapfile, printf -v. "$f" of `… | while read -r f` may be any of many.
using FilledNames = std::vector<std::string>;
bool uses(const shell::Word& word, const FilledNames& names);

}  // namespace cordon::git_add_guard
