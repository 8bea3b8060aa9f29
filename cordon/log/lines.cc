// SPDX-License-Identifier: Apache-2.0
#include "cordon/log/lines.h"

#include <fmt/format.h>

#include <charconv>
#include <ctime>

#include "shared/base/text.h"
#include "shared/json/json.h"

namespace cordon::log_command {
namespace {

constexpr size_t kMostShown = 200;

int64_t time_of(const json::Value& line) {
  const json::Value* value = line.find("time");
  return value != nullptr && value->is(json::Type::kNumber) && value->number > 0 && value->number < 1e12 ? static_cast<int64_t>(value->number) : 0;
}

bool is_wanted(const json::Value& line, const Wanted& wanted) {
  return line.is(json::Type::kObject) && time_of(line) >= wanted.since && (wanted.hook.empty() || line.text("hook") == wanted.hook);
}

std::string local_time(int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts{};
  localtime_r(&time, &parts);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::optional<int64_t> number_of(std::string_view text) {
  int64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size() || number < 0 || number > 1'000'000'000'000) return std::nullopt;
  return number;
}

}  // namespace

std::optional<int64_t> parse_since(const std::string& text, int64_t now) {
  if (text.empty()) return std::nullopt;
  constexpr std::string_view kUnits = "smhdw";
  constexpr int64_t kSeconds[] = {1, 60, 3600, 86400, 604800};
  if (const size_t unit = kUnits.find(text.back()); unit != std::string_view::npos) {
    const auto number = number_of(std::string_view(text).substr(0, text.size() - 1));
    return number && *number <= 1'000'000 ? std::optional(now - *number * kSeconds[unit]) : std::nullopt;
  }
  if (const auto seconds = number_of(text); seconds && *seconds > 99999) return seconds;
  std::tm parts{};
  for (const char* format : {"%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%d"}) {
    parts = {};
    parts.tm_isdst = -1;
    const char* end = strptime(text.c_str(), format, &parts);
    if (end != nullptr && *end == '\0') return static_cast<int64_t>(std::mktime(&parts));
  }
  return std::nullopt;
}

std::string shown_line(std::string_view line, const Wanted& wanted) {
  const auto parsed = json::parse(std::string(line));
  if (!parsed) return wanted.since == 0 && wanted.hook.empty() ? "(not a line of the log) " + text::shown(line, kMostShown) + "\n" : "";
  if (!is_wanted(parsed->root, wanted)) return {};
  const auto at = [&](std::string_view key) { return text::shown(parsed->root.text(key), kMostShown); };
  std::string what = at("what");
  if (what.empty()) what = at("event");
  std::string out = fmt::format("{}  {:<8}{:<17}{}\n", local_time(time_of(parsed->root)), at("verdict"), at("hook"), what);
  std::string said(parsed->root.text("said"));
  said = text::shown(said.substr(0, said.find('\n')), kMostShown);
  if (!said.empty()) out += fmt::format("{:21}{}\n", "", said);
  return out;
}

std::string json_line(std::string_view line, const Wanted& wanted) {
  const auto parsed = json::parse(std::string(line));
  return parsed && is_wanted(parsed->root, wanted) ? std::string(line) + "\n" : std::string();
}

}  // namespace cordon::log_command
