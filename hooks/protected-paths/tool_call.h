// SPDX-License-Identifier: Apache-2.0
// What the file tools and MCP tools write, by the keys of their input.
#pragma once

#include <vector>

#include "hooks/protected-paths/target.h"
#include "shared/payload/payload.h"

namespace cordon::protected_paths {

// Empty for tools that write nothing (Read, Grep, Glob, an MCP tool whose name has no verb of writing).
std::vector<Target> tool_targets(const payload::ToolCall& call, std::string_view home);

}  // namespace cordon::protected_paths
