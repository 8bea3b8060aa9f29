// SPDX-License-Identifier: Apache-2.0
// Options and operands of a command line, by a short description of the program's options.
//
//   parse(argv of `cp -at .claude "$x" --suffix=.b`, {"tS", "target-directory,suffix", ""})
//   options  a; t with value ".claude"; suffix with value ".b"      operands  $x
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/shell/walk.h"

namespace cordon::protected_paths {

struct OptionSpec {
  std::string_view short_values;    // letters that take the rest of the word or the next word
  std::string_view long_values;     // names that take a value, separated by commas
  std::string_view short_attached;  // letters that take the rest of the word only: sed's -i.bak
};

struct Option {
  std::string name;  // "t", "target-directory"; a long one that was abbreviated keeps what was written
  shell::Word value;
  bool has_value = false;
};

struct Args {
  std::vector<Option> options;
  std::vector<shell::Word> operands;
  size_t operands_before_dashes = 0;  // how many operands stood before `--`; all of them when there was none
  bool dashes = false;

  // Names separated by commas; long ones also match when abbreviated: has("r,R,recursive").
  bool has(std::string_view names) const;
  const Option* find(std::string_view names) const;  // the last one
  std::vector<const Option*> all(std::string_view names) const;
};

// `first`: index of the first word after the program (or sub-command).
Args parse_args(const std::vector<shell::Word>& argv, size_t first, const OptionSpec& spec);

// The word without the first `bytes` bytes of its literal beginning.
shell::Word without_prefix(const shell::Word& word, size_t bytes);
// Whether `names` ("a,b,c") holds `name`.
bool in_names(std::string_view names, std::string_view name);

}  // namespace cordon::protected_paths
