// SPDX-License-Identifier: Apache-2.0
// Facts to a line. Pure.
//
//   render(facts, plain_preset(), {.colours = false})   // "Opus 5.5 [sandbox]"
//
// Fits the line into StyleEnv::columns: the segments get the room in the order of Segment::keep, each in full, else in its
// short form, else not at all. The sandbox comes first and stays however narrow the line is. Never empty, never a newline,
// no escapes but ours.
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
