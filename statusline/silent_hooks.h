// SPDX-License-Identifier: Apache-2.0
// Hooks of ours that are wired and do not start: they guard nothing, and nobody notices.
#pragma once

#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/base/world.h"
#include "shared/payload/payload.h"
#include "shared/settings/files.h"

namespace cordon::statusline {

// One fault a hook: {"has not fired although Bash ran", "bypass-warn"}.
//
// A hook that has left a trace (shared/hook/heartbeat.h) in this session is never named. A guard without one is named once a
// tool that its matcher is certain to match has come through while we watched: since the render before, and after the last
// change of the file that wires it, so that a resumed session, a fork or a new installation shows no fault. posture-watch is named when there was a prompt. Costs nothing when all have left a trace; what the end of the transcript
// says is only looked at while one has not, and kept: <session's state folder>/silent-hooks.
// Hooks of the plugin are known where its posture-watch has noted them (shared/hook/plugin_hooks.h).
// `names`: what the session's state folder holds, sorted; empty when there is none yet.
std::vector<Error> silent_hooks(World& world, const payload::Payload& payload, const settings::Effective& effective, const std::vector<std::string>& names);

}  // namespace cordon::statusline
