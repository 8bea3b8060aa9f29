// SPDX-License-Identifier: Apache-2.0
// How the hooks are wired: where, on which tools, in which form, how often, and whether something switches them off.
#include <fmt/format.h>

#include <algorithm>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/plugin.h"
#include "cordon/doctor/rules.h"
#include "cordon/doctor/wiring_view.h"
#include "cordon/install_wiring.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::doctor {
namespace {

using settings::Scope;

constexpr const char* kInstall = "cordon install    (--dry-run shows the change)";

std::string shown(const WiredEntry& entry) {
  return fmt::format("{}: {} on {}{}{}: {}", entry.place, entry.program, entry.event, entry.matcher.empty() ? "" : " ", entry.matcher, text::shown(entry.command, 120));
}

Finding with_fix(Finding finding, const Context& context) {
  finding.fix = wiring_fix(context);
  if (finding.fix) finding.remedy += ", or: cordon doctor --fix";
  return finding;
}

void judge_hook(const Context& context, const command::WiredHook& hook, const std::vector<WiredEntry>& entries, const Plugin& plugin, std::vector<std::string>& good, Findings& out) {
  const WiredEntry* best = nullptr;
  Coverage coverage = Coverage::kNo;
  for (const WiredEntry& entry : entries) {
    if (entry.program != hook.program || entry.event != hook.event) continue;
    const Coverage here = covers_tools(entry.matcher, hook.matcher);
    const bool better = best == nullptr || (coverage != Coverage::kYes && here == Coverage::kYes) || (here == coverage && entry.file->scope == Scope::kUser);
    if (better) best = &entry, coverage = here;
  }
  const bool everywhere = best != nullptr && (best->file->scope == Scope::kUser || best->file->scope == Scope::kManaged);
  if (plugin.works() && (coverage != Coverage::kYes || !everywhere)) {
    good.push_back(fmt::format("{}: {} on {}: by the plugin", plugin.place, hook.program, hook.event));
  } else if (best == nullptr) {
    out.push_back(with_fix(failure(fmt::format("{} is not wired on {}", hook.program, hook.event), {fmt::format("no settings file in force starts it for {}", hook.event)}, kInstall), context));
  } else if (coverage == Coverage::kNo) {
    out.push_back(with_fix(failure(fmt::format("{} is not started for all tools it guards ({})", hook.program, hook.matcher), {shown(*best)}, kInstall), context));
  } else if (!everywhere) {
    out.push_back(warn(fmt::format("{} is wired by {} settings only: other projects and worktrees start without it", hook.program, scope_name(best->file->scope)), {shown(*best)}, kInstall));
  } else if (coverage == Coverage::kUnsure) {
    out.push_back(skip(fmt::format("whether {} is started for all tools it guards cannot be told", hook.program), {shown(*best), fmt::format("wanted: {}", hook.matcher)}));
  } else {
    good.push_back(shown(*best));
  }
}

struct Harmful {
  const char* key;
  const char* effect;
};
constexpr Harmful kHarmful[] = {
    {"if", "it filters calls before the hook starts and misses what stands inside bash -c '…'"},
    {"async", "the call does not wait for the answer"},
    {"asyncRewake", "the call does not wait for the answer"},
    {"once", "it fires once a session only"},
    {"shell", "it puts a shell between the runtime and the hook"},
};

void judge_fields(const Context& context, const WiredEntry& entry, Findings& out) {
  for (const Harmful& harmful : kHarmful) {
    const json::Value* value = entry.entry->find(harmful.key);
    if (value == nullptr || (value->is(json::Type::kBool) && !value->boolean)) continue;
    out.push_back(with_fix(failure(fmt::format("{} has \"{}\": {}", entry.program, harmful.key, harmful.effect),
                                   {fmt::format("{}: \"{}\": {}", entry.place, harmful.key, text::shown(entry.file->document.raw(*value), 80))}, fmt::format("take \"{}\" out", harmful.key)),
                           context));
  }
  const json::Value* timeout = entry.entry->find("timeout");
  if (timeout != nullptr && timeout->is(json::Type::kNumber) && timeout->number < 5) {
    out.push_back(warn(fmt::format("{} has a timeout of {} seconds: a guard that is not done by then lets the call proceed", entry.program, timeout->number),
                       {shown(entry)}, "take \"timeout\" out"));
  }
}

bool is_relative(const WiredEntry& entry) {
  if (entry.command.starts_with('/') || entry.command.starts_with("${CLAUDE_PLUGIN_ROOT}")) return false;
  // Without a shell nobody expands ~ and $HOME.
  if (entry.exec_form) return true;
  return !entry.command.starts_with('~') && !entry.command.starts_with('$') && !entry.command.starts_with('"') && !entry.command.starts_with('\'');
}

void judge_command(const Context& context, const WiredEntry& entry, Findings& out) {
  if (is_relative(entry)) {
    out.push_back(with_fix(failure(fmt::format("{} is wired without an absolute path: it is looked for wherever the session stands", entry.program), {shown(entry)}, kInstall), context));
  }
  if (entry.command.find('\\') != std::string::npos) {
    out.push_back(warn(fmt::format("{} is wired with back-slashes: a shell takes them out of the path", entry.program), {shown(entry)}, "write the path with forward slashes"));
  }
  if (entry.exec_form) return;
  out.push_back(with_fix(warn(fmt::format("{} is started through a shell: whatever that prints stands before the answer, and the answer is lost", entry.program), {shown(entry)},
                              "wire it in exec form (\"args\": []): cordon install"),
                         context));
}

// A greeting in $BASH_ENV or the like makes every answer unreadable, and an unreadable answer lets the call proceed.
void judge_shells(Context& context, Findings& out) {
  for (const char* shell : {"/bin/sh", "/bin/bash"}) {
    if (!context.world.is_executable(shell)) continue;
    const CommandResult result = context.host.run({shell, "-c", ":"});
    if (!result.ok() || text::trim(result.output).empty()) continue;
    out.push_back(failure(fmt::format("{} prints something before it runs a command: answers of hooks in shell form are lost", shell), {result.shown(std::string(shell) + " -c :")},
                          "silence the start-up file (see $BASH_ENV, $ENV), or wire the hooks in exec form: cordon install"));
  }
}

void judge_switch(const Context& context, const char* key, Scope only, bool has_scope, const char* effect, Findings& out) {
  const auto value = context.effective.find(key);
  if (!value || value->value != "true" || (has_scope && value->scope != only)) return;
  out.push_back(failure(effect, {fmt::format("{}:{}:{}: {} is true, by {} settings", value->path, value->line, value->column, key, scope_name(value->scope))},
                        has_scope ? "ask who keeps the managed settings to wire the hooks there: cordon harden managed" : fmt::format("take \"{}\" out", key)));
}

// The runtime starts what is the same but once, in one file or in several, whatever the matchers: command, arguments and `if`
// tell entries apart, `timeout` and `onFailure` do not (measured on 2.1.202 and 2.1.332).
std::string identity(const WiredEntry& entry) {
  std::string out = entry.command + '\0' + (entry.exec_form ? 'e' : 's');
  for (const std::string& argument : entry.args) out += '\0' + argument;
  const json::Value* condition = entry.entry->find("if");
  return out + '\0' + (condition != nullptr ? condition->string : "");
}

Finding of_the_plugin(const Plugin& plugin) {
  if (plugin.root.empty()) {
    return failure("the plugin is switched on, but not installed: nothing of it runs", {plugin.place},
                   "in cordon's folder: claude plugin marketplace add . && claude plugin install cordon@cordon; or without a plugin: cordon install");
  }
  if (plugin.works()) {
    return pass("the plugin brings the hooks", {plugin.place, path::join(plugin.root, "hooks/hooks.json"), "a plugin cannot set the status line: cordon install wires it"});
  }
  std::vector<std::string> evidence = {plugin.place};
  for (const std::string& name : plugin.missing) evidence.push_back(plugin.program(name) + ": not there, or not executable");
  return failure("the plugin is switched on, but its programs are not there: nothing of it guards", std::move(evidence),
                 "start a session: it finds or builds them and says so; or without a plugin: cordon install");
}

}  // namespace

