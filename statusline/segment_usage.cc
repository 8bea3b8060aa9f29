// SPDX-License-Identifier: Apache-2.0
// What the session uses: context, money, time, lines. What is not known is never shown as zero.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "statusline/families.h"

namespace cordon::statusline {
namespace {

constexpr double kFull = 100;  // percent
constexpr int kBarColumns = 10;

struct Context {
  std::optional<double> percent, tokens, size;
};

std::optional<double> sane(const payload::NumberField& field) {
  return field && std::isfinite(field.value) && field.value >= 0 ? std::optional(field.value) : std::nullopt;
}

// The percentage as given: the payload's own count. Without it, from what the last answer took.
Context context_of(const payload::Payload& payload) {
  Context context;
  context.size = sane(payload.number("context_window.context_window_size"));
  if (const auto input = sane(payload.number("context_window.current_usage.input_tokens"))) {
    const double cached = payload.number("context_window.current_usage.cache_creation_input_tokens").value_or(0) +
                          payload.number("context_window.current_usage.cache_read_input_tokens").value_or(0);
    if (std::isfinite(cached)) context.tokens = *input + cached;
  }
  const auto given = payload.number("context_window.used_percentage");
  if (given && !std::isnan(given.value)) {
    context.percent = given.value;
  } else if (context.tokens && context.size.value_or(0) > 0) {
    context.percent = *context.tokens / *context.size * kFull;
  }
  return context;
}

// "950", "5.5k", "420k", "1M". In whole tenths: fmt's floating-point formatter would cost more than the rest of the line.
std::string short_count(double count) {
  if (count >= 1e12) return ">1T";
  const auto whole = static_cast<int64_t>(count);
  if (whole < 1000) return fmt::format("{}", whole);
  const bool millions = whole >= 999'950;
  const int64_t tenths = (whole + (millions ? 50'000 : 50)) / (millions ? 100'000 : 100);
  const char* unit = millions ? "M" : "k";
  return tenths >= 100 || tenths % 10 == 0 ? fmt::format("{}{}", (tenths + (tenths >= 100 ? 5 : 0)) / 10, unit) : fmt::format("{}.{}{}", tenths / 10, tenths % 10, unit);
}

// Filled by whole cells; anything but nothing shows at least one.
void add_bar(Spans& spans, int percent, const Ask& ask) {
  const bool ascii = ask.icons == Icons::kAscii;
  const int filled = percent == 0 ? 0 : std::clamp((percent * kBarColumns + 50) / 100, 1, kBarColumns);
  std::string full, rest;
  for (int i = 0; i < kBarColumns; ++i) (i < filled ? full : rest) += i < filled ? (ascii ? "#" : "█") : (ascii ? "-" : "░");
  if (!full.empty()) spans.push_back({std::move(full), load_style(percent, ask)});
  if (!rest.empty()) spans.push_back({std::move(rest), Style::kQuiet});
}

void add_part(Spans& spans, std::string text, Style style) { spans.push_back({(spans.empty() ? "" : " ") + std::move(text), style}); }

}  // namespace

int whole_percent(double percent) { return static_cast<int>(std::floor(std::clamp(percent, 0.0, kFull) + 0.5)); }

Style load_style(int percent, const Ask& ask) { return percent >= ask.high ? Style::kBad : percent >= ask.some ? Style::kUnsure : Style::kGood; }

Spans show_context(const Facts& facts, const Ask& ask) {
  const Context context = context_of(facts.payload);
  if (!context.percent) return {{"--", Style::kQuiet}};
  const int whole = whole_percent(*context.percent);
  const Style style = load_style(whole, ask);
  Spans spans;
  if (ask.wants("bar") && !ask.brief) add_bar(spans, whole, ask);
  const bool other = ask.wants("bar") || ask.wants("tokens") || ask.wants("left");
  if (ask.wants("percent") || ask.brief || !other) add_part(spans, fmt::format("{}%", whole), style);
  if (ask.brief) return spans;
  if (ask.wants("left")) add_part(spans, fmt::format("{}% left", 100 - whole), style);
  if (ask.wants("tokens") && context.tokens) {
    add_part(spans, context.size ? fmt::format("{}/{}", short_count(*context.tokens), short_count(*context.size)) : short_count(*context.tokens), Style::kQuiet);
  }
  if (spans.empty()) add_part(spans, fmt::format("{}%", whole), style);  // only tokens were wanted, and they are not known
  return spans;
}

Spans show_cost(const Facts& facts, const Ask&) {
  const auto cost = facts.payload.number("cost.total_cost_usd");
  if (!cost || !(cost.value >= 0)) return {};
  if (cost.value >= 1e6) return {{"$>1M", Style::kPlain}};
  const auto cents = static_cast<int64_t>(cost.value * 100 + 0.5);
  return {{fmt::format("${}.{:02}", cents / 100, cents % 100), Style::kPlain}};
}

Spans show_duration(const Facts& facts, const Ask&) {
  const auto given = facts.payload.number("cost.total_duration_ms");
  if (!given || !(given.value >= 0) || given.value > 1e13) return {};
  const int64_t seconds = static_cast<int64_t>(given.value) / 1000, minutes = seconds / 60, hours = minutes / 60;
  if (minutes == 0) return {{fmt::format("{}s", seconds), Style::kQuiet}};
  if (hours == 0) return {{fmt::format("{}m", minutes), Style::kQuiet}};
  return {{fmt::format("{}h{:02}m", hours, minutes % 60), Style::kQuiet}};
}

Spans show_lines(const Facts& facts, const Ask&) {
  const double added = facts.payload.number("cost.total_lines_added").value_or(0);
  const double removed = facts.payload.number("cost.total_lines_removed").value_or(0);
  const auto possible = [](double n) { return n >= 0 && n <= 1e9; };
  if (!possible(added) || !possible(removed) || added + removed == 0) return {};
  return {{fmt::format("+{}", static_cast<int64_t>(added)), Style::kGood}, {fmt::format(" -{}", static_cast<int64_t>(removed)), Style::kPlain}};
}

}  // namespace cordon::statusline
