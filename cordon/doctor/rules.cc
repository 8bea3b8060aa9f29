// SPDX-License-Identifier: Apache-2.0
#include "cordon/doctor/rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "shared/base/text.h"
#include "shared/settings/bash_rule.h"

namespace cordon::doctor {
namespace {

using settings::BashRule;

// What `rule` lets through, as one text with holes: "Bash(git push *)" -> "git push" and "git push <anything>".
std::vector<std::string> texts_of(std::string_view body) {
  std::string text(text::trim(body));
  std::vector<std::string> out;
  if (text.ends_with(":*")) {
    text.resize(text.size() - 2);
    out.push_back(text);
    text += " *";
  } else if (text.ends_with(" *") && std::count(text.begin(), text.end(), '*') == 1) {
    out.push_back(text.substr(0, text.size() - 2));
  }
  out.push_back(std::move(text));
  // A byte that only a star of the other rule takes.
  for (std::string& each : out) std::replace(each.begin(), each.end(), '*', settings::kDataHole);
  return out;
}

bool bash_covers(std::string_view outer, std::string_view inner) {
  const auto rule = BashRule::parse(outer);
  const auto covered = BashRule::parse(inner);
  if (!rule || !covered) return false;
  if (rule->catches_everything()) return true;
  if (covered->catches_everything()) return false;
  const std::vector<std::string> texts = texts_of(parts_of(inner).body);
  return std::all_of(texts.begin(), texts.end(), [&](const std::string& text) { return rule->match(text) == settings::Match::kYes; });
}

// Path rules: equal, or the outer one ends in "/**" and the inner one lies below it as it is written.
bool path_covers(std::string_view outer, std::string_view inner) {
  if (outer == "*" || outer == "**") return true;
  if (!outer.ends_with("/**")) return false;
  outer.remove_suffix(2);
  return inner.starts_with(outer) && inner.find("..") == std::string_view::npos;
}

// The items stand in order: lines are counted on from one to the next, not from the file's beginning for each.
void add_rules(const settings::SourceFile& file, const json::Value& items, std::string_view list, std::vector<PlacedRule>& out) {
  uint32_t line = 1;
  size_t line_begin = 0, at = 0;
  for (const json::Value& item : items.items) {
    for (; at < item.begin; ++at) {
      if (file.document.text[at] == '\n') ++line, line_begin = at + 1;
    }
    if (item.is(json::Type::kString)) out.push_back({item.string, std::string(list), file.path, fmt::format("{}:{}:{}", file.path, line, item.begin - line_begin + 1), file.scope});
  }
}

}  // namespace

RuleParts parts_of(std::string_view rule) {
  const size_t open = rule.find('(');
  if (open == std::string_view::npos || !rule.ends_with(')')) return {rule, {}, false};
  return {rule.substr(0, open), rule.substr(open + 1, rule.size() - open - 2), true};
}

bool covers(std::string_view outer, std::string_view inner) {
  if (outer == inner) return true;
  const RuleParts o = parts_of(outer), i = parts_of(inner);
  if (!o.has_body && o.tool.starts_with("mcp__") && i.tool.starts_with(std::string(o.tool) + "__")) return true;  // a whole server
  if (o.tool != i.tool) return false;
  if (!o.has_body) return true;
  if (!i.has_body) return o.tool == "Bash" && bash_covers(outer, inner);
  if (o.tool == "Bash") return bash_covers(outer, inner);
  const bool names_paths = o.tool == "Read" || o.tool == "Edit";
  return names_paths && path_covers(o.body, i.body);
}

std::string place_of(const settings::SourceFile& file, uint32_t offset) {
  const Position at = position_at(file.document.text, offset);
  return fmt::format("{}:{}:{}", file.path, at.line, at.column);
}

std::string user_settings(const Context& context) { return context.layout.settings.empty() ? "the user's settings.json" : context.layout.settings; }

std::string said(const PlacedRule& rule) { return fmt::format("{}: permissions.{} has \"{}\"", rule.place, rule.list, text::shown(rule.text, 120)); }

std::vector<PlacedRule> rules_in(const Context& context, std::string_view list) {
  std::vector<PlacedRule> out;
  for (const settings::EffectiveValue& statement : context.effective.statements("permissions." + std::string(list))) {
    if (!statement.honoured) continue;
    for (const settings::SourceFile& file : context.effective.files) {
      if (file.state != settings::FileState::kCounted || file.scope != statement.scope || file.path != statement.path) continue;
      const json::Value* items = file.document.root.at({"permissions", list});
      if (items == nullptr || !items->is(json::Type::kArray)) continue;
      add_rules(file, *items, list, out);
    }
  }
  return out;
}

}  // namespace cordon::doctor
