// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/toml_tree.h"

#include <algorithm>

#include "shared/settings/toml_plus_plus.h"

namespace cordon::settings {
namespace {

std::string two(unsigned number) { return {static_cast<char>('0' + number / 10 % 10), static_cast<char>('0' + number % 10)}; }
std::string day(const toml::date& date) { return two(date.year / 100) + two(date.year % 100) + "-" + two(date.month) + "-" + two(date.day); }

TomlNode node_of(const toml::node& node) {
  TomlNode out;
  out.line = node.source().begin.line;
  out.column = node.source().begin.column;
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, value] : *table) {
      out.members.push_back(node_of(value));
      out.members.back().key = key.str();
    }
    // toml++ sorts by name; people expect their own order.
    std::stable_sort(out.members.begin(), out.members.end(), [](const TomlNode& a, const TomlNode& b) { return a.line != b.line ? a.line < b.line : a.column < b.column; });
  } else if (const toml::array* array = node.as_array()) {
    out.kind = TomlNode::Kind::kList;
    for (const toml::node& item : *array) out.items.push_back(node_of(item));
  } else if (const auto text = node.value_exact<std::string>()) {
    out.kind = TomlNode::Kind::kText;
    out.text = *text;
  } else if (const auto flag = node.value_exact<bool>()) {
    out.kind = TomlNode::Kind::kFlag;
    out.flag = *flag;
  } else if (const auto integer = node.value_exact<int64_t>()) {
    out.kind = TomlNode::Kind::kInteger;
    out.integer = *integer;
    out.number = static_cast<double>(*integer);
  } else if (const auto number = node.value_exact<double>()) {
    out.kind = TomlNode::Kind::kFloat;
    out.number = *number;
  } else {
    out.kind = TomlNode::Kind::kDate;
    if (const auto date = node.value_exact<toml::date>()) out.text = day(*date);
    if (const auto moment = node.value_exact<toml::date_time>()) out.text = day(moment->date);
  }
  return out;
}

}  // namespace

const TomlNode* TomlNode::find(std::string_view name) const {
  const auto found = std::find_if(members.begin(), members.end(), [&](const TomlNode& member) { return member.key == name; });
  return found == members.end() ? nullptr : &*found;
}

Result<TomlNode> parse_toml(std::string_view text, const std::string& file) {
  const toml::parse_result parsed = toml::parse(text);
  if (parsed) return node_of(parsed.table());
  const auto where = parsed.error().source().begin;
  return fail(lower_sentence(parsed.error().description()), file, where.line, where.column);
}

}  // namespace cordon::settings
