// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/session_memory.h"

#include <algorithm>
#include <utility>

#include "shared/base/path.h"
#include "shared/hook/state.h"

namespace cordon::hook {
namespace {

using settings::Posture;
using settings::Sandbox;

constexpr size_t kMaxMemory = 4u << 20;
constexpr int64_t kSecond = 1'000'000'000;

std::string file_of(World& world, std::string_view session_id) {
  const std::string folder = session_folder(world, session_id);
  return folder.empty() ? folder : folder + "/posture";
}

std::string process_file(World& world) {
  const auto pid = world.env_set("CLAUDE_PID");
  return pid && pid->find_first_not_of("0123456789") == std::string::npos ? file_of(world, "pid-" + *pid) : std::string();
}

// The runtime may not have acted on a change this young.
bool is_fresh(World& world, const std::vector<std::string>& paths) {
  const int64_t now = world.now_seconds();
  return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
    const FileInfo info = world.stat(path);
    // A file that went away leaves no time: its folder tells.
    const int64_t changed = info.kind == FileKind::kAbsent ? world.stat(std::string(path::parent(path))).mtime_ns : info.mtime_ns;
    return now - changed / kSecond < kSettled;
  });
}

void show_old(const Memory& memory, Posture& posture) {
  Posture old = memory.accepted.posture;
  old.permission_mode = std::move(posture.permission_mode);
  old.version = std::move(posture.version);
  old.version_assumed = posture.version_assumed;
  old.disputed = memory.block->path;
  posture = std::move(old);
}

void show_doubt(const std::vector<std::string>& paths, std::string_view what, Posture& posture) {
  posture.sandbox = Sandbox::kUnknown;
  posture.why = paths.front() + ": " + std::string(what);
}

}  // namespace

std::optional<Memory> recall(World& world, std::string_view session_id) {
  const std::string file = file_of(world, session_id);
  if (file.empty()) return std::nullopt;
  FileText text = world.read_file(file, kMaxMemory);
  const auto document = text ? json::parse(std::move(*text)) : fail("");
  const json::Value* accepted = document ? document->root.find("accepted") : nullptr;
  if (accepted == nullptr || !accepted->is(json::Type::kObject)) return std::nullopt;
  const json::Value& root = document->root;
  Memory out;
  out.accepted = read_snapshot(*accepted);
  if (const json::Value* mode = root.find("permission_mode")) out.permission_mode = mode->string;
  if (const json::Value* block = root.find("block"); block != nullptr && block->find("path") != nullptr) {
    out.block = Block{block->find("path")->string, read_texts(block->find("what")), read_digests(block->find("files")), read_texts(block->find("silent"))};
  }
  out.pending = read_digests(root.find("pending"));
  if (const json::Value* since = root.find("pending_since")) out.pending_since = static_cast<int64_t>(since->number);
  out.unsaid = read_texts(root.find("unsaid"));
  return out;
}

void remember(World& world, std::string_view session_id, const Memory& memory) {
  const std::string file = file_of(world, session_id);
  if (file.empty()) return;
  json::Writer out;
  out.begin().field("permission_mode", memory.permission_mode).begin("accepted");
  write_snapshot(out, memory.accepted);
  out.end();
  if (memory.block) {
    out.begin("block").field("path", memory.block->path);
    write_texts(out, "what", memory.block->what);
    write_digests(out, "files", memory.block->files);
    write_texts(out, "silent", memory.block->silent);
    out.end();
  }
  if (memory.pending_since != 0) {
    write_digests(out, "pending", memory.pending);
    out.field("pending_since", memory.pending_since);
  }
  write_texts(out, "unsaid", memory.unsaid);
  out.end();
  world.write_file_atomic(file, out.text + "\n");
}

void remember_process(World& world, std::string_view session_id) {
  const std::string file = process_file(world);
  if (!file.empty()) world.write_file_atomic(file, session_id);
}

std::string session_of_process(World& world) {
  const std::string file = process_file(world);
  return file.empty() ? file : world.read_file(file, 200).value_or("");
}

void apply_memory(World& world, std::string_view session_id, bool mode_told, settings::Effective& effective) {
  const std::optional<Memory> memory = recall(world, session_id);
  if (!memory) return;
  Posture& posture = effective.posture;
  if (!mode_told && !memory->permission_mode.empty()) posture.permission_mode = memory->permission_mode;
  // What is not installed any more sandboxes nothing, whatever was in force.
  if (posture.backend_missing) return;
  const bool was_on = memory->accepted.posture.sandbox == Sandbox::kOn;
  const std::vector<std::string> changed = changed_files(memory->known(), digests_of(effective));
  if (changed.empty()) {
    if (!memory->block) return;
    if (memory->block->silent.empty()) return show_old(*memory, posture);
    if (was_on && !posture.effective()) show_doubt({memory->block->path}, "its change was blocked but may be in force", posture);
    return;
  }
  if (was_on && !posture.effective() && is_fresh(world, changed)) show_doubt(changed, "just changed", posture);
}

}  // namespace cordon::hook
