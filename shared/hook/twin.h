// SPDX-License-Identifier: Apache-2.0
// One call may start the same hook twice: wired in settings.json by `cordon install`, and by the plugin's hooks.json. Then
// the first one that has something to say says it, and its twin is silent.
//
// The one that speaks leaves a link in the session's state folder, named by hook, payload and answer (the runtime hands both
// the same bytes, measured on 2.1.202 and 2.1.332), that says who it was: "settings" or "plugin". Made in one system call,
// and only by a hook that has something to say. Which settings the session runs under is not asked: the runtime reads them
// anew up to some seconds late, or never (2.1.202, measured), and a hook that trusted the file would leave no one to speak.
//
// In doubt both speak: no state folder, a link that cannot be read, one that is older than kTwinSeconds, one that the same
// side left (an earlier call with the same bytes), another answer (two versions).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "shared/base/world.h"

namespace cordon::hook {

inline constexpr int64_t kTwinSeconds = 10;

// False: the twin said this just now.
bool speaks_first(const World& world, std::string_view hook, std::string_view payload, std::string_view answer);

// The same for a link of any name: `side` is who asks, `now` in seconds since the epoch.
bool first_to_leave(const std::string& link, std::string_view side, int64_t now);

// The real world, but what is appended (the counters) waits: a twin that stays silent must not have counted the call again.
class HeldWorld : public RealWorld {
 public:
  bool append_rotated(const std::string& path, std::string_view line, const Rotation& rotation) override;
  bool append_file(const std::string& path, std::string_view text) override;  // an empty text only makes the file: at once
  bool holds() const { return !held_path_.empty(); }
  void write_held();

 private:
  std::string held_path_, held_text_;
  std::string log_path_, log_line_;  // the log's line: held, but no reason to ask for the twin
  Rotation log_rotation_;
};

}  // namespace cordon::hook
