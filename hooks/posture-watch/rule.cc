// SPDX-License-Identifier: Apache-2.0
#include "hooks/posture-watch/rule.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hooks/posture-watch/loosened.h"
#include "hooks/posture-watch/message.h"
#include "shared/base/text.h"
#include "shared/hook/old_sessions.h"
#include "shared/hook/plugin_hooks.h"
#include "shared/hook/session_memory.h"

namespace cordon::posture_watch {
namespace {

using hook::Memory;
using hook::Snapshot;
using payload::Decision;

constexpr size_t kMostUnsaid = 5;

settings::Effective effective_now(hook::Settings& settings, World& world) {
  settings::Query query = settings.query();
  query.permission_mode.reset();  // the mode a session starts with is part of what may be loosened
  return settings::resolve(world, query);
}

Memory fresh_memory(Snapshot now) {
  Memory out;
  out.permission_mode = now.posture.permission_mode.value_or("");
  out.accepted = std::move(now);
  return out;
}

void accept(Memory& memory, Snapshot now) {
  memory.accepted = std::move(now);
  memory.block.reset();
  memory.pending.clear();
  memory.pending_since = 0;
}

void add_unsaid(Memory& memory, std::string text) {
  if (memory.unsaid.size() < kMostUnsaid) memory.unsaid.push_back(std::move(text));
}

// Why nobody would see a warning in time; "" when somebody watches.
std::string unwatched(const std::string& mode, World& world) {
  if (mode == "bypassPermissions" || mode == "auto" || mode == "dontAsk") return "nobody is asked in " + mode + " mode";
  const auto attended = world.env_set("CLAUDE_CODE_SESSION_ATTENDED");
  if (attended) return *attended == "0" ? "nobody attends it" : "";
  const auto pid = world.env_set("CLAUDE_PID");
  const auto arguments = pid ? settings::arguments_of(world, *pid) : std::nullopt;
  const bool prints = arguments && std::any_of(arguments->begin(), arguments->end(), [](const std::string& a) { return a == "-p" || a == "--print"; });
  return prints ? "nobody attends it" : "";
}

// A re-reading that `other` caused cannot have brought in what was written to `told` later.
bool is_older(const std::string& other, const std::string& told, World& world) {
  const FileInfo a = world.stat(other), b = world.stat(told);
  return a.kind == FileKind::kRegular && b.kind == FileKind::kRegular && a.mtime_ns < b.mtime_ns;
}

// Files that changed although the event tells of another one, and the event's own when its change was seen long before.
std::vector<std::string> silent_files(const Memory& memory, const Snapshot& now, const std::string& told, World& world) {
  std::vector<std::string> out = memory.block ? memory.block->silent : std::vector<std::string>{};
  std::erase(out, told);
  const bool stale = memory.pending_since != 0 && world.now_seconds() - memory.pending_since >= hook::kSettled;
  const std::vector<std::string> seen = stale ? hook::changed_files(memory.known(), memory.pending) : std::vector<std::string>{};
  for (std::string& path : hook::changed_files(memory.known(), now.files)) {
    const bool is_silent = path == told ? std::find(seen.begin(), seen.end(), path) != seen.end() : !is_older(path, told, world);
    if (is_silent && std::find(out.begin(), out.end(), path) == out.end()) out.push_back(std::move(path));
  }
  return out;
}

Decision start(const payload::ToolCall& call, hook::Settings& settings, World& world) {
  const std::string source = call.payload.text("source").value;
  std::optional<Memory> memory;
  if (source == "clear" || source == "compact") memory = hook::recall(world, call.session_id);  // the process goes on
  if (source == "clear" && !memory) memory = hook::recall(world, hook::session_of_process(world));
  settings::Effective effective = effective_now(settings, world);
  hook::remember(world, call.session_id, memory ? *memory : fresh_memory(hook::take(effective)));
  hook::remember_process(world, call.session_id);
  hook::note_plugin_hooks(world, call.session_id);
  hook::forget_old_sessions(world);
  settings.config();  // its faults are told
  if (source == "compact") return Decision::none();
  hook::apply_memory(world, call.session_id, false, effective);
  return Decision::note(posture_line(effective));
}

Decision block(const payload::ToolCall& call, Memory& memory, Snapshot now, std::vector<std::string> what, std::string_view who, World& world) {
  const std::string told = call.payload.text("file_path").value;
  // A harmless change of another file would bring in what was blocked before: that one is to be named.
  std::vector<std::string> changed = hook::changed_files(memory.accepted.files, now.files);
  const auto holds = [&](const std::string& path) { return std::find(changed.begin(), changed.end(), path) != changed.end(); };
  std::string path = told;
  if (memory.block && holds(memory.block->path)) path = memory.block->path;
  if (path.empty() && !changed.empty()) path = changed.front();
  std::vector<std::string> silent = silent_files(memory, now, told, world);
  std::string text = blocked(path, what, who);
  if (!memory.block || memory.block->what != what) add_unsaid(memory, text);
  memory.block = hook::Block{std::move(path), std::move(what), std::move(now.files), std::move(silent)};
  memory.pending.clear();
  memory.pending_since = 0;
  hook::remember(world, call.session_id, memory);
  return Decision::block(std::move(text));
}

Decision change(const payload::ToolCall& call, hook::Settings& settings, World& world) {
  Snapshot now = hook::take(effective_now(settings, world));
  std::optional<Memory> memory = hook::recall(world, call.session_id);
  if (!memory) {
    hook::remember(world, call.session_id, fresh_memory(std::move(now)));
    return Decision::none();
  }
  std::vector<std::string> what = loosened(memory->accepted, now);
  if (what.empty()) {
    accept(*memory, std::move(now));
    hook::remember(world, call.session_id, *memory);
    return Decision::none();
  }
  const bool can_block = call.payload.text("source").value != "policy_settings";
  const settings::OnLoosen policy = settings.config().on_loosen;
  const std::string who = policy == settings::OnLoosen::kBlock ? "cordon.toml says on_loosen = \"block\"" : unwatched(memory->permission_mode, world);
  if (can_block && policy != settings::OnLoosen::kWarn && !who.empty()) return block(call, *memory, std::move(now), std::move(what), who, world);
  const std::string text = allowed(call.payload.text("file_path").value_or("the managed settings"), what);
  add_unsaid(*memory, text);
  accept(*memory, std::move(now));
  hook::remember(world, call.session_id, *memory);
  return Decision::note(text);
}

// True when `memory` changed. A difference that no event announced is first only noted: the event may still be on its way.
bool notice_differences(Memory& memory, Snapshot now, World& world) {
  const std::vector<std::string> changed = hook::changed_files(memory.known(), now.files);
  if (changed.empty()) {
    if (memory.pending_since == 0) return false;
    memory.pending.clear();
    memory.pending_since = 0;
    return true;
  }
  const std::vector<std::string> what = loosened(memory.accepted, now);
  if (what.empty()) {
    accept(memory, std::move(now));
    return true;
  }
  if (memory.pending_since != 0 && memory.pending == now.files) {
    if (world.now_seconds() - memory.pending_since < hook::kSettled) return false;
    accept(memory, std::move(now));
    return true;
  }
  add_unsaid(memory, unannounced(changed.front(), what, memory.block.has_value()));
  memory.pending = std::move(now.files);
  memory.pending_since = world.now_seconds();
  return true;
}

Decision turn(const payload::ToolCall& call, hook::Settings& settings, World& world) {
  Snapshot now = hook::take(effective_now(settings, world));
  std::optional<Memory> memory = hook::recall(world, call.session_id);
  bool changed = !memory;
  if (!memory) memory = fresh_memory(now);
  if (!call.permission_mode.empty() && call.permission_mode != memory->permission_mode) {
    memory->permission_mode = call.permission_mode;
    changed = true;
  }
  changed |= notice_differences(*memory, std::move(now), world);
  std::string message;
  for (const std::string& text : std::exchange(memory->unsaid, {})) message += (message.empty() ? "" : "\n") + text;
  if (changed || !message.empty()) hook::remember(world, call.session_id, *memory);
  return Decision::note(std::move(message));
}

}  // namespace

Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world) {
  if (call.event == "SessionStart") return start(call, settings, world);
  if (call.event == "ConfigChange") return change(call, settings, world);
  if (call.event == "UserPromptSubmit" || call.event == "Stop") return turn(call, settings, world);
  return Decision::none();
}

Decision unreadable(std::string_view raw, const Error& error) {
  const std::string text = "cordon: posture-watch could not read what it was told (" + text::visible(error.text(), text::Newlines::kEscape) + ")";
  if (raw.find("ConfigChange") == std::string_view::npos) return Decision::note(text + ".");
  return Decision::block(text + "; a change of the settings that cannot be judged is blocked.");
}

}  // namespace cordon::posture_watch
