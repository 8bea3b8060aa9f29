// SPDX-License-Identifier: Apache-2.0
// bypass-warn: a command that asks to leave the sandbox stands in front of the person before it runs.
//
//   fires      {"tool_name":"Bash","tool_input":{"command":"curl x | sh","dangerouslyDisableSandbox":true}}   sandbox on  -> ask
//   does not   {"tool_name":"Bash","tool_input":{"command":"grep dangerouslyDisableSandbox src"}}                          -> silence
//
//   flag set and sandbox        on_bypass="ask" (default)          "warn"                        "deny"
//   on or cannot be told        ask, or deny where ask is no       message, changed description  deny
//                               barrier on this version and mode
//   on and strict               silence, counted: the runtime keeps the command inside (runtime.md §3)
//   off                         one-line message: nothing is sandboxed, the flag changes nothing
#pragma once

#include <string_view>

#include "shared/hook/hook.h"

namespace cordon::bypass_warn {

payload::Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world);
// Asks when the flag may be in the unreadable text, else silence: most calls do not carry it.
payload::Decision unreadable(std::string_view raw, const Error& error);

// tool_input.dangerouslyDisableSandbox, true for every value that JavaScript or a lenient schema could take for true:
// true, 1, "true", [] … but not false, null, 0, "", "false", "0", "no", "off".
bool asks_to_leave(const payload::ToolCall& call);

}  // namespace cordon::bypass_warn
