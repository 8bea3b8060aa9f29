// SPDX-License-Identifier: Apache-2.0
// Where hooks of ours stand in the settings files that count.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cordon/doctor/doctor.h"

namespace cordon::doctor {

struct WiredEntry {
  std::string program;  // "bypass-warn"
  std::string event;    // "PreToolUse"
  std::string matcher;
  std::string command;
  std::vector<std::string> args;
  bool exec_form = false;
  const json::Value* entry = nullptr;
  const settings::SourceFile* file = nullptr;
  std::string place;    // "/home/u/.claude/settings.json:7:5"
};
std::vector<WiredEntry> wired_entries(const Context& context);

// "Bash|PowerShell" is covered by "", "*", ".*", "PowerShell|Bash|Edit"; kUnsure: a pattern that is no plain list of names.
enum class Coverage : uint8_t { kYes, kNo, kUnsure };
Coverage covers_tools(std::string_view matcher, std::string_view wanted);

// Puts the wiring of the user's settings right, as `cordon install` would; nothing where no install is recorded.
std::optional<Fix> wiring_fix(const Context& context);

}  // namespace cordon::doctor
