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

// In the preset's order; absent segments are left out.
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

// Gives the room to the most important first; what does not fit is emptied. One too long branch name thus costs itself only,
// not everything that is less important.
void fit(Pieces& pieces, const Facts& facts, size_t columns) {
  std::vector<Piece*> ranked;
  for (Piece& piece : pieces) ranked.push_back(&piece);
  std::sort(ranked.begin(), ranked.end(), [](const Piece* a, const Piece* b) { return a->segment->keep > b->segment->keep; });
  size_t used = 0;
  for (Piece* piece : ranked) {
    const size_t blank = used == 0 ? 0 : 1;
    const auto fits = [&] { return used + blank + width_of(piece->spans) <= columns; };
    if (!fits() && piece->segment->brief != nullptr) piece->spans = piece->segment->brief(facts);
    if (!fits() && piece->segment->keep < kNeverDropped) {
      piece->spans.clear();
      continue;
    }
    used += blank + width_of(piece->spans);
  }
}

}  // namespace

std::string render(const Facts& facts, const Preset& preset, const StyleEnv& style) {
  Pieces pieces = pieces_of(facts, preset);
  fit(pieces, facts, style.columns);
  std::string line;
  for (const Piece& piece : pieces) {
    if (piece.spans.empty()) continue;
    if (!line.empty()) line += ' ';
    paint(line, piece.spans, style.colours);
  }
  return line;
}

}  // namespace cordon::statusline
