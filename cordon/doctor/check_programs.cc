// SPDX-License-Identifier: Apache-2.0
// The programs behind the wiring: there, executable, the ones that were installed, of this build; and do they answer.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/plugin.h"
#include "cordon/doctor/rules.h"
#include "cordon/doctor/wiring_view.h"
#include "cordon/install_hash.h"
#include "cordon/install_wiring.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/hook/heartbeat.h"

namespace cordon::doctor {
namespace {

constexpr size_t kMaxProgram = 256u << 20;
constexpr const char* kInstall = "cordon install";

std::string hash_of(World& world, const std::string& path) {
  const FileText bytes = world.read_file(path, kMaxProgram);
  return bytes ? command::sha256(*bytes) : "";
}

std::string hash_line(const std::string& path, const std::string& hash) { return fmt::format("{}: sha256 {}", path, hash.empty() ? "cannot be read" : hash.substr(0, 16) + "…"); }

bool is_current_build(Context& context, const std::string& name, const std::string& installed, const std::string& bytes, const std::string& remedy, Findings& out) {
  const std::string built = path::join(context.host.own_folder(), name);
  if (built == installed || context.world.stat(built).kind != FileKind::kRegular) return true;
  const FileText wanted = context.world.read_file(built, kMaxProgram);
  if (wanted && *wanted == bytes) return true;  // cheaper than its hash
  out.push_back(warn(fmt::format("the installed {} is of another build than this cordon", name),
                     {hash_line(installed, command::sha256(bytes)), hash_line(built, wanted ? command::sha256(*wanted) : "")}, remedy));
  return false;
}

void judge_writable(Context& context, const std::string& path, Findings& out) {
  const auto owner = context.host.owner(path);
  if (!owner) return;
  const bool of_other = owner->user != context.host.user() && owner->user != 0;
  if ((owner->mode & 0022) == 0 && !of_other) return;
  out.push_back(failure(fmt::format("others can replace the installed {}", path::base_name(path)), {fmt::format("{}: mode {:04o}, owner {}", path, owner->mode, owner->user)},
                        fmt::format("chmod go-w {}", command::shell_quote(path))));
}

bool judge_program(Context& context, const std::string& name, Findings& out) {
  const std::string file = path::join(context.manifest.bin, name);
  if (context.world.stat(file).kind != FileKind::kRegular) {
    out.push_back(failure(fmt::format("the installed {} is gone: every call it guarded proceeds", name), {fmt::format("{}: absent", file)}, kInstall));
    return false;
  }
  if (!context.world.is_executable(file)) {
    out.push_back(failure(fmt::format("the installed {} cannot be executed: every call it guarded proceeds", name), {fmt::format("{}: not executable", file)},
                          fmt::format("chmod 755 {}", command::shell_quote(file))));
    return false;
  }
  const std::string bytes = context.world.read_file(file, kMaxProgram).value_or("");
  const std::string hash = command::sha256(bytes);
  const auto recorded = context.manifest.programs.find(name);
  const size_t before = out.size();
  judge_writable(context, file, out);
  if (recorded != context.manifest.programs.end() && recorded->second != hash) {
    out.push_back(failure(fmt::format("the installed {} is not what was installed", name),
                          {hash_line(file, hash), fmt::format("{}: recorded {}…", context.layout.manifest, recorded->second.substr(0, 16))}, kInstall));
    return false;
  }
  return is_current_build(context, name, file, bytes, kInstall, out) && out.size() == before;
}

// A copy from elsewhere keeps running when the installed one is renewed.
void judge_copies(Context& context, Findings& out) {
  std::map<std::string, bool> told;
  for (const WiredEntry& entry : wired_entries(context)) {
    if (!entry.exec_form || !entry.command.starts_with('/') || path::parent(entry.command) == context.manifest.bin) continue;
    if (!told.emplace(entry.command, true).second) continue;
    const std::string hash = hash_of(context.world, entry.command);
    const auto recorded = context.manifest.programs.find(entry.program);
    if (recorded != context.manifest.programs.end() && recorded->second == hash) continue;
    const bool gone = context.world.stat(entry.command).kind == FileKind::kAbsent;
    const std::vector<std::string> evidence = {fmt::format("{}: {}", entry.place, entry.command), hash_line(entry.command, hash)};
    out.push_back(gone ? failure(fmt::format("{} is wired to a program that is not there", entry.program), evidence, kInstall)
                       : warn(fmt::format("{} is wired to a copy that install does not keep up to date", entry.program), evidence, kInstall));
  }
}

std::string ago(int64_t seconds) {
  if (seconds < 0) return "in the future (the clock was set back)";
  if (seconds < 120) return fmt::format("{} seconds ago", seconds);
  if (seconds < 7200) return fmt::format("{} minutes ago", seconds / 60);
  if (seconds < 2 * 86400) return fmt::format("{} hours ago", seconds / 3600);
  return fmt::format("{} days ago", seconds / 86400);
}

int64_t time_of(const std::vector<hook::Beat>& beats, std::string_view program) {
  const auto beat = std::find_if(beats.begin(), beats.end(), [&](const hook::Beat& each) { return each.hook == program; });
  return beat == beats.end() ? 0 : beat->time;
}

// Hooks that fire on a superset of another's calls must be at least as fresh as it, unless they were wired since.
void judge_silent(Context& context, const std::vector<hook::Beat>& beats, Findings& out) {
  constexpr std::string_view kOnEveryCommand[] = {"bypass-warn", "git-add-guard", "deny-guard"};
  constexpr int64_t kSlack = 60;
  int64_t latest = 0;
  for (const std::string_view program : kOnEveryCommand) latest = std::max(latest, time_of(beats, program));
  const int64_t wired_since = context.world.stat(context.layout.settings).mtime_ns / 1'000'000'000;
  if (latest == 0 || wired_since + kSlack > latest) return;
  for (const std::string_view program : kOnEveryCommand) {
    const int64_t time = time_of(beats, program);
    if (time + kSlack >= latest) continue;
    out.push_back(warn(fmt::format("{} did not fire although its neighbours did", program),
                       {fmt::format("{}: last fired {}", program, time == 0 ? "never" : ago(context.world.now_seconds() - time)),
                        fmt::format("others on the same tools: {}", ago(context.world.now_seconds() - latest))},
                       "start a new session; if it stays silent: cordon install"));
  }
}

Findings judge_plugin(Context& context, const Plugin& plugin) {
  Findings out;
  std::vector<std::string> names;
  for (const command::WiredHook& hook : command::wired_hooks()) {
    const std::string name(hook.program), file = plugin.program(name);
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    names.push_back(name);
    judge_writable(context, file, out);
    is_current_build(context, name, file, context.world.read_file(file, kMaxProgram).value_or(""), "start a session after the new build, or remove " + path::join(plugin.root, "bin"), out);
  }
  if (out.empty()) out.push_back(pass(fmt::format("{} programs of the plugin are there", names.size()), {path::join(plugin.root, "bin")}));
  return out;
}

// An entry that stands twice is started once (check_duplicates): the proof counts it once.
void drop_repeated(std::vector<command::Command>& commands) {
  std::map<std::string, int> left;
  for (const command::WiredHook& hook : command::wired_hooks()) ++left[std::string(hook.program)];
  std::erase_if(commands, [&](const command::Command& command) { return left.count(command.program) != 0 && left[command.program]-- <= 0; });
}

// What no settings file starts, the plugin does.
void add_commands_of(const Plugin& plugin, std::vector<command::Command>& commands) {
  std::vector<std::string> wired;
  for (const command::Command& command : commands) wired.push_back(command.program);
  for (const command::WiredHook& hook : command::wired_hooks()) {
    if (std::find(wired.begin(), wired.end(), hook.program) == wired.end()) commands.push_back({std::string(hook.program), plugin.program(hook.program), {}, false});
  }
}

}  // namespace

Findings check_programs(Context& context) {
  if (context.layout.settings.empty()) return {skip("whether anything is installed cannot be told", {context.manifest_fault})};
  if (const Plugin plugin = find_plugin(context); context.manifest_fault.empty() && context.manifest.bin.empty() && plugin.works()) return judge_plugin(context, plugin);
  if (!context.manifest_fault.empty()) return {failure("the record of the installation cannot be read", {context.manifest_fault}, kInstall)};
  if (context.manifest.bin.empty()) return {skip("no installation is recorded", {fmt::format("{}: absent", context.layout.manifest)})};
  Findings out;
  size_t good = 0;
  for (const std::string_view name : command::installed_programs()) {
    if (judge_program(context, std::string(name), out)) ++good;
  }
  judge_copies(context, out);
  if (good > 0) out.insert(out.begin(), pass(fmt::format("{} programs are what was installed", good), {context.manifest.bin}));
  return out;
}

Findings check_answers(Context& context) {
  if (context.layout.settings.empty()) return {skip("where the user's settings lie cannot be told: HOME is not set")};
  const FileText bytes = context.world.read_file(context.layout.settings, settings::kMaxSettingsBytes);
  const Plugin plugin = find_plugin(context);
  if (!bytes && !plugin.works()) return {skip("nothing is wired at user scope", {fmt::format("{}: {}", context.layout.settings, bytes.error().text())})};
  auto commands = command::own_commands(bytes.value_or("{}"), context.layout.settings, context.manifest.own_bins());
  if (!commands) return {failure("what is wired cannot be read", {commands.error().text()}, "repair the file")};
  drop_repeated(*commands);
  if (plugin.works()) add_commands_of(plugin, *commands);
  if (commands->empty()) return {skip("no hook of cordon is wired at user scope")};
  // A plugin has no status line: the one beside this cordon is tried.
  const std::string bin = !context.manifest.bin.empty() ? context.manifest.bin : plugin.works() ? context.host.own_folder() : context.layout.bin;
  const command::Proof proof = context.host.prove(*commands, bin);
  std::vector<std::string> good;
  Findings out;
  for (const std::string& line : proof.lines) {
    if (line.find("WRONG") == std::string::npos) {
      good.push_back(line);
    } else {
      out.push_back(failure(fmt::format("{} does not answer as it should", line.substr(0, line.find(' '))), {line}, kInstall));
    }
  }
  if (!proof.ok && out.empty()) out.push_back(failure("the wired commands could not be tried", good, kInstall));
  if (!good.empty() && proof.ok) out.insert(out.begin(), pass("started as wired, on payloads recorded from the runtime", std::move(good)));
  return out;
}

Findings check_heartbeat(Context& context) {
  if (wired_entries(context).empty() && !find_plugin(context).works()) return {skip("no hook of cordon is wired")};
  const std::vector<hook::Beat> beats = hook::latest_beats(context.world);
  std::vector<std::string> fired, never;
  std::vector<std::string_view> asked;
  for (const command::WiredHook& hook : command::wired_hooks()) {
    if (std::find(asked.begin(), asked.end(), hook.program) != asked.end()) continue;
    asked.push_back(hook.program);
    const int64_t time = time_of(beats, hook.program);
    if (time == 0) {
      never.emplace_back(hook.program);
    } else {
      fired.push_back(fmt::format("{}: {}", hook.program, ago(context.world.now_seconds() - time)));
    }
  }
  Findings out;
  if (!fired.empty()) out.push_back(pass("last fired", std::move(fired)));
  judge_silent(context, beats, out);
  if (!never.empty()) {
    std::string names;
    for (const std::string& name : never) names += (names.empty() ? "" : ", ") + name;
    out.push_back(skip(fmt::format("not seen to fire yet: {}", names), {"a session that ran a command leaves a trace of each guard below the state folder"}));
  }
  return out;
}

}  // namespace cordon::doctor
