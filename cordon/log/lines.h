// SPDX-License-Identifier: Apache-2.0
// Lines of the log of verdicts (shared/hook/log.h): which are wanted, and how a person reads them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cordon::log_command {

struct Wanted {
  int64_t since = 0;   // seconds since the epoch
  std::string hook;    // "" all
};

// "30m", "2h", "1d", "90s" before `now`; "2026-11-30", "2026-11-30T12:00" (local time); "1800000000". Nothing for other texts.
std::optional<int64_t> parse_since(const std::string& text, int64_t now);

// The line as a person reads it, "" when it is not wanted. A line that is no JSON object is shown as what it is.
//   2026-11-30 12:00:01  deny    git-add-guard    git add -A
//                        git add -A would stage …
std::string shown_line(std::string_view line, const Wanted& wanted);
// The same line as it stands, "" when it is not wanted or no JSON object.
std::string json_line(std::string_view line, const Wanted& wanted);

}  // namespace cordon::log_command
