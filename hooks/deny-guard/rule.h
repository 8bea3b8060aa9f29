// SPDX-License-Identifier: Apache-2.0
// deny-guard: permissions.deny and permissions.ask rules of Bash hold where the runtime does not look, too.
//
//   permissions.deny: ["Bash(git push *)"]
//   bash -c 'git push'       deny, with the rule and where it is set     (ask rules: ask)
//   find . -exec git push \; deny
//   bash -c "git $sub"       ask: it may be denied, that is known only when it runs
//   git push, timeout 9 git push     nothing: the runtime refuses those itself (schemas/runtime/bash-rules.json)
//   echo 'git push'          nothing: text
//
// PowerShell(...) rules and calls are the runtime's. Settings are read only when a command holds something hidden.
#pragma once

#include "shared/hook/hook.h"

namespace cordon::deny_guard {

payload::Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world);
payload::Decision unreadable(std::string_view raw, const Error& error);

}  // namespace cordon::deny_guard
