// SPDX-License-Identifier: Apache-2.0
// Facts to lines. Pure.
//
//   print(render(facts, {.format = format_of(plain_preset())}, {Level::kNone, 80}), …)   // "Opus 5.5 [sandbox]"
//
// Fits every line into StyleEnv::columns: the segments get the room in the order of Segment::keep, each in full, else in its
// short form, else not at all. The sandbox comes first and stays however narrow the line is. Never nothing, never a line break
// or an escape but ours.
#pragma once

#include <string>
#include <vector>

#include "statusline/facts.h"
#include "statusline/look.h"
#include "statusline/style.h"

namespace cordon::statusline {

// A piece of a line as it is drawn.
struct Run {
  std::string text;
  Paint paint;
  std::string link = {};
};
using Runs = std::vector<Run>;

std::vector<Runs> render(const Facts& facts, const Look& look, const StyleEnv& env);
// The lines as a terminal takes them, with a line break between: every painted run is closed at once
// ("\x1b[32m[sandbox]\x1b[0m"), links are OSC 8. Level::kNone gives the bare text.
std::string print(const std::vector<Runs>& lines, const Look& look, Level level);
// One segment by itself, for `--explain`: "" when it is absent.
std::string segment_text(const Facts& facts, const Segment& segment, const Look& look, const StyleEnv& env);

// What is printed when nothing else can be: "Claude [SANDBOX ?]".
inline constexpr char kLastResort[] = "Claude [SANDBOX ?]\n";

}  // namespace cordon::statusline
