// SPDX-License-Identifier: Apache-2.0
// The table of segments: what each shows, when it is absent, what it looks like. Help and presets are made from it.
// A segment is pure; a fault in its part of the payload makes it absent and touches nothing else.
#pragma once

#include <span>
#include <string_view>

#include "statusline/facts.h"
#include "statusline/style.h"

namespace cordon::statusline {

struct Segment {
  std::string_view name;     // "context"
  std::string_view what;     // "how much of the context window is used"
  std::string_view absent;   // "never: -- while it is not known"
  std::string_view example;  // "42%"
  int keep;                  // the higher, the earlier it gets room in a narrow line; kNeverDropped always stays
  Spans (*full)(const Facts&);                // {} when absent
  Spans (*brief)(const Facts&) = nullptr;     // a shorter form for narrow lines
};
inline constexpr int kNeverDropped = 100;

std::span<const Segment> segments();
const Segment* find_segment(std::string_view name);  // nullptr when there is none of this name

}  // namespace cordon::statusline
