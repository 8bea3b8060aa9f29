// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/old_sessions.h"

#include <algorithm>
#include <string>

#include "shared/base/path.h"
#include "shared/hook/state.h"

namespace cordon::hook {

size_t forget_old_sessions(World& world) {
  const std::string sessions(path::parent(session_folder(world, "any")));
  if (sessions.empty()) return 0;
  const auto names = world.list_dir(sessions);
  if (!names || names->empty()) return 0;
  const int64_t now = world.now_seconds();
  const size_t count = names->size(), first = static_cast<size_t>(now) % count;
  size_t removed = 0;
  for (size_t i = 0; i < std::min(count, kMostLooked) && removed < kMostRemoved; ++i) {
    const std::string folder = session_folder(world, (*names)[(first + i) % count]);
    if (folder.empty()) continue;
    const FileInfo info = world.lstat(folder);
    if (info.kind != FileKind::kDirectory || now - info.mtime_ns / 1'000'000'000 < kSessionKept) continue;
    removed += world.remove_folder(folder) ? 1 : 0;
  }
  return removed;
}

}  // namespace cordon::hook
