// SPDX-License-Identifier: Apache-2.0
#include "hooks/deny-guard/rules.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "shared/hook/session_memory.h"
#include "shared/settings/files.h"

namespace cordon::deny_guard {
namespace {

using settings::BashRule;

void add(std::vector<PlacedRule>& rules, std::string_view text, bool denies, std::string place) {
  auto rule = BashRule::parse(text);
  if (rule) rules.push_back({std::move(*rule), denies, std::move(place)});
}

void add_file(std::vector<PlacedRule>& rules, const settings::SourceFile& file, std::string_view key, bool denies) {
  const json::Value* list = file.document.root.at({"permissions", key});
  if (list == nullptr || !list->is(json::Type::kArray)) return;
  for (const json::Value& item : list->items) {
    if (item.is(json::Type::kString)) add(rules, item.string, denies, file.path + ":" + std::to_string(file.document.position(item).line));
  }
}

// The lists that count: with allowManagedPermissionRulesOnly the runtime reads the managed ones alone (measured).
void add_files(std::vector<PlacedRule>& rules, const settings::Effective& effective, std::string_view key, bool denies) {
  for (const settings::EffectiveValue& statement : effective.statements("permissions." + std::string(key))) {
    if (!statement.honoured) continue;
    for (const settings::SourceFile& file : effective.files) {
      if (file.state == settings::FileState::kCounted && file.scope == statement.scope && file.path == statement.path) add_file(rules, file, key, denies);
    }
  }
}

// "Bash(git push *) Read, Bash(rm *)" -> each rule; blanks inside parentheses belong to the rule.
void add_list(std::vector<PlacedRule>& rules, std::string_view list) {
  size_t depth = 0, begin = 0;
  for (size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ' ';
    if (c == '(') ++depth;
    if (c == ')' && depth > 0) --depth;
    if ((c != ' ' && c != ',') || (depth > 0 && i < list.size())) continue;
    if (i > begin) add(rules, list.substr(begin, i - begin), true, "--disallowedTools");
    begin = i + 1;
  }
}

void add_command_line(std::vector<PlacedRule>& rules, const std::vector<std::string>& arguments) {
  bool taking = false;
  for (size_t i = 1; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument.starts_with('-')) {
      taking = argument.starts_with("--disallowedTools") || argument.starts_with("--disallowed-tools");
      const size_t equals = argument.find('=');
      if (taking && equals != std::string_view::npos) add_list(rules, argument.substr(equals + 1));
    } else if (taking) {
      add_list(rules, argument);
    }
  }
}

void add_remembered(std::vector<PlacedRule>& rules, World& world, std::string_view session_id) {
  const std::optional<hook::Memory> memory = hook::recall(world, session_id);
  if (!memory || !memory->block) return;
  const auto known = [&](const std::string& text, bool denies) {
    return std::any_of(rules.begin(), rules.end(), [&](const PlacedRule& r) { return r.denies == denies && r.rule.source() == text; });
  };
  const std::string place = "the settings this session runs under (a change of " + memory->block->path + " was blocked)";
  for (const std::string& text : memory->accepted.deny) {
    if (!known(text, true)) add(rules, text, true, place);
  }
  for (const std::string& text : memory->accepted.ask) {
    if (!known(text, false)) add(rules, text, false, place);
  }
}

}  // namespace

std::vector<PlacedRule> rules_in_force(World& world, const settings::Query& query, std::string_view session_id) {
  const settings::Effective effective = settings::resolve(world, query);
  std::vector<PlacedRule> rules;
  add_files(rules, effective, "deny", true);
  const auto pid = world.env_set("CLAUDE_PID");
  const auto arguments = query.arguments ? query.arguments : pid ? settings::arguments_of(world, *pid) : std::nullopt;
  if (arguments) add_command_line(rules, *arguments);
  add_files(rules, effective, "ask", false);
  add_remembered(rules, world, session_id);
  std::stable_partition(rules.begin(), rules.end(), [](const PlacedRule& r) { return r.denies; });
  return rules;
}

}  // namespace cordon::deny_guard
