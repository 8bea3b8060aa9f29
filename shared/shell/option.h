// SPDX-License-Identifier: Apache-2.0
#pragma once
// Command-line options of wrappers, as getopt takes them: clusters, glued and separate values, abbreviated long names.

#include <string>
#include <string_view>

#include "shared/shell/word.h"

namespace cordon::shell {

/// One option word taken apart.
struct Option {
  bool is_option = false;
  bool ends = false;      ///< `--`
  bool separate = false;  ///< its value is the next word
  bool text = false;      ///< its value is shell text
  Word value;             ///< when glued on
};

/// values, texts: letters, then long names: "ng --user --group".
Option read_option(const Word& word, std::string_view values, std::string_view texts);

/// The word without its first `count` bytes, which are literal.
Word without_prefix(const Word& word, std::size_t count);

/// "ab b" has "b": names separated by blanks.
bool has_name(std::string_view list, std::string_view name);

/// ASCII only.
std::string lower_case(std::string text);

/// Global options after which git prints something and stops, whatever follows: git --exec-path add -A. (`--exec-path=DIR` goes on.)
bool git_only_prints(std::string_view option);

/// NAME=value, as env and sudo take it; equals is the place of the =.
bool is_environment(const Word& word, std::size_t& equals);

}  // namespace cordon::shell
