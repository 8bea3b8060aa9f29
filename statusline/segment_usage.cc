// SPDX-License-Identifier: Apache-2.0
// What the session uses: context, money, time, lines, limits. What is not known is never shown as zero.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "statusline/families.h"

namespace cordon::statusline {
namespace {

constexpr double kFull = 100, kHigh = 80, kSome = 60;  // percent

// Halves go up; out of range is clamped, as the payload's own numbers have been seen beyond it.
int whole_percent(double percent) { return static_cast<int>(std::floor(std::clamp(percent, 0.0, kFull) + 0.5)); }

Style load_style(int percent) { return percent >= kHigh ? Style::kBad : percent >= kSome ? Style::kUnsure : Style::kGood; }

std::optional<double> context_percent(const payload::Payload& payload) {
  const auto given = payload.number("context_window.used_percentage");
  if (given && !std::isnan(given.value)) return given.value;
  const auto size = payload.number("context_window.context_window_size");
  const auto input = payload.number("context_window.current_usage.input_tokens");
  if (!size || !(size.value > 0) || !std::isfinite(size.value) || !input) return std::nullopt;
  const double used = input.value + payload.number("context_window.current_usage.cache_creation_input_tokens").value_or(0) +
                      payload.number("context_window.current_usage.cache_read_input_tokens").value_or(0);
  return std::isfinite(used) ? std::optional(used / size.value * kFull) : std::nullopt;
}

void add_limit(Spans& spans, const Facts& facts, std::string_view name, std::string_view path) {
  const auto used = facts.payload.number(path);
  if (!used || std::isnan(used.value)) return;
  const int percent = whole_percent(used.value);
  spans.push_back({fmt::format("{}{} {}%", spans.empty() ? "" : " ", name, percent), load_style(percent)});
}

}  // namespace

Spans show_context(const Facts& facts) {
  const auto percent = context_percent(facts.payload);
  if (!percent) return {{"--", Style::kQuiet}};
  const int whole = whole_percent(*percent);
  return {{fmt::format("{}%", whole), load_style(whole)}};
}

Spans show_cost(const Facts& facts) {
  const auto cost = facts.payload.number("cost.total_cost_usd");
  if (!cost || !(cost.value >= 0)) return {};
  if (cost.value >= 1e6) return {{"$>1M", Style::kPlain}};
  // Through whole cents: fmt's floating-point formatter would cost more than the rest of the line.
  const auto cents = static_cast<int64_t>(cost.value * 100 + 0.5);
  return {{fmt::format("${}.{:02}", cents / 100, cents % 100), Style::kPlain}};
}

Spans show_duration(const Facts& facts) {
  const auto given = facts.payload.number("cost.total_duration_ms");
  if (!given || !(given.value >= 0) || given.value > 1e13) return {};
  const int64_t seconds = static_cast<int64_t>(given.value) / 1000, minutes = seconds / 60, hours = minutes / 60;
  if (minutes == 0) return {{fmt::format("{}s", seconds), Style::kQuiet}};
  if (hours == 0) return {{fmt::format("{}m", minutes), Style::kQuiet}};
  return {{fmt::format("{}h{:02}m", hours, minutes % 60), Style::kQuiet}};
}

Spans show_lines(const Facts& facts) {
  const double added = facts.payload.number("cost.total_lines_added").value_or(0);
  const double removed = facts.payload.number("cost.total_lines_removed").value_or(0);
  const auto sane = [](double n) { return n >= 0 && n <= 1e9; };
  if (!sane(added) || !sane(removed) || added + removed == 0) return {};
  return {{fmt::format("+{}", static_cast<int64_t>(added)), Style::kGood}, {fmt::format(" -{}", static_cast<int64_t>(removed)), Style::kPlain}};
}

Spans show_limits(const Facts& facts) {
  Spans spans;
  add_limit(spans, facts, "5h", "rate_limits.five_hour.used_percentage");
  add_limit(spans, facts, "7d", "rate_limits.seven_day.used_percentage");
  return spans;
}

}  // namespace cordon::statusline
