// SPDX-License-Identifier: Apache-2.0
// Settings that stand there and do nothing, or not what they seem to do.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/prefix_rules.h"
#include "cordon/doctor/rules.h"
#include "cordon/json_edit.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/settings/exceptions.h"
#include "shared/settings/rules.h"

namespace cordon::doctor {
namespace {

using settings::EffectiveValue;
using settings::FileState;
using settings::Scope;
using settings::SourceFile;

constexpr std::string_view kWrite = "Write(";
constexpr size_t kMaxFound = 200;  // of one kind; a person repairs the first ones and asks again

const json::Value* next_write_rule(const command::JsonFile& file) {
  for (const char* list : {"deny", "ask"}) {
    const json::Value* items = file.root().at({"permissions", list});
    for (size_t i = 0; items != nullptr && items->is(json::Type::kArray) && i < items->items.size(); ++i) {
      if (items->items[i].string.starts_with(kWrite)) return &items->items[i];
    }
  }
  return nullptr;
}

Result<std::string> turn_into_edit(const std::string& bytes, const std::string& path) {
  auto file = command::JsonFile::open(bytes, path);
  if (!file) return tl::unexpected<Error>(file.error());
  while (const json::Value* rule = next_write_rule(*file)) {
    file->replace_text(*rule, json::quote("Edit(" + rule->string.substr(kWrite.size())));
  }
  return file->bytes();
}

// One fix a file, whatever number of rules stands in it. In an allow list the person may not want what Edit(...) allows.
std::optional<Fix> fix_for(const PlacedRule& rule, const Findings& so_far) {
  if (rule.scope == Scope::kManaged || rule.scope == Scope::kFlag || rule.list == "allow") return std::nullopt;
  const bool there = std::any_of(so_far.begin(), so_far.end(), [&](const Finding& finding) { return finding.fix && finding.fix->path == rule.path; });
  if (there) return std::nullopt;
  return Fix{rule.path, "Write(...) deny and ask rules become Edit(...)", [path = rule.path](const std::string& bytes) { return turn_into_edit(bytes, path); }};
}

bool counts_here(const Context& context, const std::string& path) {
  return std::any_of(context.effective.files.begin(), context.effective.files.end(),
                     [&](const SourceFile& file) { return file.path == path && file.state != FileState::kAbsent; });
}

Finding not_honoured(const std::string& key, const EffectiveValue& value) {
  return warn(fmt::format("{} is not honoured in {} settings", key, scope_name(value.scope)),
              {fmt::format("{}:{}:{}: {} is {}", value.path, value.line, value.column, key, text::shown(value.value, 80))},
              "take it out there; where it counts: cordon settings " + key);
}

// A key whose very name counts in one scope only, and which no schema of ours lists.
void judge_platforms(const Context& context, Findings& out) {
  for (const SourceFile& file : context.effective.files) {
    if (file.state != FileState::kCounted || file.scope == Scope::kManaged) continue;
    const json::Value* value = file.document.root.at({"sandbox", "enabledPlatforms"});
    if (value == nullptr) continue;
    out.push_back(warn(fmt::format("sandbox.enabledPlatforms counts only in managed settings, not in the {}'s", scope_name(file.scope)),
                       {fmt::format("{}: {}", place_of(file, value->key_begin), text::shown(file.document.raw(*value), 80))},
                       "take it out: the sandbox is on or off by sandbox.enabled alone"));
  }
}

void judge_bypass_mode(const Context& context, Findings& out) {
  for (const EffectiveValue& value : context.effective.statements("permissions.defaultMode")) {
    const bool of_repository = value.scope == Scope::kProject || value.scope == Scope::kLocal;
    if (!of_repository || value.value != "\"bypassPermissions\"") continue;
    const std::string place = fmt::format("{}:{}:{}: permissions.defaultMode is {}", value.path, value.line, value.column, value.value);
    if (!settings::holds(settings::kRepositoryCannotBypass, context.query.version)) {
      out.push_back(failure(fmt::format("{} settings switch permission prompts off (this runtime honours that)", scope_name(value.scope)), {place},
                            "take it out; runtimes from 2.1.257 on ignore it there"));
    } else {
      out.push_back(warn(fmt::format("bypassPermissions in {} settings is ignored from 2.1.257 on, and honoured by older runtimes", scope_name(value.scope)), {place},
                         "take it out; an unattended loop sets it in the user's settings or on the command line"));
    }
  }
}

}  // namespace

Findings check_inert_write(Context& context) {
  Findings out;
  for (const char* list : {"deny", "ask", "allow"}) {
    for (const PlacedRule& rule : rules_in(context, list)) {
      if (!rule.text.starts_with(kWrite) || out.size() >= kMaxFound) continue;
      Finding finding = warn("a Write(...) rule does nothing: the runtime asks Edit(...) about every write", {said(rule)},
                             fmt::format("write Edit({} instead", text::shown(rule.text.substr(kWrite.size()), 100)));
      if (rule.list != "allow") finding.status = Status::kFail;  // somebody believes that the path is guarded
      finding.fix = fix_for(rule, out);
      out.push_back(std::move(finding));
    }
  }
  return out;
}

Findings check_home_local(Context& context) {
  if (context.layout.config.empty()) return {skip("where the user's settings lie cannot be told: HOME is not set")};
  const std::string file = path::join(context.layout.config, "settings.local.json");
  if (context.world.stat(file).kind == FileKind::kAbsent) return {};
  if (counts_here(context, file)) return {skip("the user's folder is this session's own project: its settings.local.json counts here", {file})};
  return {warn("settings.local.json beside the user's settings is read by nothing", {file + ":1: exists"},
               fmt::format("move what it says into {}, then remove it", context.layout.settings))};
}

Findings check_not_honoured(Context& context) {
  Findings out;
  judge_platforms(context, out);
  judge_bypass_mode(context, out);
  std::set<std::string_view> asked = {"sandbox.enabledPlatforms"};
  for (const settings::Exception& exception : settings::exceptions()) {
    if (!asked.insert(exception.key).second) continue;
    const std::string key(exception.key);
    for (const EffectiveValue& value : context.effective.statements(key)) {
      const bool told = key == "permissions.defaultMode" && value.value == "\"bypassPermissions\"";
      if (!value.honoured && !told) out.push_back(not_honoured(key, value));
    }
  }
  return out;
}

Findings check_prefix_rules(Context& context) {
  Findings out;
  for (const char* list : {"deny", "ask", "allow"}) {
    const std::vector<PlacedRule> rules = rules_in(context, list);
    for (const PlacedRule& rule : rules) {
      if (out.size() >= kMaxFound) break;
      if (!meant_as_prefix(rule.text, rule.list)) continue;
      const std::string wider = fmt::format("Bash({} *)", text::trim(parts_of(rule.text).body));
      const bool twin = std::any_of(rules.begin(), rules.end(), [&](const PlacedRule& other) {
        return (other.text == "Bash" || other.text.find('*') != std::string::npos) && covers(other.text, wider);
      });
      if (twin) continue;
      const bool guards = rule.list != "allow";
      Finding finding = warn(guards ? "a rule guards the bare command only: with any argument it does not match" : "a rule allows the bare command only", {said(rule)},
                             fmt::format("write \"{}\", which matches the command with and without arguments", text::shown(wider, 120)));
      out.push_back(std::move(finding));
    }
  }
  return out;
}

}  // namespace cordon::doctor
