// SPDX-License-Identifier: Apache-2.0
// What became looser between two moments of a session.
#pragma once

#include <string>
#include <vector>

#include "shared/hook/snapshot.h"

namespace cordon::posture_watch {

// One phrase each: "sandbox off (sandbox.enabled is false in /p/.claude/settings.local.json)", "deny rule gone: Bash(rm *)".
// Empty for what is tighter, equal or only different. A sandbox that went because its programs are missing is no change of
// the settings and is not told here.
std::vector<std::string> loosened(const hook::Snapshot& before, const hook::Snapshot& after);

}  // namespace cordon::posture_watch
