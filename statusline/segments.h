// SPDX-License-Identifier: Apache-2.0
// The table of segments: what each shows, when it is absent, what it looks like. Help, the documentation, the schema of
// cordon.toml and `--explain` are made from it. A segment is pure; a fault in its part of the payload makes it absent and
// touches nothing else.
#pragma once

#include <span>
#include <string_view>

#include "statusline/facts.h"
#include "statusline/style.h"

namespace cordon::statusline {

enum class Icons : uint8_t { kAscii, kUnicode, kNerd };

// How one segment is to be shown.
struct Ask {
  std::string_view options = {};  // as in `{context:bar,percent}`; "" the segment's default
  bool brief = false;        // shorter, for a narrow line; a segment that has no shorter form gives the same
  double some = 60, high = 80;  // from where on a share is yellow, red (percent)
  Icons icons = Icons::kUnicode;
  bool wants(std::string_view option) const;  // whether it is one of the options
};

struct Segment {
  std::string_view name;     // "context"
  std::string_view what;     // "how much of the context window is used"
  std::string_view absent;   // "never: -- while it is not known"
  std::string_view example;  // "42%"
  std::string_view options;  // the words its options may be: "percent bar tokens"; "*" free text
  std::string_view source;   // "payload context_window"
  std::string_view nerd, unicode, ascii;  // its icon; "" none
  int keep;                  // the higher, the earlier it gets room in a narrow line; kNeverDropped always stays
  bool has_place;            // folder, branch: what it needs is gathered only then
  Spans (*show)(const Facts&, const Ask&);  // {} when absent
};
inline constexpr int kNeverDropped = 100;

std::span<const Segment> segments();
const Segment* find_segment(std::string_view name);  // nullptr when there is none of this name
// Whether `options` are words the segment knows, with commas between.
bool knows_options(const Segment& segment, std::string_view options);
std::string_view icon_of(const Segment& segment, Icons icons);

}  // namespace cordon::statusline
