// SPDX-License-Identifier: Apache-2.0
// What a span of text means, how the themes paint that, and what the environment allows. Standard output is a pipe to the
// runtime and never a terminal, so the environment decides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"
#include "statusline/colour.h"

namespace cordon::statusline {

enum class Style : uint8_t { kPlain, kGood, kBad, kUnsure, kQuiet, kModel, kPlace, kBranch };
inline constexpr size_t kStyles = 8;
inline constexpr size_t kHues = 5;

struct Span {
  std::string text;  // visible text, see one_line()
  Style style = Style::kPlain;
  uint8_t hue = 0;   // of kPlace: 1 + which of the theme's hues; 0: the style's own colour
  std::string link = {};  // where it leads, see is_safe_link(); "" nowhere
};
using Spans = std::vector<Span>;
size_t width_of(const Spans& spans);

// The same name has the same hue in every session and on every machine: 1 … kHues.
uint8_t hue_of(std::string_view name);
// http(s) in printable ASCII without blanks, quotes or backslashes, and not too long.
bool is_safe_link(std::string_view url);

struct Theme {
  std::string_view name;  // "dark"
  std::string_view what;
  Paint styles[kStyles];  // by Style
  Colour hues[kHues];
};
std::span<const Theme> themes();                 // the first one is the default: the terminal's own sixteen colours
Paint paint_of(const Theme& theme, Style style, uint8_t hue);

struct StyleEnv {
  Level level = Level::kNamed;
  size_t columns = 80;
  bool utf8 = true;  // the locale's: icons and our own signs are ASCII without
};
// Level: none with a non-empty NO_COLOR (it wins over everything). FORCE_COLOR=0…3 is a level ("false" is 0, any other text
// yes), CLICOLOR_FORCE other than "0" says yes; else CLICOLOR=0, TERM=dumb and an empty TERM say none. Where it is only yes:
// truecolor by COLORTERM=truecolor or 24bit and TERM=*-direct, 256 by TERM=*256color*, else the sixteen named ones.
// Columns: COLUMNS when it is a number above zero, else 80. UTF-8: the first non-empty of LC_ALL, LC_CTYPE, LANG names it.
StyleEnv style_env(const World& world);
// The columns of a terminal that wide that the runtime shows a status line in: it sets COLUMNS to the whole width, indents by two
// and leaves two free, plus twice statusLine.padding, and cuts what is longer with "…" (measured on 2.1.202 and 2.1.332). At least 1.
size_t shown_columns(size_t columns, size_t padding);

}  // namespace cordon::statusline
