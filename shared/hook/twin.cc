// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/twin.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "shared/hook/state.h"

namespace cordon::hook {
namespace {

// FNV-1a. Not a secret: who can write the state folder can end the hooks, too.
uint64_t mix(uint64_t hash, std::string_view text) {
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3u;
  return hash;
}

std::string hex(uint64_t number) {
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += "0123456789abcdef"[number >> shift & 15];
  return out;
}

}  // namespace

bool first_to_leave(const std::string& link, std::string_view side, int64_t now) {
  const std::string text(side);
  if (symlink(text.c_str(), link.c_str()) == 0 || errno != EEXIST) return true;
  std::array<char, 32> buffer{};
  const ssize_t length = readlink(link.c_str(), buffer.data(), buffer.size());
  struct stat info {};
  if (length <= 0 || lstat(link.c_str(), &info) != 0) return true;
  const int64_t age = now - static_cast<int64_t>(info.st_mtime);
  if (std::string_view(buffer.data(), static_cast<size_t>(length)) != side && age >= 0 && age <= kTwinSeconds) return false;
  // Ours, or history: taken over. Two that do this at once both speak.
  unlink(link.c_str());
  static_cast<void>(symlink(text.c_str(), link.c_str()) == 0);
  return true;
}

bool speaks_first(const World& world, std::string_view hook, std::string_view payload, std::string_view answer) {
  const auto session = world.env_set("CLAUDE_CODE_SESSION_ID");
  const std::string folder = session ? session_folder(world, *session) : "";
  if (folder.empty()) return true;
  const uint64_t what = mix(mix(0xcbf29ce484222325u, payload), answer);
  const bool plugin = world.env_set("CLAUDE_PLUGIN_ROOT").has_value();
  return first_to_leave(folder + "/said-" + std::string(hook) + "-" + hex(what), plugin ? "plugin" : "settings", world.now_seconds());
}

bool HeldWorld::append_file(const std::string& path, std::string_view text) {
  if (text.empty() || (holds() && held_path_ != path)) return RealWorld::append_file(path, text);
  held_path_ = path;
  held_text_ += text;
  return true;
}

bool HeldWorld::append_rotated(const std::string& path, std::string_view line, const Rotation& rotation) {
  log_path_ = path;
  log_line_ += line;
  log_rotation_ = rotation;
  return true;
}

void HeldWorld::write_held() {
  if (!log_line_.empty()) RealWorld::append_rotated(log_path_, log_line_, log_rotation_);
  log_line_.clear();
  if (holds()) RealWorld::append_file(held_path_, held_text_);
  held_path_.clear();
}

}  // namespace cordon::hook
