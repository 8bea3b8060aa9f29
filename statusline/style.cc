// SPDX-License-Identifier: Apache-2.0
#include "statusline/style.h"

#include <algorithm>
#include <iterator>

#include "shared/base/text.h"
#include "statusline/width.h"

namespace cordon::statusline {
namespace {

constexpr size_t kDefaultColumns = 80;
constexpr size_t kMostColumns = 100'000;
constexpr size_t kMostLink = 300;

// By Style: kPlain, kGood, kBad, kUnsure, kQuiet, kModel, kPlace, kBranch. Hues keep away from the colours of states and of branches.
// The last theme's colours are Okabe and Ito's, told apart with any kind of colour vision; bad is underlined, too.
constexpr Theme kThemes[] = {
    {"terminal", "the terminal's own sixteen colours",
     {{}, {named(2)}, {named(1), {}, true}, {named(3)}, {{}, {}, false, true}, {named(6)}, {named(4)}, {named(5)}},
     {named(4), named(6), named(12), named(13), named(14)}},
    {"dark", "for a dark background",
     {{}, {rgb(0x7ec699)}, {rgb(0xff6b6b), {}, true}, {rgb(0xf0c674)}, {rgb(0x8a919c)}, {rgb(0x8abeb7)}, {rgb(0x81a2be)}, {rgb(0xc397d8)}},
     {rgb(0x81a2be), rgb(0x8abeb7), rgb(0x6cb6ff), rgb(0xe39fd0), rgb(0x9aa8ff)}},
    {"light", "for a light background",
     {{}, {rgb(0x1a7f37)}, {rgb(0xb3261e), {}, true}, {rgb(0x8a5a00)}, {rgb(0x6e7781)}, {rgb(0x0b7285)}, {rgb(0x0550ae)}, {rgb(0x7a3e9d)}},
     {rgb(0x0550ae), rgb(0x0b7285), rgb(0x3f51b5), rgb(0xa03070), rgb(0x4a5a8a)}},
    {"colour-blind", "told apart with any kind of colour vision",
     {{}, {rgb(0x56b4e9)}, {rgb(0xd55e00), {}, true, false, false, true}, {rgb(0xe69f00)}, {{}, {}, false, true}, {}, {rgb(0xcc79a7)}, {rgb(0x009e73)}},
     {rgb(0xcc79a7), rgb(0x0072b2), rgb(0x999999), rgb(0xb3a2e0), rgb(0x7fc8c0)}},
};

bool says_no(std::string_view value) { return value == "0" || value == "false"; }

bool holds(const std::optional<std::string>& value, std::string_view part) { return value && value->find(part) != std::string::npos; }

// What a terminal that may be coloured at all can show.
Level best_level(const World& world) {
  const auto term = world.env("TERM");
  const auto colours = world.env("COLORTERM");
  if (holds(colours, "truecolor") || holds(colours, "24bit") || holds(term, "-direct")) return Level::kTrue;
  return holds(term, "256color") ? Level::k256 : Level::kNamed;
}

Level level_of(const World& world) {
  if (world.env_set("NO_COLOR")) return Level::kNone;
  if (const auto force = world.env_set("FORCE_COLOR")) {
    if (says_no(*force)) return Level::kNone;
    if (*force == "1" || *force == "2" || *force == "3") return static_cast<Level>((*force)[0] - '0');
    return best_level(world);
  }
  if (const auto force = world.env_set("CLICOLOR_FORCE"); force && !says_no(*force)) return best_level(world);
  if (const auto wish = world.env_set("CLICOLOR"); wish && says_no(*wish)) return Level::kNone;
  const auto term = world.env("TERM");
  return !term || (!term->empty() && *term != "dumb") ? best_level(world) : Level::kNone;
}

size_t columns_of(std::string_view text) {
  size_t columns = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return kDefaultColumns;
    columns = std::min(columns * 10 + static_cast<size_t>(c - '0'), kMostColumns);
  }
  return columns == 0 ? kDefaultColumns : columns;
}

bool is_utf8(const World& world) {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (const auto value = world.env_set(name)) {
      const std::string lower = text::ascii_lower(*value);
      return lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
    }
  }
  return false;
}

}  // namespace

size_t width_of(const Spans& spans) {
  size_t width = 0;
  for (const Span& span : spans) width += width_of(span.text);
  return width;
}

// FNV-1a: short, and spreads short names well.
uint8_t hue_of(std::string_view name) {
  uint32_t hash = 2166136261u;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return static_cast<uint8_t>(1 + (hash ^ (hash >> 16)) % kHues);
}

bool is_safe_link(std::string_view url) {
  if (url.size() > kMostLink || (!url.starts_with("https://") && !url.starts_with("http://"))) return false;
  return std::all_of(url.begin(), url.end(), [](char c) { return c > ' ' && c < '\x7f' && c != '"' && c != '\\' && c != '<' && c != '>'; });
}

std::span<const Theme> themes() { return kThemes; }

Paint paint_of(const Theme& theme, Style style, uint8_t hue) {
  Paint paint = theme.styles[static_cast<size_t>(style)];
  if (style == Style::kPlace && hue > 0 && hue <= kHues) paint.fg = theme.hues[hue - 1];
  return paint;
}

size_t shown_columns(size_t columns, size_t padding) {
  constexpr size_t kMargin = 4;
  const size_t taken = kMargin + 2 * std::min(padding, columns);
  return columns > taken ? columns - taken : 1;
}

StyleEnv style_env(const World& world) { return {level_of(world), columns_of(world.env("COLUMNS").value_or("")), is_utf8(world)}; }

}  // namespace cordon::statusline
