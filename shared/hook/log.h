// SPDX-License-Identifier: Apache-2.0
// What the hooks decided, one line of JSON a verdict, for `cordon log`. Off unless cordon.toml says so ([log] enabled = true) or
// $CORDON_LOG is set: "verdicts", "all" (silent calls, too), "off". Best effort: what cannot be written changes no verdict.
//
//   {"time":1800000000,"hook":"git-add-guard","session":"0b1c…","event":"PreToolUse","tool":"Bash","cwd":"/work/repo","verdict":"deny",
//    "rule":"masks","what":"git add -A","said":"git add -A would stage …"}
//
// In ${XDG_STATE_HOME:-~/.local/state}/cordon/log/verdicts.jsonl, mode 0600, rotated by size (shared/base/rotate.h). Secrets in
// commands are left out (redact.h); of contents of files nothing is kept.
#pragma once

#include <string>
#include <string_view>

#include "shared/base/rotate.h"
#include "shared/base/world.h"
#include "shared/hook/hook.h"

namespace cordon::hook {

// "" when there is no place for state.
std::string log_file(const World& world);

// The line, "" for a decision that is silent unless `silent` ones are wanted.
std::string log_line(std::string_view hook, const payload::ToolCall& call, const payload::Decision& decision, int64_t now, bool silent);

// Reads the configuration only for a decision that is not silent, and writes nothing but under an enabled log.
void log_decision(std::string_view hook, const payload::ToolCall& call, const payload::Decision& decision, Settings& settings, World& world);

}  // namespace cordon::hook
