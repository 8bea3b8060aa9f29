// SPDX-License-Identifier: Apache-2.0
// What a shell call writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hooks/protected-paths/writes.h"
#include "shared/payload/payload.h"

namespace cordon::protected_paths {

struct ShellWrites {
  Writes writes;
  std::vector<std::string> opaque;  // what may run and cannot be seen, each a phrase
  bool temporary = false;           // the text calls mktemp
};

ShellWrites shell_writes(const payload::ToolCall& call, World& world, GitRunner& git);

// The parts of a text that may be paths: runs of letters, digits and ./~-_\ and their like. Whole lines of code go in.
std::vector<std::string_view> path_tokens(std::string_view text);

}  // namespace cordon::protected_paths
