// SPDX-License-Identifier: Apache-2.0
// Bytes of a text, shown underlined: the lines they stand on, each with a row of marks below.
//
//   marked("cd x\nbash -c 'git push'", {5, 23}, "  ")  ->    bash -c 'git push'
//                                                            ^~~~~~~~~~~~~~~~~~
// Hidden characters are made visible (and underlined as wide as they are shown), tabs become blanks, wide characters count two
// cells, long lines are cut around the mark.
#pragma once

#include <string>
#include <string_view>

#include "shared/shell/word.h"

namespace cordon::command {

std::string marked(std::string_view text, shell::ByteRange range, std::string_view indent);
// One line of text for a list: hidden characters visible, newlines as they are named, at most `cells` wide.
std::string one_line(std::string_view text, size_t cells);

}  // namespace cordon::command
