// SPDX-License-Identifier: Apache-2.0
#include "statusline/silent_hooks.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "shared/base/text.h"
#include "shared/hook/heartbeat.h"
#include "shared/hook/old_sessions.h"
#include "shared/hook/own_hooks.h"
#include "shared/hook/state.h"
#include "statusline/tool_runs.h"

namespace cordon::statusline {
namespace {

using hook::OwnHook;

constexpr std::string_view kWatcher = "posture-watch";
constexpr size_t kTail = 64 * 1024;  // of the transcript: the last few calls
constexpr size_t kMostKept = 4096;
constexpr int64_t kSecond = 1'000'000'000;

struct Session {
  std::string id, folder, transcript;
  bool has_prompt = false;
};

// "bypass-warn Bash": what was found once stays true until the hook starts.
std::string kept_tool(std::string_view kept, std::string_view program) {
  for (const std::string_view line : text::split(kept, '\n')) {
    const size_t blank = line.find(' ');
    if (blank != std::string_view::npos && line.substr(0, blank) == program) return std::string(line.substr(blank + 1));
  }
  return {};
}

// The time of the first render that missed a trace, in seconds; now, when it is this one, or it cannot be kept.
int64_t watched_since(World& world, const Session& session) {
  const std::string file = session.folder + "/watched";
  const FileInfo info = world.lstat(file);
  if (info.kind == FileKind::kRegular) return info.mtime_ns / kSecond;
  const bool is_new = world.lstat(session.folder).kind == FileKind::kAbsent;
  if (world.append_file(file, {}) && is_new) hook::forget_old_sessions(world);
  return world.now_seconds();
}

// The tool that should have started the hook, "" none.
std::string missed_tool(World& world, const OwnHook& wired, const std::vector<ToolRun>& runs, int64_t since) {
  const auto run = std::find_if(runs.rbegin(), runs.rend(), [&](const ToolRun& each) { return each.time > since && hook::surely_matches(wired.matcher, each.tool); });
  if (run == runs.rend()) return {};
  return run->time > world.stat(wired.file).mtime_ns / kSecond ? run->tool : "";
}

Error fault(std::string_view program, std::string_view tool) { return {"has not fired although " + std::string(tool) + " ran", std::string(program), 0, 0}; }

std::vector<Error> silent_guards(World& world, const Session& session, const std::vector<OwnHook>& guards) {
  std::vector<Error> out;
  const std::string file = session.folder + "/silent-hooks";
  const std::string kept = world.read_file(file, kMostKept).value_or("");
  std::vector<const OwnHook*> open;
  for (const OwnHook& each : guards) {
    if (const std::string tool = kept_tool(kept, each.program); !tool.empty()) out.push_back(fault(each.program, tool));
    else open.push_back(&each);
  }
  if (open.empty()) return out;
  const int64_t since = watched_since(world, session);
  const std::vector<ToolRun> runs = tool_runs(read_tail(session.transcript, kTail));
  for (const OwnHook* each : open) {
    const std::string tool = missed_tool(world, *each, runs, since);
    if (tool.empty()) continue;
    out.push_back(fault(each->program, tool));
    world.append_file(file, std::string(each->program) + " " + tool + "\n");
  }
  return out;
}

bool misses_prompt(World& world, const Session& session, const OwnHook& wired) {
  return wired.event == "UserPromptSubmit" && session.has_prompt && world.stat(session.folder + "/posture").kind != FileKind::kRegular;
}

}  // namespace

std::vector<Error> silent_hooks(World& world, const payload::Payload& payload, const settings::Effective& effective) {
  const Session session{payload.text("session_id").value, hook::session_folder(world, payload.text("session_id").value), payload.text("transcript_path").value,
                        static_cast<bool>(payload.text("prompt_id"))};
  std::vector<OwnHook> wired = session.folder.empty() ? std::vector<OwnHook>{} : hook::own_hooks(effective);
  std::vector<std::pair<std::string_view, bool>> known;  // program, whether it is silent
  std::vector<OwnHook> guards;
  std::vector<Error> out;
  for (OwnHook& each : wired) {
    auto found = std::find_if(known.begin(), known.end(), [&](const auto& entry) { return entry.first == each.program; });
    if (found == known.end()) found = known.insert(known.end(), {each.program, hook::last_beat(world, session.id, each.program) == 0});
    if (!found->second) continue;
    if (each.program == kWatcher) {
      if (misses_prompt(world, session, each)) out.push_back({"left no trace in this session", std::string(kWatcher), 0, 0}), found->second = false;
    } else if (each.event == "PreToolUse" && each.always) {
      guards.push_back(std::move(each));
    }
  }
  if (guards.empty()) return out;
  for (Error& each : silent_guards(world, session, guards)) {
    const bool is_named = std::any_of(out.begin(), out.end(), [&](const Error& other) { return other.file == each.file; });
    if (!is_named) out.push_back(std::move(each));
  }
  return out;
}

}  // namespace cordon::statusline
