// SPDX-License-Identifier: Apache-2.0
// Runs git for the checker: no shell, no terminal, no prompts, nothing of the repository's configuration that starts programs.
#pragma once

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

// `arguments` follow "git"; `input` is its standard input. Errors: git cannot be started, or prints more than a gigabyte.
Result<Output> run_git(const std::vector<std::string>& arguments, std::string_view input = {});
// The same, and anything but exit status 0 is an error: "git rev-parse: fatal: …".
Result<std::string> git_text(const std::vector<std::string>& arguments, std::string_view input = {});

}  // namespace cordon::protected_paths
