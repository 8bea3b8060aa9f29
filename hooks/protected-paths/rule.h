// SPDX-License-Identifier: Apache-2.0
// protected-paths, the hook: asks (or denies) before a tool call changes a path of the protected list.
//
//   Edit .github/workflows/ci.yml           ask
//   sed -i s/a/b/ .claude/settings.json     ask      on_touch = "deny": deny
//   tar -xf x.tar                           ask      which files it writes cannot be told; never a deny
//   cat .claude/settings.json               silent: reading never fires
//
// Tools: Edit, Write, MultiEdit, NotebookEdit; Bash, PowerShell, Monitor; MCP tools whose name says that they write and that
// carry a path. Settings and list are read only when a call writes something.
#pragma once

#include "shared/hook/hook.h"

namespace cordon::protected_paths {

payload::Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world);
payload::Decision unreadable(std::string_view raw, const Error& error);

}  // namespace cordon::protected_paths
