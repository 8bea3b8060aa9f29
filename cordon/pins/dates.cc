// SPDX-License-Identifier: Apache-2.0
#include "cordon/pins/dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "shared/base/text.h"

namespace cordon::pins {
namespace {

// Howard Hinnant's days_from_civil, in the words of the proleptic Gregorian calendar.
int64_t days_of(int64_t year, int64_t month, int64_t day) {
  year -= month <= 2 ? 1 : 0;
  const int64_t era = (year >= 0 ? year : year - 399) / 400;
  const int64_t of_era = year - era * 400;
  const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

bool is_leap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
int64_t days_in(int64_t year, int64_t month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[static_cast<size_t>(month - 1)] + (month == 2 && is_leap(year) ? 1 : 0);
}

// Digits of exactly this many places from the front.
std::optional<int64_t> take(std::string_view& s, size_t places) {
  int64_t value = 0;
  if (s.size() < places) return std::nullopt;
  const auto [end, error] = std::from_chars(s.data(), s.data() + places, value);
  if (error != std::errc() || end != s.data() + places || value < 0) return std::nullopt;
  s.remove_prefix(places);
  return value;
}
bool skip(std::string_view& s, char c) {
  if (!s.starts_with(c)) return false;
  s.remove_prefix(1);
  return true;
}

// "23:44:39" -> seconds of the day.
std::optional<int64_t> take_clock(std::string_view& s) {
  const auto hour = take(s, 2);
  const auto minute = hour && skip(s, ':') ? take(s, 2) : std::nullopt;
  if (!minute || *hour > 23 || *minute > 59) return std::nullopt;
  if (!skip(s, ':')) return *hour * 3600 + *minute * 60;
  const auto second = take(s, 2);
  if (!second || *second > 60) return std::nullopt;
  return *hour * 3600 + *minute * 60 + *second;
}

// "", "Z", "UTC", "GMT", "+0200", "-05:30" -> seconds east of Greenwich.
std::optional<int64_t> zone_of(std::string_view s) {
  if (s.empty() || s == "Z" || s == "UTC" || s == "GMT") return 0;
  const int64_t sign = s[0] == '-' ? -1 : 1;
  if (s[0] != '+' && s[0] != '-') return std::nullopt;
  s.remove_prefix(1);
  const auto hours = take(s, 2);
  skip(s, ':');
  const auto minutes = hours ? take(s, 2) : std::nullopt;
  if (!minutes || !s.empty() || *hours > 15 || *minutes > 59) return std::nullopt;
  return sign * (*hours * 3600 + *minutes * 60);
}

std::optional<int64_t> date_seconds(int64_t year, int64_t month, int64_t day) {
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > days_in(year, month)) return std::nullopt;
  return days_of(year, month, day) * kDay;
}

std::optional<int64_t> iso_seconds(std::string_view s) {
  const auto year = take(s, 4);
  const auto month = year && skip(s, '-') ? take(s, 2) : std::nullopt;
  const auto day = month && skip(s, '-') ? take(s, 2) : std::nullopt;
  const auto date = day ? date_seconds(*year, *month, *day) : std::nullopt;
  if (!date || s.empty()) return date;
  if (!skip(s, 'T') && !skip(s, ' ')) return std::nullopt;
  const auto clock = take_clock(s);
  if (skip(s, '.')) s.remove_prefix(std::min(s.find_first_not_of("0123456789"), s.size()));
  const auto zone = clock ? zone_of(s) : std::nullopt;
  return zone ? std::optional(*date + *clock - *zone) : std::nullopt;
}

// "Sat, 11 Jul 2026 10:16:37 UTC", the day of the week optional.
std::optional<int64_t> mail_seconds(std::string_view s) {
  if (const size_t comma = s.find(','); comma != std::string_view::npos) s = text::trim(s.substr(comma + 1));
  std::vector<std::string_view> words = text::split(s, ' ');
  std::erase(words, std::string_view());
  if (words.size() != 5) return std::nullopt;
  constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto month = std::find(kMonths.begin(), kMonths.end(), words[1]);
  std::string_view day_text = words[0], year_text = words[2], clock_text = words[3];
  const auto day = take(day_text, day_text.size()), year = take(year_text, 4);
  if (month == kMonths.end() || !day || !year) return std::nullopt;
  const auto date = date_seconds(*year, month - kMonths.begin() + 1, *day);
  const auto clock = take_clock(clock_text), zone = zone_of(words[4]);
  return date && clock && zone ? std::optional(*date + *clock - *zone) : std::nullopt;
}

}  // namespace

std::optional<int64_t> seconds_of(std::string_view date) {
  date = text::trim(date);
  if (const auto iso = iso_seconds(date)) return iso;
  return mail_seconds(date);
}

std::string day_of(int64_t seconds) {
  // The other way round, by search: a handful of steps, and nothing to get wrong twice.
  const int64_t days = seconds / kDay;
  int64_t year = 1970 + days / 366, month = 1;
  while (days_of(year + 1, 1, 1) <= days) ++year;
  while (month < 12 && days_of(year, month + 1, 1) <= days) ++month;
  return fmt::format("{:04}-{:02}-{:02}", year, month, days - days_of(year, month, 1) + 1);
}

}  // namespace cordon::pins
