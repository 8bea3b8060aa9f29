// SPDX-License-Identifier: Apache-2.0
// What posture-watch remembers of a session, in ${XDG_STATE_HOME:-~/.local/state}/cordon/sessions/<id>/posture, and what that
// means for everybody who asks about the session. Best effort: without a memory the files alone speak.
//
// A ConfigChange that is blocked leaves the session as it was while the file says otherwise, until the runtime reads its
// settings again. It does so whole, at the next change of any file, and its own writes (/model, /sandbox) fire no event
// (measured on 2.1.332). So the old posture is taken for true only while every file is exactly as it was at the block.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"
#include "shared/hook/snapshot.h"

namespace cordon::hook {

struct Block {
  std::string path;                   // the file whose change was blocked
  std::vector<std::string> what;      // "the sandbox is switched off (…)"
  FileDigests files;                  // all files at that moment
  std::vector<std::string> silent;    // files that had changed without an event: whether they are in force cannot be told
};

struct Memory {
  std::string permission_mode;        // of the last payload that told it, else as the session started; "" unknown
  Snapshot accepted;                  // what the session runs under
  std::optional<Block> block;
  FileDigests pending;                // seen after a change that no event announced (yet)
  int64_t pending_since = 0;          // seconds since the epoch; 0: nothing pending
  std::vector<std::string> unsaid;    // for the person: a ConfigChange hook is not heard (measured)

  // The files as they were when the runtime last asked us.
  const FileDigests& known() const { return block ? block->files : accepted.files; }
};

std::optional<Memory> recall(World& world, std::string_view session_id);
void remember(World& world, std::string_view session_id, const Memory& memory);

// After /clear the same process goes on under a new id; its memory is found by $CLAUDE_PID.
void remember_process(World& world, std::string_view session_id);
std::string session_of_process(World& world);  // "" unknown

// Turns what the files say into what the session runs under: the posture before a blocked change with `disputed` naming the
// file, unknown while a loosening change has just been written, the files' own otherwise. The permission mode is the
// remembered one unless `mode_told`. Costs one read; a few stats when files changed.
void apply_memory(World& world, std::string_view session_id, bool mode_told, settings::Effective& effective);

// A change that is this old (seconds) and was not announced was the runtime's own: in force. Announcing took about one.
inline constexpr int64_t kSettled = 5;

}  // namespace cordon::hook
