// SPDX-License-Identifier: Apache-2.0
#include "statusline/silent_hooks.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "shared/base/text.h"
#include "shared/hook/heartbeat.h"
#include "shared/hook/old_sessions.h"
#include "shared/hook/own_hooks.h"
#include "shared/hook/plugin_hooks.h"
#include "shared/hook/state.h"
#include "statusline/tool_runs.h"

namespace cordon::statusline {
namespace {

using hook::OwnHook;

constexpr std::string_view kWatcher = "posture-watch";
constexpr std::string_view kGuards[] = {"bypass-warn", "git-add-guard", "protected-paths", "deny-guard"};
constexpr size_t kTail = 256 * 1024;  // of the transcript: the last few calls; a line of it can have 64 KiB (measured)
constexpr size_t kMostKept = 4096;
constexpr int64_t kMillisecond = 1'000'000;

struct Session {
  std::string folder, transcript;
  const std::vector<std::string>& names;
  bool has_prompt = false;

  bool has(std::string_view name) const { return std::binary_search(names.begin(), names.end(), name); }
};

// "bypass-warn Bash": what was found once stays true until the hook starts.
std::string kept_tool(std::string_view kept, std::string_view program) {
  for (const std::string_view line : text::split(kept, '\n')) {
    const size_t blank = line.find(' ');
    if (blank != std::string_view::npos && line.substr(0, blank) == program) return std::string(line.substr(blank + 1));
  }
  return {};
}

// What has come since we last looked. The transcript is looked at when it has grown; what a render finds before it is written is
// found by the next, hence the slack.
struct News {
  std::vector<ToolRun> runs;
  int64_t since_ms = 0;
  bool has_looked = false;
  std::vector<std::pair<std::string, int64_t>> changed_ms;  // of the files that wire hooks
};
News news(World& world, const Session& session) {
  constexpr int64_t kSlackMs = 2000;
  const std::string file = session.folder + "/watched";
  if (!session.has("watched")) {
    if (world.append_file(file, {}) && session.names.empty()) hook::forget_old_sessions(world);  // who makes folders has to clean up
    return {};
  }
  const FileInfo watched = world.lstat(file), transcript = world.stat(session.transcript);
  if (transcript.kind != FileKind::kRegular || transcript.mtime_ns <= watched.mtime_ns) return {};
  return {tool_runs(read_tail(session.transcript, transcript.size, kTail)), watched.mtime_ns / kMillisecond - kSlackMs, true, {}};
}

int64_t last_change(World& world, const std::string& file, News& news) {
  const auto known = std::find_if(news.changed_ms.begin(), news.changed_ms.end(), [&](const auto& each) { return each.first == file; });
  if (known != news.changed_ms.end()) return known->second;
  return news.changed_ms.emplace_back(file, world.stat(file).mtime_ns / kMillisecond).second;
}

// The tool that should have started the hook, "" none.
std::string missed_tool(World& world, const OwnHook& wired, News& news) {
  const auto run = std::find_if(news.runs.rbegin(), news.runs.rend(),
                                [&](const ToolRun& each) { return each.time > news.since_ms && hook::surely_matches(wired.matcher, each.tool); });
  if (run == news.runs.rend()) return {};
  return run->time > last_change(world, wired.file, news) ? run->tool : "";
}

Error fault(std::string_view program, std::string_view tool) { return {"has not fired although " + std::string(tool) + " ran", std::string(program), 0, 0}; }

std::vector<Error> silent_guards(World& world, const Session& session, const std::vector<OwnHook>& guards) {
  std::vector<Error> out;
  const std::string file = session.folder + "/silent-hooks";
  const std::string kept = session.has("silent-hooks") ? world.read_file(file, kMostKept).value_or("") : "";
  std::vector<const OwnHook*> open;
  for (const OwnHook& each : guards) {
    if (const std::string tool = kept_tool(kept, each.program); !tool.empty()) out.push_back(fault(each.program, tool));
    else open.push_back(&each);
  }
  if (open.empty()) return out;
  News found = news(world, session);
  std::string lines;
  for (const OwnHook* each : open) {
    const std::string tool = missed_tool(world, *each, found);
    if (tool.empty()) continue;
    out.push_back(fault(each->program, tool));
    lines += std::string(each->program) + " " + tool + "\n";
  }
  if (!lines.empty()) world.append_file(file, lines);
  const bool is_any_open = out.size() < guards.size();
  if (is_any_open && found.has_looked) world.touch(session.folder + "/watched");
  return out;
}

bool misses_prompt(const Session& session, const OwnHook& wired) { return wired.event == "UserPromptSubmit" && session.has_prompt && !session.has("posture"); }

bool is_switched_off(const settings::Effective& effective) {
  if (hook::is_true(effective, "disableAllHooks") || hook::is_true(effective, "allowManagedHooksOnly")) return true;
  const auto keys = effective.keys();
  return std::any_of(keys.begin(), keys.end(), [&](const std::string& key) {
    if (!key.starts_with("enabledPlugins.cordon@")) return false;
    const auto value = effective.find(key);
    return value && value->value == "false";
  });
}

std::vector<OwnHook> wired_hooks(World& world, const Session& session, const settings::Effective& effective) {
  std::vector<OwnHook> out = hook::own_hooks(effective);
  const bool have_fired = std::all_of(std::begin(kGuards), std::end(kGuards), [&](std::string_view each) { return session.has(hook::beat_file(each)); });
  if (have_fired || !session.has(hook::kPluginHooks) || is_switched_off(effective)) return out;
  for (OwnHook& each : hook::noted_plugin_hooks(world, session.folder)) out.push_back(std::move(each));
  return out;
}

}  // namespace

std::vector<Error> silent_hooks(World& world, const payload::Payload& payload, const settings::Effective& effective, const std::vector<std::string>& names) {
  const Session session{hook::session_folder(world, payload.text("session_id").value), payload.text("transcript_path").value, names,
                        static_cast<bool>(payload.text("prompt_id"))};
  std::vector<OwnHook> guards;
  std::vector<Error> out;
  if (session.folder.empty()) return out;
  for (OwnHook& each : wired_hooks(world, session, effective)) {
    if (session.has(hook::beat_file(each.program))) continue;
    if (each.program == kWatcher && misses_prompt(session, each)) out.push_back({"left no trace in this session", std::string(kWatcher), 0, 0});
    if (each.program != kWatcher && each.event == "PreToolUse" && each.always) guards.push_back(std::move(each));
  }
  std::vector<Error> silent = guards.empty() ? std::vector<Error>{} : silent_guards(world, session, guards);
  out.insert(out.end(), silent.begin(), silent.end());
  const auto is_before = [](const Error& a, const Error& b) { return a.file < b.file; };
  std::stable_sort(out.begin(), out.end(), is_before);  // wired twice, named once
  out.erase(std::unique(out.begin(), out.end(), [](const Error& a, const Error& b) { return a.file == b.file; }), out.end());
  return out;
}

}  // namespace cordon::statusline
