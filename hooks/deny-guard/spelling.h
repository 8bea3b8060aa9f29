// SPDX-License-Identifier: Apache-2.0
// A command as the texts its rules are matched against.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/shell/walk.h"

namespace cordon::deny_guard {

// argv joined by single blanks, and again without the folder and `.exe` of the program: "/usr/bin/git push" -> that and
// "git push". What is not known becomes a hole (shared/settings/bash_rule.h).
std::vector<std::string> texts_of(const shell::Invocation& invocation);
// The same for words that are already text.
std::vector<std::string> texts_of(const std::vector<std::string>& words);

}  // namespace cordon::deny_guard
