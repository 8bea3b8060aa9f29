// SPDX-License-Identifier: Apache-2.0
// git-add-guard: while the session is sandboxed, no git command may run into the phantom files the sandbox shows, and none
// commits the whole tree unasked.
//
//   git add -A                          deny: everything, phantom files included (mode "masks", the default)
//   git commit -am x                    deny: commit_all = "deny"
//   git add -u, git add *.c, git add src deny in mode "explicit", nothing in mode "masks"
//   git ls-files -m | xargs git add     ask: what is staged cannot be seen
//   echo 'git add -A'                   nothing: text
//   worker_guard = true: see worker.h
//
// Settings are read only when there is something to say. Facts: runtime.md §4.
#pragma once

#include "shared/hook/hook.h"

namespace cordon::git_add_guard {

payload::Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world);
payload::Decision unreadable(std::string_view raw, const Error& error);

}  // namespace cordon::git_add_guard
