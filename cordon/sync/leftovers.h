// SPDX-License-Identifier: Apache-2.0
// What a run of sync that was killed leaves in its state folder, ${XDG_STATE_HOME:-~/.local/state}/cordon/sync:
//
//   run-a1b2c3/                          the streams of the git it had started: removed
//   repo/config.lock, repo/refs/**.lock  of a git that was killed with it: git would refuse all further work ("File exists")
#pragma once

#include <string>

#include "shared/base/world.h"

namespace cordon::sync {

// git holds one of these locks for milliseconds; one that is older is nobody's.
inline constexpr int64_t kLockSeconds = 3;

// The caller holds the state folder's lock, so no other sync is at work; a git that outlived its sync may be: a fresh lock is
// waited for, at most kLockSeconds. Best effort, git says what is still in its way.
void clear_leftovers(World& world, const std::string& state);

}  // namespace cordon::sync
