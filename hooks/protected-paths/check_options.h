// SPDX-License-Identifier: Apache-2.0
// Command line of `protected-paths check`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace cordon::protected_paths {

struct CheckOptions {
  std::string base, head, diff, files_from, list;
  std::string format = "text";
  bool staged = false;
  bool nul = false;       // -0: names in --files-from end in NUL
  bool complete = false;  // the list of files is known to be whole
  bool help = false;
};

// Errors are usage errors: "unknown option '--bas'", "--staged and --diff exclude each other".
Result<CheckOptions> read_options(const std::vector<std::string_view>& arguments);
extern const char kUsageText[];

}  // namespace cordon::protected_paths
