// SPDX-License-Identifier: Apache-2.0
// Files that the file tools (Write, Edit, MultiEdit, NotebookEdit) would write outside of where the session works. The runtime
// asks about those, except in bypassPermissions mode: there they are written, and no permission rule can say "outside"
// (measured on 2.1.202 and 2.1.332). `[protected_paths] outside = "deny"` says it; shell commands are the sandbox's.
//
// Inside is: the folder the session started in and the repository around it, permissions.additionalDirectories, $TMPDIR and
// /tmp, and the runtime's own notes ($CLAUDE_CONFIG_DIR/plans, /projects). Paths count as written and with links resolved.
#pragma once

#include <string>
#include <vector>

#include "hooks/protected-paths/target.h"
#include "shared/hook/hook.h"

namespace cordon::protected_paths {

// The first target that lies outside, as it is resolved; "" when all lie inside or the call is of another tool.
std::string first_outside(const payload::ToolCall& call, const std::vector<Target>& targets, const std::string& root, const settings::Query& query, World& world);
std::string outside_reason(const std::string& path, const std::string& root);

}  // namespace cordon::protected_paths
