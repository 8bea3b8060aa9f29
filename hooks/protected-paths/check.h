// SPDX-License-Identifier: Apache-2.0
// protected-paths check: does a change touch a protected path? For CI and for people.
//
//   protected-paths check --base origin/main            the branch as it stands, against where it left origin/main
//   protected-paths check --staged                      what is about to be committed
//   git diff main... | protected-paths check --diff -   a unified diff, or git's raw format
//   gh pr view 7 --json files | protected-paths check --files-from -
//
// Exit status: 0 untouched, 1 touched (prints needs-human), 2 usage, 3 cannot tell. 3 is never a pass.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cordon::protected_paths {

enum ExitStatus : int { kUntouched = 0, kTouched = 1, kUsage = 2, kUnknown = 3 };

int check_main(const std::vector<std::string_view>& arguments);
int print_usage();  // on standard error; returns kUsage
int print_help();   // on standard output; returns kUntouched

}  // namespace cordon::protected_paths
