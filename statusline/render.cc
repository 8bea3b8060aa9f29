// SPDX-License-Identifier: Apache-2.0
#include "statusline/render.h"

#include <algorithm>
#include <vector>

#include "shared/base/text.h"
#include "statusline/segments.h"
#include "statusline/width.h"

namespace cordon::statusline {
namespace {

struct Piece {
  const Segment* segment;
  Spans spans;
};
using Pieces = std::vector<Piece>;

Pieces pieces_of(const Facts& facts, const Preset& preset) {
  Pieces pieces;
  for (const std::string_view name : text::split(preset.segments, ' ')) {
    const Segment* segment = find_segment(name);
    if (segment == nullptr) continue;
    Spans spans = segment->full(facts);
    if (!spans.empty()) pieces.push_back({segment, std::move(spans)});
  }
  return pieces;
}

size_t width_of(const Pieces& pieces) {
  size_t width = pieces.empty() ? 0 : pieces.size() - 1;  // one blank between two
  for (const Piece& piece : pieces) width += width_of(piece.spans);
  return width;
}

void fit(Pieces& pieces, const Facts& facts, size_t columns) {
  const auto lower = [](const Piece& a, const Piece& b) { return a.segment->keep < b.segment->keep; };
  while (width_of(pieces) > columns) {
    const auto lowest = std::min_element(pieces.begin(), pieces.end(), lower);
    if (lowest == pieces.end()) return;
    if (lowest->segment->keep >= kNeverDropped) {
      if (lowest->segment->brief != nullptr) lowest->spans = lowest->segment->brief(facts);
      return;
    }
    pieces.erase(lowest);
  }
}

}  // namespace

std::string render(const Facts& facts, const Preset& preset, const StyleEnv& style) {
  Pieces pieces = pieces_of(facts, preset);
  fit(pieces, facts, style.columns);
  std::string line;
  for (const Piece& piece : pieces) {
    if (!line.empty()) line += ' ';
    paint(line, piece.spans, style.colours);
  }
  return line;
}

}  // namespace cordon::statusline
