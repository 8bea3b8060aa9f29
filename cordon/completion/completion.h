// SPDX-License-Identifier: Apache-2.0
// Completion scripts for bash, zsh and fish, made from the pages of --help (cordon/man/help_text.h): nothing is started when
// a person presses TAB.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cordon/man/help_text.h"

namespace cordon::command {

// `commands`: the table's names with their one-line texts.
std::string bash_completion(const std::vector<HelpPage>& pages, const std::vector<HelpOption>& commands);
std::string zsh_completion(const std::vector<HelpPage>& pages, const std::vector<HelpOption>& commands);
std::string fish_completion(const std::vector<HelpPage>& pages, const std::vector<HelpOption>& commands);

// What comes after an option: "file", "dir", "" when nothing is known. From the name of its value.
std::string_view kind_of(const HelpOption& option);

}  // namespace cordon::command
