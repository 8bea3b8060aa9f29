// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/heartbeat.h"

#include <algorithm>
#include <map>
#include <utility>

#include "shared/base/path.h"
#include "shared/hook/old_sessions.h"
#include "shared/hook/state.h"

namespace cordon::hook {
namespace {

constexpr std::string_view kPrefix = "fired-";
constexpr int64_t kSecond = 1'000'000'000;

}  // namespace

std::string beat_file(std::string_view hook) { return std::string(kPrefix) + std::string(hook); }

void beat(World& world, std::string_view session_id, std::string_view hook) {
  const std::string folder = session_folder(world, session_id);
  if (folder.empty()) return;
  const std::string file = path::join(folder, beat_file(hook));
  if (world.touch(file) != Touched::kAbsent) return;
  const bool is_new = world.lstat(folder).kind == FileKind::kAbsent;
  if (world.append_file(file, {}) && is_new) forget_old_sessions(world);  // who makes folders has to clean up
}

int64_t last_beat(World& world, std::string_view session_id, std::string_view hook) {
  const std::string folder = session_folder(world, session_id);
  if (folder.empty()) return 0;
  const FileInfo info = world.lstat(path::join(folder, beat_file(hook)));
  return info.kind == FileKind::kRegular ? info.mtime_ns / kSecond : 0;
}

std::vector<Beat> beats(World& world, std::string_view session_id) {
  std::vector<Beat> out;
  const std::string folder = session_folder(world, session_id);
  const auto names = folder.empty() ? tl::unexpected(ReadError{}) : world.list_dir(folder);
  if (!names) return out;
  for (const std::string_view name : *names) {
    if (!name.starts_with(kPrefix)) continue;
    const std::string_view hook = name.substr(kPrefix.size());
    if (const int64_t time = last_beat(world, session_id, hook); time > 0) out.push_back({std::string(hook), time, std::string(session_id)});
  }
  return out;
}

std::vector<Beat> latest_beats(World& world) {
  std::map<std::string, Beat> latest;
  const std::string sessions(path::parent(session_folder(world, "any")));
  const auto names = sessions.empty() ? tl::unexpected(ReadError{}) : world.list_dir(sessions);
  if (!names) return {};
  for (const std::string& session : *names) {
    for (Beat& each : beats(world, session)) {
      Beat& kept = latest[each.hook];
      if (each.time > kept.time) kept = std::move(each);
    }
  }
  std::vector<Beat> out;
  for (auto& [hook, each] : latest) out.push_back(std::move(each));
  return out;
}

}  // namespace cordon::hook
