// SPDX-License-Identifier: Apache-2.0
// Has git count, beside the render: a process of its own session with low priority and a deadline, at most one a repository. The
// lock is one the kernel gives back when its holder dies, and git dies with the refresher, so that nothing outlives a kill.
#pragma once

#include "shared/base/world.h"
#include "statusline/git_counts.h"

namespace cordon::statusline {

// Starts it and waits at most `wait_ms` for its result. False when there was nothing to start: no git on $PATH, no process to be
// had. `now`: the clock the cache is dated with.
bool start_refresh(World& world, const CountsPlace& place, int64_t now, int wait_ms);

}  // namespace cordon::statusline
