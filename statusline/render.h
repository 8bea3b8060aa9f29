// SPDX-License-Identifier: Apache-2.0
// Facts to a line. Pure.
//
//   render(facts, plain_preset(), {.colours = false})   // "Opus 5.5 [sandbox]"
//
// Fits the line into StyleEnv::columns by dropping segments, the lowest Segment::keep first; what is left last is the
// sandbox, then its short form, which stays however narrow the line is. Never empty, never a newline, no escapes but ours.
#pragma once

#include <string>

#include "statusline/facts.h"
#include "statusline/presets.h"
#include "statusline/style.h"

namespace cordon::statusline {

std::string render(const Facts& facts, const Preset& preset, const StyleEnv& style);

// What is printed when nothing else can be: "Claude [SANDBOX ?]".
inline constexpr char kLastResort[] = "Claude [SANDBOX ?]\n";

}  // namespace cordon::statusline
