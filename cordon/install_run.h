// SPDX-License-Identifier: Apache-2.0
// Starts one program, hands it a text, takes its answer.
#pragma once

#include <string>
#include <vector>

namespace cordon::command {

struct Run {
  std::vector<std::string> argv;  // argv[0] is an absolute path
  std::vector<std::string> env;   // "NAME=value", the whole environment
  std::string folder;             // where it is started
  std::string input;
  std::string scratch;            // folder for the files behind its three streams
  int seconds = 20;               // then it is ended
};

struct Ran {
  int exit = -1;       // 128 + signal when one ended it
  std::string fault;   // "did not start: no such file or directory", "did not end within 20 seconds", "its output is larger than 1 MiB"; else ""
  std::string output, errors;
};
Ran run_program(const Run& run);

}  // namespace cordon::command
