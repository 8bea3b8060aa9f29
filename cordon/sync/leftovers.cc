// SPDX-License-Identifier: Apache-2.0
#include "cordon/sync/leftovers.h"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "shared/base/path.h"

namespace cordon::sync {
namespace {

constexpr int kDeepest = 16;

void collect_locks(World& world, const std::string& folder, int depth, std::vector<std::string>& out) {
  const auto names = world.list_dir(folder);
  for (size_t i = 0; names && i < names->size(); ++i) {
    const std::string path = path::join(folder, (*names)[i]);
    const FileKind kind = world.lstat(path).kind;
    if (kind == FileKind::kRegular && path.ends_with(".lock")) out.push_back(path);
    if (kind == FileKind::kDirectory && depth < kDeepest) collect_locks(world, path, depth + 1, out);
  }
}

std::vector<std::string> locks_of(World& world, const std::string& repository) {
  std::vector<std::string> out;
  for (const char* name : {"HEAD.lock", "config.lock", "packed-refs.lock"}) {
    const std::string path = path::join(repository, name);
    if (world.lstat(path).kind == FileKind::kRegular) out.push_back(path);
  }
  collect_locks(world, path::join(repository, "refs"), 0, out);
  return out;
}

bool is_fresh(World& world, const std::string& lock) {
  const FileInfo info = world.lstat(lock);
  const int64_t age = world.now_seconds() - info.mtime_ns / 1'000'000'000;
  return info.kind == FileKind::kRegular && age >= 0 && age <= kLockSeconds;
}

}  // namespace

void clear_leftovers(World& world, const std::string& state) {
  const auto names = world.list_dir(state);
  for (size_t i = 0; names && i < names->size(); ++i) {
    if ((*names)[i].starts_with("run-")) world.remove_folder(path::join(state, (*names)[i]));
  }
  const std::string repository = path::join(state, "repo");
  std::vector<std::string> locks = locks_of(world, repository);
  for (int tick = 0; tick < kLockSeconds * 10 && std::any_of(locks.begin(), locks.end(), [&](const std::string& lock) { return is_fresh(world, lock); }); ++tick) {
    usleep(100'000);
    locks = locks_of(world, repository);
  }
  for (const std::string& lock : locks) unlink(lock.c_str());
}

}  // namespace cordon::sync
