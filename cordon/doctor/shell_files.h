// SPDX-License-Identifier: Apache-2.0
// The shell's start-up files and the names they define, as far as that can be read off line by line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cordon/doctor/doctor.h"

namespace cordon::doctor {

struct StartUpFile {
  std::string shell;  // "bash", "zsh", "fish", "sh" (read by several)
  std::string path;
  std::string text;
};
// Those that exist, of bash, zsh and fish.
std::vector<StartUpFile> start_up_files(Context& context);

struct Definition {
  std::string name;   // "claude"
  bool is_alias = false;
  std::string body;   // of an alias its value, of a function the text between the braces
  std::string place;  // "/home/u/.bashrc:12"
};
// Aliases and functions: alias x='…' (bash, zsh), alias x '…' (fish), x() { … }, function x … end.
std::vector<Definition> definitions_of(const StartUpFile& file);

// Lines that are no comments, with their numbers.
struct Line {
  size_t number = 0;
  std::string_view text;
};
std::vector<Line> code_lines(const StartUpFile& file);

}  // namespace cordon::doctor
