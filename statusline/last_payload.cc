// SPDX-License-Identifier: Apache-2.0
#include "statusline/last_payload.h"

#include <fcntl.h>
#include <unistd.h>

#include "shared/base/io.h"
#include "shared/base/path.h"
#include "shared/hook/state.h"
#include "statusline/input.h"

namespace cordon::statusline {
namespace {

constexpr std::string_view kLastPayload = "/status.json";
constexpr size_t kMostKept = 64 * 1024;

}  // namespace

void keep_payload(const std::string& session_folder, std::string_view payload) {
  if (payload.size() > kMostKept) return;
  const int fd = open((session_folder + std::string(kLastPayload)).c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
  if (fd < 0) return;
  write_all(fd, payload);  // closed by the end of the program, which follows
}

std::string last_payload_file(World& world) {
  if (const auto session = world.env_set("CLAUDE_CODE_SESSION_ID")) {
    const std::string file = hook::session_folder(world, *session) + std::string(kLastPayload);
    if (world.stat(file).kind == FileKind::kRegular) return file;
  }
  const std::string sessions(path::parent(hook::session_folder(world, "x")));
  std::string newest;
  int64_t newest_ns = 0;
  for (const std::string& name : world.list_dir(sessions).value_or(std::vector<std::string>())) {
    const std::string file = path::join(sessions, name) + std::string(kLastPayload);
    const FileInfo info = world.stat(file);
    if (info.kind != FileKind::kRegular || info.mtime_ns <= newest_ns) continue;
    newest = file;
    newest_ns = info.mtime_ns;
  }
  return newest;
}

std::string object_in(std::string text) {
  ObjectScanner scanner;
  if (scanner.scan(text) == ObjectScanner::State::kComplete) text.resize(scanner.end());
  return text;
}

}  // namespace cordon::statusline
