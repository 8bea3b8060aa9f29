// SPDX-License-Identifier: Apache-2.0
// protected-paths, the hook: asks (or denies) before a tool call changes a path of the protected list.
//
//   Edit .github/workflows/ci.yml           ask
//   sed -i s/a/b/ .claude/settings.json     ask      on_touch = "deny": deny
//   git switch topic                        ask      when a protected file differs there, else silent
//   tar -xf x.tar                           ask      which files it writes cannot be told; never a deny
//   cat .claude/settings.json               silent: reading never fires
//
// Tools: Edit, Write, MultiEdit, NotebookEdit; Bash, PowerShell, Monitor; MCP tools whose name says that they write and that
// carry a path. Settings and list are read only when a call writes something.
#pragma once

#include "hooks/protected-paths/process.h"
#include "shared/hook/hook.h"

namespace cordon::protected_paths {

payload::Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world);
// The same with another git: it is asked which files differ when a command goes to another commit (git checkout, merge, …).
payload::Decision decide_with(const payload::ToolCall& call, hook::Settings& settings, World& world, GitRunner& git);
payload::Decision unreadable(std::string_view raw, const Error& error);

}  // namespace cordon::protected_paths
