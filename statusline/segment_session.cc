// SPDX-License-Identifier: Apache-2.0
// Who is at work: model and the session's own names and switches.
#include "statusline/families.h"
#include "statusline/width.h"

namespace cordon::statusline {
namespace {

constexpr size_t kModelColumns = 40;
constexpr size_t kNameColumns = 24;

std::string shown(const Facts& facts, std::string_view path, size_t columns) { return one_line(facts.payload.text(path).value, columns); }

Spans named(const Facts& facts, std::string_view path) {
  std::string name = shown(facts, path, kNameColumns);
  if (name.empty()) return {};
  return {{std::move(name), Style::kQuiet}};
}

}  // namespace

Spans show_model(const Facts& facts) {
  // The last one: other tools' schemas know a model that is a plain string (cases SL-007).
  for (const std::string_view path : {"model.display_name", "model.id", "model"}) {
    std::string name = shown(facts, path, kModelColumns);
    if (!name.empty()) return {{std::move(name), Style::kModel}};
  }
  return {{"Claude", Style::kModel}};
}

Spans show_effort(const Facts& facts) { return named(facts, "effort.level"); }

Spans show_output_style(const Facts& facts) {
  if (facts.payload.text("output_style.name").value == "default") return {};
  return named(facts, "output_style.name");
}

Spans show_agent(const Facts& facts) { return named(facts, "agent.name"); }
Spans show_session_name(const Facts& facts) { return named(facts, "session_name"); }
Spans show_version(const Facts& facts) { return named(facts, "version"); }
Spans show_vim(const Facts& facts) { return named(facts, "vim.mode"); }

}  // namespace cordon::statusline
