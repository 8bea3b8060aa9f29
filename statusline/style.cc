// SPDX-License-Identifier: Apache-2.0
#include "statusline/style.h"

#include <algorithm>

#include "statusline/width.h"

namespace cordon::statusline {
namespace {

constexpr size_t kDefaultColumns = 80;
constexpr size_t kMostColumns = 100'000;

// By Style. Only the sixteen basic colours: they follow the person's own theme.
constexpr std::string_view kEscapes[] = {
    "",            // kPlain
    "\x1b[32m",    // kGood: green
    "\x1b[1;31m",  // kBad: bold red
    "\x1b[33m",    // kUnsure: yellow
    "\x1b[2m",     // kQuiet: dim
    "\x1b[36m",    // kModel: cyan
    "\x1b[34m",    // kPlace: blue
    "\x1b[35m",    // kBranch: magenta
};
constexpr std::string_view kReset = "\x1b[0m";

bool says_no(std::string_view value) { return value == "0" || value == "false"; }

bool wants_colours(const World& world) {
  if (world.env_set("NO_COLOR")) return false;
  if (const auto force = world.env_set("FORCE_COLOR")) return !says_no(*force);
  if (const auto force = world.env_set("CLICOLOR_FORCE"); force && !says_no(*force)) return true;
  if (const auto wish = world.env_set("CLICOLOR"); wish && says_no(*wish)) return false;
  const auto term = world.env("TERM");
  return !term || (!term->empty() && *term != "dumb");
}

size_t columns_of(std::string_view text) {
  size_t columns = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return kDefaultColumns;
    columns = std::min(columns * 10 + static_cast<size_t>(c - '0'), kMostColumns);
  }
  return columns == 0 ? kDefaultColumns : columns;
}

}  // namespace

size_t width_of(const Spans& spans) {
  size_t width = 0;
  for (const Span& span : spans) width += width_of(span.text);
  return width;
}

StyleEnv style_env(const World& world) { return {wants_colours(world), columns_of(world.env("COLUMNS").value_or(""))}; }

void paint(std::string& out, const Spans& spans, bool colours) {
  for (const Span& span : spans) {
    const std::string_view escape = colours ? kEscapes[static_cast<size_t>(span.style)] : "";
    out += escape;
    out += span.text;
    if (!escape.empty()) out += kReset;
  }
}

}  // namespace cordon::statusline
