// SPDX-License-Identifier: Apache-2.0
// Bash(x) matches the bare command x, nothing else. Who writes Bash(npm run) meant more.
#pragma once

#include <string_view>

namespace cordon::doctor {

// "Bash(npm run)" true; "Bash(npm run *)", "Bash(npm install)", "Bash(git status)" false. In deny and ask lists a rule of
// several words always leaves the gap: Bash(git push --force) does not match `git push --force origin`.
bool meant_as_prefix(std::string_view rule, std::string_view list);

}  // namespace cordon::doctor
