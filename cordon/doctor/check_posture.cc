// SPDX-License-Identifier: Apache-2.0
// Is the sandbox on and strict, who says so, and does the runtime read every settings file.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/rules.h"
#include "shared/base/text.h"
#include "shared/settings/validity.h"

namespace cordon::doctor {
namespace {

using settings::EffectiveValue;
using settings::Posture;
using settings::Sandbox;

constexpr size_t kMaxRepeated = 200;
constexpr const char* kHarden = "cordon harden interactive --dry-run    shows the change, --apply makes it";

std::string told(std::string_view key, const EffectiveValue& value, bool decides) {
  const std::string place = value.line == 0 ? value.path : fmt::format("{}:{}:{}", value.path, value.line, value.column);
  const char* rank = !value.honoured ? " (not honoured there)" : decides ? "" : " (overridden)";
  return fmt::format("{}: {} is {}, by {} settings{}", place, key, text::shown(value.value, 80), scope_name(value.scope), rank);
}

std::vector<std::string> who_set(const Context& context, const char* key) {
  std::vector<std::string> out;
  for (const EffectiveValue& value : context.effective.statements(key)) out.push_back(told(key, value, out.empty()));
  if (out.empty()) out.push_back(fmt::format("no settings file in force sets {}", key));
  return out;
}

Finding judge_sandbox(const Context& context) {
  const Posture& posture = context.effective.posture;
  std::vector<std::string> evidence = who_set(context, "sandbox.enabled");
  if (!posture.why.empty()) evidence.insert(evidence.begin(), posture.why);
  if (posture.backend_missing) {
    const bool refuses = posture.sandbox == Sandbox::kRefuses;
    return failure(refuses ? "the runtime refuses to start: the sandbox is on, its backend is missing" : "the sandbox is switched on, but every command runs unsandboxed: its backend is missing",
                   std::move(evidence), fmt::format("install what is missing ({}): apt-get install bubblewrap socat", posture.backend));
  }
  switch (posture.sandbox) {
    case Sandbox::kOn: return pass("the sandbox is on", std::move(evidence));
    case Sandbox::kRefuses: return failure("the runtime refuses to start with these settings", std::move(evidence), "repair the file named above");
    case Sandbox::kUnknown: return warn("whether the sandbox is on cannot be told", std::move(evidence), "make the files named above readable, then run this again");
    case Sandbox::kOff: break;
  }
  return failure("the sandbox is off: commands run with all your rights", std::move(evidence), kHarden);
}

Finding judge_strict(const Context& context) {
  const Posture& posture = context.effective.posture;
  std::vector<std::string> evidence = who_set(context, "sandbox.allowUnsandboxedCommands");
  if (!posture.strict) {
    return warn("the sandbox is not strict: a command may ask to run outside it", std::move(evidence),
                fmt::format("add \"allowUnsandboxedCommands\": false to \"sandbox\" in {} (commands that need to leave it are then refused), or for unattended loops: cordon harden hands-off", user_settings(context)));
  }
  const auto statements = context.effective.statements("sandbox.allowUnsandboxedCommands");
  const bool by_repository = !statements.empty() && statements.front().scope == settings::Scope::kProject;
  if (by_repository) {
    return warn("the sandbox is strict only by the project's file: a local file can take it back", std::move(evidence),
                fmt::format("set it in {}, where project and local files cannot loosen it", user_settings(context)));
  }
  return pass("the sandbox is strict: nothing may ask to leave it", std::move(evidence));
}

Finding judge_missing_backend(const Context& context) {
  std::vector<std::string> evidence = who_set(context, "sandbox.failIfUnavailable");
  if (context.effective.posture.fail_if_unavailable) return pass("without its backend the runtime refuses to start", std::move(evidence));
  return warn("should bubblewrap or socat go missing, the runtime runs everything unsandboxed and warns only once", std::move(evidence),
              fmt::format("add \"failIfUnavailable\": true to \"sandbox\" in {}", user_settings(context)));
}

// A list entry of the wrong type costs the file nothing: the runtime passes over it, and the rule is not there.
void judge_entries(const settings::SourceFile& file, Findings& out) {
  for (const char* list : {"allow", "deny", "ask"}) {
    const json::Value* items = file.document.root.at({"permissions", list});
    if (items == nullptr || !items->is(json::Type::kArray)) continue;
    for (const json::Value& item : items->items) {
      if (item.is(json::Type::kString)) continue;
      out.push_back(warn(fmt::format("an entry of permissions.{} is no text: the runtime passes over it", list),
                         {fmt::format("{}: {}", place_of(file, item.begin), text::shown(file.document.raw(item), 80))}, "write the rule as text, or take the entry out"));
    }
  }
}

void judge_repeated(const settings::SourceFile& file, const json::Value& value, const std::string& prefix, Findings& out) {
  if (!value.is(json::Type::kObject)) return;
  std::map<std::string_view, const json::Value*> last;  // Value::find() for each would be quadratic
  for (const json::Value& member : value.items) last[member.key] = &member;
  for (const json::Value& member : value.items) {
    const std::string key = prefix.empty() ? member.key : prefix + "." + member.key;
    const json::Value* counts = last[member.key];
    if (counts != &member) {
      if (out.size() >= kMaxRepeated) return;
      out.push_back(warn(fmt::format("'{}' stands twice: the runtime takes the last one", text::shown(key, 80)),
                         {fmt::format("{}: this one does not count", place_of(file, member.key_begin)), fmt::format("{}: this one does", place_of(file, counts->key_begin))},
                         "put both into one"));
      continue;
    }
    judge_repeated(file, member, key, out);
  }
}

// The first fault is the library's; the file is read again for the others, so that one repair is enough.
std::vector<std::string> faults_of(Context& context, const settings::SourceFile& file) {
  std::vector<std::string> out = {Error{file.reason, file.path, file.line, file.column}.text()};
  const FileText text = file.path.starts_with('/') ? context.world.read_file(file.path, settings::kMaxSettingsBytes) : FileText();
  if (!text) return out;
  const auto document = json::parse(*text);
  if (!document) return out;
  for (const settings::Fault& fault : settings::find_faults(document->root, context.query.version, 10)) {
    const Position at = position_at(*text, fault.begin);
    std::string line = Error{fault.message, file.path, at.line, at.column}.text();
    if (std::find(out.begin(), out.end(), line) == out.end()) out.push_back(std::move(line));
  }
  return out;
}

void judge_file(Context& context, const settings::SourceFile& file, std::vector<std::string>& counted, Findings& out) {
  if (file.state == settings::FileState::kDropped) {
    const char* effect = file.refuses || file.refuses_when_on ? "the runtime refuses to start because of" : "the runtime drops, silently and whole,";
    out.push_back(failure(fmt::format("{} the {} settings", effect, scope_name(file.scope)), faults_of(context, file),
                          "repair the places named; until then no rule, hook or setting of that file is in force"));
  } else if (file.state == settings::FileState::kIgnored && context.world.stat(file.path).kind == FileKind::kRegular) {
    out.push_back(skip(fmt::format("the {} settings are not looked at", scope_name(file.scope)), {fmt::format("{}: {}", file.path, file.reason)}));
  } else if (file.state == settings::FileState::kCounted) {
    counted.push_back(fmt::format("{}: {} settings", file.path, scope_name(file.scope)));
    if (!file.reason.empty()) {
      out.push_back(warn("the runtime reads a managed file differently from how it is written", {Error{file.reason, file.path, file.line, file.column}.text()}, "repair the value"));
    }
    judge_entries(file, out);
    judge_repeated(file, file.document.root, "", out);
  }
}

}  // namespace

Findings check_posture(Context& context) {
  Findings out = {judge_sandbox(context)};
  const Posture& posture = context.effective.posture;
  if (posture.sandbox == Sandbox::kOff && !posture.backend_missing) return out;
  out.push_back(judge_strict(context));
  if (!context.host.is_macos()) out.push_back(judge_missing_backend(context));
  for (const std::string& command : posture.excluded_commands) {
    out.push_back(warn(fmt::format("'{}' always runs outside the sandbox", text::shown(command, 80)), who_set(context, "sandbox.excludedCommands"),
                       "take it out of sandbox.excludedCommands unless it cannot work inside"));
  }
  return out;
}

Findings check_files(Context& context) {
  Findings out;
  std::vector<std::string> counted;
  for (const settings::SourceFile& file : context.effective.files) judge_file(context, file, counted, out);
  const bool any_bad = std::any_of(out.begin(), out.end(), [](const Finding& finding) { return finding.status == Status::kFail; });
  if (counted.empty() && !any_bad) out.push_back(skip("no settings file is in force here", {fmt::format("{}: absent", user_settings(context))}));
  if (!counted.empty()) out.insert(out.begin(), pass("read by the runtime, highest precedence first", std::move(counted)));
  return out;
}

Findings check_cordon_config(Context& context) {
  Findings out;
  for (const Error& fault : context.config.faults) {
    out.push_back(warn("a value of cordon.toml does not count", {fault.text()}, "repair the line; the hooks use the default until then"));
  }
  return out;
}

}  // namespace cordon::doctor
