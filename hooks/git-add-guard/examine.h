// SPDX-License-Identifier: Apache-2.0
// A command text looked through: every staging in it, every place where one could hide. What the hook decides from and what
// `cordon explain` shows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hooks/git-add-guard/judge.h"
#include "shared/shell/walk.h"

namespace cordon::git_add_guard {

struct Examined {
  std::vector<Finding> findings;        // in the order of the text
  std::vector<shell::ByteRange> after;  // git commands that follow in the same text, for the message
};

// `session` says where the text starts. Reads no settings.
Examined examine(std::string_view text, shell::Dialect dialect, const Session& session, World& world);

}  // namespace cordon::git_add_guard