Findings check_wired(Context& context) {
  Findings out;
  std::vector<std::string> good;
  const std::vector<WiredEntry> entries = wired_entries(context);
  const Plugin plugin = find_plugin(context);
  if (entries.empty() && plugin.switched_on()) return {of_the_plugin(plugin)};
  if (entries.empty() && context.layout.settings.empty()) {
    return {failure("where the user's settings lie cannot be told: no session finds a hook of cordon there", {context.manifest_fault}, "set HOME to your home folder, an absolute path")};
  }
  if (entries.empty()) return {with_fix(failure("no hook of cordon is wired: nothing is guarded", {fmt::format("{}: no entry of ours under \"hooks\"", user_settings(context))}, kInstall), context)};
  for (const command::WiredHook& hook : command::wired_hooks()) judge_hook(context, hook, entries, plugin, good, out);
  if (!good.empty()) out.insert(out.begin(), pass("wired for every session", std::move(good)));
  return out;
}

Findings check_form(Context& context) {
  Findings out;
  const std::vector<WiredEntry> entries = wired_entries(context);
  if (const Plugin plugin = find_plugin(context); entries.empty() && plugin.works()) return {pass("the plugin starts its hooks without a shell", {path::join(plugin.root, "hooks/hooks.json")})};
  if (entries.empty()) return {skip("no hook of cordon is wired")};
  for (const WiredEntry& entry : entries) {
    judge_fields(context, entry, out);
    judge_command(context, entry, out);
  }
  if (std::any_of(entries.begin(), entries.end(), [](const WiredEntry& entry) { return !entry.exec_form; })) judge_shells(context, out);
  return out;
}

Findings check_duplicates(Context& context) {
  Findings out;
  const std::vector<WiredEntry> entries = wired_entries(context);
  const Plugin plugin = find_plugin(context);
  if (entries.empty() && !plugin.works()) return {skip("no hook of cordon is wired")};
  for (const command::WiredHook& hook : command::wired_hooks()) {
    std::vector<std::string> places, kinds;
    for (const WiredEntry& entry : entries) {
      if (entry.program != hook.program || entry.event != hook.event) continue;
      if (std::find(kinds.begin(), kinds.end(), identity(entry)) != kinds.end()) continue;
      kinds.push_back(identity(entry));
      places.push_back(shown(entry));
    }
    if (places.size() < 2) continue;
    const std::string title = fmt::format("{} is wired {} times on {}: it asks, counts and warns as often", hook.program, places.size(), hook.event);
    out.push_back(with_fix(warn(title, std::move(places), "keep the one in your own settings: cordon install takes out the others there"), context));
  }
  if (out.empty() && !entries.empty() && plugin.works()) out.push_back(pass("wired once, and by the plugin: of the two one speaks and counts", {entries.front().place, plugin.place}));
  return out;
}

Findings check_switched_off(Context& context) {
  Findings out;
  judge_switch(context, "disableAllHooks", Scope::kUser, false, "hooks are switched off: none runs, and no status line", out);
  judge_switch(context, "allowManagedHooksOnly", Scope::kManaged, true, "only hooks of the managed settings run: yours do not", out);
  return out;
}

}  // namespace cordon::doctor
