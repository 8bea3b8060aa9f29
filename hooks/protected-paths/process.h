// SPDX-License-Identifier: Apache-2.0
// Runs git: no shell, no terminal, no prompts, no transport, nothing of the repository's configuration that starts programs.
// The program is looked for in the absolute folders of $PATH only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace cordon::protected_paths {

struct Output {
  int status = -1;  // exit status; 128 + signal when it was killed
  std::string out;
  std::string err;  // the first bytes of it
};

struct Bounds {
  std::string dir;                     // where git runs; "": here
  int milliseconds = -1;               // it is killed after so long; -1: never
  size_t bytes = size_t{1} << 30;      // of output
  bool keeps_git_variables = true;     // GIT_DIR and its like, as a git hook needs them
};

// `arguments` follow "git"; `input` is its standard input. Errors: git cannot be started, is too slow, prints too much.
Result<Output> run_git(const std::vector<std::string>& arguments, std::string_view input = {}, const Bounds& bounds = {});
// The same, and anything but exit status 0 is an error: "git rev-parse: fatal: …".
Result<std::string> git_text(const std::vector<std::string>& arguments, std::string_view input = {});

// The seam the hook's rule asks git through; tests give answers of their own.
class GitRunner {
 public:
  virtual ~GitRunner() = default;
  virtual Result<Output> run(const std::string& dir, const std::vector<std::string>& arguments, std::string_view input = {}) = 0;
};

// git itself, two seconds for each question. Nothing of GIT_* reaches it.
class RealGit final : public GitRunner {
 public:
  Result<Output> run(const std::string& dir, const std::vector<std::string>& arguments, std::string_view input = {}) override;
};

}  // namespace cordon::protected_paths
