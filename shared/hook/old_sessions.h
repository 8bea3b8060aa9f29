// SPDX-License-Identifier: Apache-2.0
// Sessions end without telling anybody; what is kept of them is cleaned up when others start.
#pragma once

#include <cstddef>
#include <cstdint>

#include "shared/base/world.h"

namespace cordon::hook {

inline constexpr int64_t kSessionKept = 30 * 24 * 3600;  // seconds since something was last written into its folder
inline constexpr size_t kMostLooked = 200;               // folders looked at in one call, so that a start stays quick
inline constexpr size_t kMostRemoved = 50;

// Removes the state folders of sessions that nothing was written for in kSessionKept; gives how many. Begins at another
// place each second, so that every folder has its turn. Only folders with a session's name are touched. Best effort.
size_t forget_old_sessions(World& world);

}  // namespace cordon::hook
