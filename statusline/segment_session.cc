// SPDX-License-Identifier: Apache-2.0
// Who is at work: model and the session's own names and switches.
#include <fmt/format.h>

#include "statusline/families.h"
#include "statusline/width.h"

namespace cordon::statusline {
namespace {

constexpr size_t kModelColumns = 40;
constexpr size_t kNameColumns = 24;
constexpr size_t kTextColumns = 80;

std::string shown(const Facts& facts, std::string_view path, size_t columns) { return one_line(facts.payload.text(path).value, columns); }

Spans name_at(const Facts& facts, std::string_view path) {
  std::string name = shown(facts, path, kNameColumns);
  if (name.empty()) return {};
  return {{std::move(name), Style::kQuiet}};
}

}  // namespace

Spans show_model(const Facts& facts, const Ask&) {
  // The last one: other tools' schemas know a model that is a plain string (cases SL-007).
  for (const std::string_view path : {"model.display_name", "model.id", "model"}) {
    std::string name = shown(facts, path, kModelColumns);
    if (!name.empty()) return {{std::move(name), Style::kModel}};
  }
  return {{"Claude", Style::kModel}};
}

Spans show_effort(const Facts& facts, const Ask&) { return name_at(facts, "effort.level"); }

Spans show_thinking(const Facts& facts, const Ask&) {
  if (!facts.payload.flag("thinking.enabled").value_or(false)) return {};
  return {{"thinking", Style::kQuiet}};
}

Spans show_fast(const Facts& facts, const Ask&) {
  if (!facts.payload.flag("fast_mode").value_or(false)) return {};
  return {{"fast", Style::kUnsure}};
}

Spans show_output_style(const Facts& facts, const Ask&) {
  if (facts.payload.text("output_style.name").value == "default") return {};
  return name_at(facts, "output_style.name");
}

Spans show_agent(const Facts& facts, const Ask&) { return name_at(facts, "agent.name"); }
Spans show_session_name(const Facts& facts, const Ask&) { return name_at(facts, "session_name"); }
Spans show_version(const Facts& facts, const Ask&) { return name_at(facts, "version"); }
Spans show_vim(const Facts& facts, const Ask&) { return name_at(facts, "vim.mode"); }

Spans show_text(const Facts&, const Ask& ask) {
  std::string text = one_line(ask.options, kTextColumns);
  if (text.empty()) return {};
  return {{std::move(text), Style::kPlain}};
}

Spans show_clock(const Facts& facts, const Ask& ask) {
  const std::tm& at = facts.local_time;
  std::string text = ask.wants("date") ? fmt::format("{:04}-{:02}-{:02} ", at.tm_year + 1900, at.tm_mon + 1, at.tm_mday) : std::string();
  const bool twelve = ask.wants("12h");
  text += fmt::format("{:02}:{:02}", twelve ? (at.tm_hour + 11) % 12 + 1 : at.tm_hour, at.tm_min);
  if (ask.wants("seconds")) text += fmt::format(":{:02}", at.tm_sec);
  if (twelve) text += at.tm_hour < 12 ? "am" : "pm";
  return {{std::move(text), Style::kQuiet}};
}

}  // namespace cordon::statusline
