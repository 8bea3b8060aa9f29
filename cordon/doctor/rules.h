// SPDX-License-Identifier: Apache-2.0
// The permission rules in force, with their places, and how they stand to each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cordon/doctor/doctor.h"

namespace cordon::doctor {

struct PlacedRule {
  std::string text;   // "Bash(git push *)"
  std::string list;   // "allow"
  std::string path;
  std::string place;  // "/home/u/.claude/settings.json:7:5"
  settings::Scope scope = settings::Scope::kUser;
};
// permissions.<list> of every file that counts for it, highest precedence first.
std::vector<PlacedRule> rules_in(const Context& context, std::string_view list);

// "Bash(x)" -> {"Bash", "x", true}; "Read" -> {"Read", "", false}.
struct RuleParts {
  std::string_view tool, body;
  bool has_body = false;
};
RuleParts parts_of(std::string_view rule);

// Everything `inner` matches is matched by `outer`, for certain. False when it cannot be told.
bool covers(std::string_view outer, std::string_view inner);

// "path:line:column" of a value (or of its key) in a file that counted.
std::string place_of(const settings::SourceFile& file, uint32_t offset);
// The user's settings file, for evidence and remedies: its path, or words for it where HOME does not tell.
std::string user_settings(const Context& context);
// A settings file's text for people: "permissions.deny has \"Bash(x)\"".
std::string said(const PlacedRule& rule);

}  // namespace cordon::doctor
