// SPDX-License-Identifier: Apache-2.0
// Styles and whether to use them. Standard output is a pipe to the runtime and never a terminal, so the environment decides.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"

namespace cordon::statusline {

enum class Style { kPlain, kGood, kBad, kUnsure, kQuiet, kModel, kPlace, kBranch };

struct Span {
  std::string text;  // visible text, see one_line()
  Style style = Style::kPlain;
};
using Spans = std::vector<Span>;
size_t width_of(const Spans& spans);

struct StyleEnv {
  bool colours = true;
  size_t columns = 80;
};
// Colours: no with a non-empty NO_COLOR (it wins over everything), else FORCE_COLOR ("0" and "false" say no, any other text
// yes), else CLICOLOR_FORCE other than "0" says yes, else CLICOLOR=0, TERM=dumb and an empty TERM say no, else yes.
// Columns: COLUMNS when it is a number above zero, else 80.
StyleEnv style_env(const World& world);

// Escapes around every span that has a style of its own, each closed at once: kGood "\x1b[32m[sandbox]\x1b[0m".
void paint(std::string& out, const Spans& spans, bool colours);

}  // namespace cordon::statusline
