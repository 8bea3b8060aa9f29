// SPDX-License-Identifier: Apache-2.0
// That a hook was started for a session, whatever it said: the file <session's state folder>/fired-<hook>, empty, its time of
// change the last start. A start costs one system call, the first one of a session some more to make the file. Best effort:
// who cannot write it leaves no trace, and no verdict changes.
//
//   hook::beat(world, "0b1c…", "bypass-warn");
//   hook::beats(world, "0b1c…")        {{"bypass-warn", 1800000000}, {"deny-guard", 1800000007}}
//   hook::latest_beats(world)          the same over all sessions that are kept (kSessionKept in old_sessions.h)
//
// The runner calls `beat` once the payload was read and before the rule decides: a rule that hangs has beaten. Nothing is left
// by a program that does not start, and by one that is started for a payload it cannot read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"

namespace cordon::hook {

struct Beat {
  std::string hook;      // "bypass-warn"
  int64_t time = 0;      // seconds since the epoch
  std::string session;   // the session it was for
};

std::string beat_file(std::string_view hook);  // "fired-bypass-warn"
void beat(World& world, std::string_view session_id, std::string_view hook);
// When `hook` was last started for the session, in seconds since the epoch; 0 never (or no state, or no such session). One stat.
int64_t last_beat(World& world, std::string_view session_id, std::string_view hook);
// All hooks that were started for the session, sorted by name. One listing and one stat each.
std::vector<Beat> beats(World& world, std::string_view session_id);
// The latest start of each hook, of the sessions kept, sorted by name. Reads every session's folder: not for a hook.
std::vector<Beat> latest_beats(World& world);

}  // namespace cordon::hook
