// SPDX-License-Identifier: Apache-2.0
// What runs out by itself: the plan's limits, the prompt cache.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "statusline/families.h"

namespace cordon::statusline {
namespace {

constexpr double kLatest = 1e11;  // seconds since the epoch; larger numbers are milliseconds

std::optional<int> digits(std::string_view text, size_t at, size_t count) {
  int value = 0;
  if (text.size() < at + count) return std::nullopt;
  for (const char c : text.substr(at, count)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

// Days since the epoch of a date of the Gregorian calendar (years start in March, so that the leap day is the last one).
int64_t days_of(int64_t year, int month, int day) {
  year -= month <= 2 ? 1 : 0;
  const int64_t era = year / 400, of_era = year - era * 400;
  const int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146'097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719'468;
}

// "2026-01-02T03:04:05Z": the only form in use; other zones than UTC are not read.
std::optional<double> time_in(std::string_view text) {
  const auto year = digits(text, 0, 4), month = digits(text, 5, 2), day = digits(text, 8, 2);
  const auto hour = digits(text, 11, 2), minute = digits(text, 14, 2), second = digits(text, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second || !text.ends_with('Z')) return std::nullopt;
  if (*month < 1 || *month > 12 || *day < 1 || *day > 31) return std::nullopt;
  return static_cast<double>(days_of(*year, *month, *day) * 86'400 + *hour * 3600 + *minute * 60 + *second);
}

std::optional<double> time_at(const payload::Payload& payload, std::string_view path) {
  const auto number = payload.number(path);
  if (!number) return time_in(payload.text(path).value);
  if (!std::isfinite(number.value) || number.value <= 0) return std::nullopt;
  return number.value >= kLatest ? number.value / 1000 : number.value;
}

struct Limit {
  std::string_view option, path;
};
constexpr Limit kLimits[] = {{"5h", "rate_limits.five_hour"}, {"7d", "rate_limits.seven_day"}, {"spend", "rate_limits.spend_limit"}};

// With the time to the reset when it is wanted, and always when the limit is nearly used up: then it is what matters.
void add_limit(Spans& spans, const Facts& facts, const Limit& limit, const Ask& ask) {
  const std::string path(limit.path);
  const auto used = facts.payload.number(path + ".used_percentage");
  if (!used || std::isnan(used.value)) return;
  const int percent = whole_percent(used.value);
  const Style style = load_style(percent, ask);
  spans.push_back({fmt::format("{}{} {}%", spans.empty() ? "" : " ", limit.option, percent), style});
  if (ask.brief || (!ask.wants("reset") && style != Style::kBad)) return;
  const auto reset = time_at(facts.payload, path + ".resets_at");
  const std::string left = reset ? short_time(*reset - static_cast<double>(facts.now)) : std::string();
  if (!left.empty()) spans.push_back({fmt::format(" ({})", left), Style::kQuiet});
}

}  // namespace

std::string short_time(double seconds) {
  if (!(seconds > 0) || seconds > 4e8) return {};
  const auto whole = static_cast<int64_t>(seconds);
  const int64_t minutes = whole / 60, hours = minutes / 60, days = hours / 24;
  if (minutes == 0) return fmt::format("{}s", whole);
  if (minutes < 10) return fmt::format("{}m{:02}s", minutes, whole % 60);
  if (hours == 0) return fmt::format("{}m", minutes);
  if (days == 0) return fmt::format("{}h{:02}m", hours, minutes % 60);
  return fmt::format("{}d{}h", days, hours % 24);
}

Spans show_limits(const Facts& facts, const Ask& ask) {
  const bool all = !ask.wants("5h") && !ask.wants("7d") && !ask.wants("spend");
  Spans spans;
  for (const Limit& limit : kLimits) {
    if (all || ask.wants(limit.option)) add_limit(spans, facts, limit, ask);
  }
  return spans;
}

Spans show_cache(const Facts& facts, const Ask& ask) {
  const auto warm = facts.payload.flag("prompt_cache.warm");
  if (!warm) return {};
  const auto expires = time_at(facts.payload, "prompt_cache.expires_at");
  const double left = expires ? *expires - static_cast<double>(facts.now) : 0;
  if (!warm.value || (expires && left <= 0)) return {{"cache cold", Style::kQuiet}};
  const std::string time = ask.brief ? std::string() : short_time(left);
  return {{time.empty() ? "cache warm" : "cache " + time, Style::kGood}};
}

}  // namespace cordon::statusline
