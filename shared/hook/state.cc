// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/state.h"

namespace cordon::hook {
namespace {

// Ids become folder names: anything but the runtime's own alphabet could climb out of the state folder.
bool plain_name(std::string_view name) {
  constexpr size_t kMaxName = 100;
  if (name.empty() || name.size() > kMaxName) return false;
  for (const char c : name) {
    const bool ok = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    if (!ok) return false;
  }
  return true;
}

}  // namespace

std::string state_folder(const World& world) {
  if (const auto state = world.env_set("XDG_STATE_HOME"); state && (*state)[0] == '/') return *state + "/cordon";
  if (const auto home = world.env_set("HOME"); home && (*home)[0] == '/') return *home + "/.local/state/cordon";
  return {};
}

std::string session_folder(const World& world, std::string_view session_id) {
  if (!plain_name(session_id)) return {};
  const std::string base = state_folder(world);
  return base.empty() ? base : base + "/sessions/" + std::string(session_id);
}

// One byte an event: appending is atomic among concurrent hooks, and the file's size is the count.
void count(World& world, std::string_view session_id, std::string_view counter) {
  const std::string folder = session_folder(world, session_id);
  if (!folder.empty()) world.append_file(folder + "/" + std::string(counter), "+");
}

bool first_time(World& world, std::string_view session_id, std::string_view what) {
  const std::string folder = session_folder(world, session_id);
  return folder.empty() || world.create_file(folder + "/" + std::string(what)) != Created::kThere;
}

uint64_t counted(World& world, std::string_view session_id, std::string_view counter) {
  const std::string folder = session_folder(world, session_id);
  if (folder.empty()) return 0;
  const FileInfo info = world.stat(folder + "/" + std::string(counter));
  return info.kind == FileKind::kRegular ? info.size : 0;
}

}  // namespace cordon::hook
