// SPDX-License-Identifier: Apache-2.0
// Which git commands change a checkout's git state: its index, HEAD, an operation in progress, its stash.
#pragma once

#include <string>

#include "hooks/git-add-guard/git_command.h"
#include "shared/base/world.h"

namespace cordon::git_add_guard {

enum class Changes : uint8_t { kNo, kYes, kUnknown };  // kUnknown: the sub-command is not known

// `dir` is where git runs: `git checkout NAME` is about a file when one of that name is there.
Changes changes_state(const GitCommand& command, const std::string& dir, World& world);

}  // namespace cordon::git_add_guard
