// SPDX-License-Identifier: Apache-2.0
// A format: what stands in which line. Presets and people's own are the same kind of text.
//
//   {context}            a segment
//   {context:bar,tokens} with options; {text:anything} takes all up to the brace
//   (on {git})           a group: gone when none of its segments shows anything; groups may stand in groups
//   {>}                  a border between blocks of colour: with one in it, the whole line is drawn as blocks
//   \{ \} \( \) \\       the characters themselves
//   a line break         starts the next line
//
// Anything else is itself, so "[sandbox]" needs no care. Blanks are soft: never twice in a row where a segment is absent
// (unless written twice), never at the ends. The sandbox and the marks of what is wrong are always there: a format that does
// not name `sandbox` gets it in front, one that does not name `faults` at the end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "statusline/segments.h"

namespace cordon::statusline {

struct Node {
  enum class Kind : uint8_t { kText, kBlank, kSegment, kGroup, kBorder } kind = Kind::kText;
  std::string text;                  // kText: as it is shown; kBlank: the blanks; kSegment: its options
  const Segment* segment = nullptr;  // kSegment
  std::vector<Node> nodes;           // kGroup
};
using Nodes = std::vector<Node>;

struct Format {
  std::vector<Nodes> lines;  // at least one
  bool shows(std::string_view segment) const;
  bool has_place() const;  // whether one of its segments needs the folder or the repository
};

inline constexpr size_t kMostFormatBytes = 4096, kMostFormatLines = 8, kMostGroupDepth = 8;

// Errors: unknown segment or option, a brace or parenthesis without its other half, too long, too deep, too many lines; line
// and column (bytes) are those in the text.
Result<Format> parse_format(std::string_view text);

}  // namespace cordon::statusline
