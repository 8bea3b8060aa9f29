// SPDX-License-Identifier: Apache-2.0
// Where in the command a guard's answer comes from, when the guard does not say it itself.
#pragma once

#include <string_view>

#include "shared/payload/decision.h"
#include "shared/shell/walk.h"

namespace cordon::command {

// Fills begin and end: a call that leaves the sandbox is meant whole; else the word or redirection whose path the reason names.
void place(payload::Decision& decision, const shell::WalkResult& walked, std::string_view command);

}  // namespace cordon::command
