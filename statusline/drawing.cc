// SPDX-License-Identifier: Apache-2.0
#include "statusline/drawing.h"

#include <algorithm>
#include <utility>

#include "statusline/width.h"

namespace cordon::statusline {
namespace {

constexpr Colour kGrey = named(8), kBlack = named(0), kWhite = named(15);

std::string_view arrow(Icons icons) { return icons == Icons::kNerd ? "\ue0b0" : icons == Icons::kUnicode ? "❯" : ">"; }
std::string_view thin_arrow(Icons icons) { return icons == Icons::kNerd ? "\ue0b1" : icons == Icons::kUnicode ? "❯" : ">"; }

// Letters on a block of that colour: black on light ones.
Colour letters_on(Colour block) {
  const uint32_t rgb = rgb_of(block);
  const uint32_t light = 299 * (rgb >> 16 & 255) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255);  // thousandths, as television weighs it
  return light > 110'000 ? kBlack : kWhite;
}

// Our own signs outside ASCII, for terminals that have none; each takes one column either way.
std::string in_ascii(std::string_view text) {
  constexpr std::pair<std::string_view, char> kSigns[] = {{"…", '*'}, {"·", '|'}, {"❯", '>'}};
  std::string out(text);
  for (const auto& [sign, instead] : kSigns) {
    for (size_t at = 0; (at = out.find(sign, at)) != std::string::npos; ++at) out.replace(at, sign.size(), 1, instead);
  }
  return out;
}

}  // namespace

void Drawing::blank(size_t columns) { blanks_ = std::max(blanks_, columns); }

void Drawing::put(std::string_view text, const Paint& paint, std::string_view link) {
  width_ += width_of(text);
  started_ = true;
  if (out_ == nullptr) return;
  const std::string shown = around_.icons == Icons::kAscii ? in_ascii(text) : std::string(text);
  if (behind_.is_set() && !out_->empty() && out_->back().paint == paint && out_->back().link == link) {
    out_->back().text += shown;
  } else {
    out_->push_back({shown, paint, std::string(link)});
  }
}

// What was waiting for something to stand behind it.
void Drawing::flush() {
  const size_t blanks = std::exchange(blanks_, 0);
  const bool border = std::exchange(has_border_, false);
  if (!started_) return;
  if (border && !coloured_blocks()) return put(std::string(" ") + std::string(arrow(around_.icons)) + " ", {});
  if (blanks > 0 && !behind_.is_set()) put(std::string(blanks, ' '), {});
}

// From the block that is open to the next one; not set: to none.
void Drawing::cross_to(Colour next) {
  has_border_ = false;
  blanks_ = 0;
  if (behind_.is_set()) {
    const bool same = next == behind_;
    if (next.is_set() || around_.icons == Icons::kNerd) put(same ? thin_arrow(around_.icons) : arrow(around_.icons), {same ? letters_on(behind_) : behind_, next});
  }
  behind_ = next;
}

Paint Drawing::paint_for(const Span& span, const SegmentLook* look) const {
  if (look != nullptr && look->style && span.style != Style::kBad && span.style != Style::kUnsure) return *look->style;
  return paint_of(*around_.look.theme, span.style, span.hue);
}

void Drawing::text(std::string_view text) {
  if (coloured_blocks() && behind_.is_set()) cross_to({});
  flush();
  put(text, {});
}

void Drawing::segment(const Spans& spans, const SegmentLook* look) {
  if (!coloured_blocks()) {
    flush();
    for (const Span& span : spans) put(span.text, paint_for(span, look), span.link);
    return;
  }
  const Paint first = paint_for(spans.front(), look);
  const Colour block = first.bg.is_set() ? first.bg : first.fg.is_set() ? first.fg : kGrey;
  if (!behind_.is_set()) flush();
  cross_to(block);
  const Paint inside{first.bg.is_set() && first.fg.is_set() ? first.fg : letters_on(block), block, first.bold, false, first.italic, first.underline};
  put(" ", inside);
  for (const Span& span : spans) put(span.text, inside, span.link);
  put(" ", inside);
}

void Drawing::finish() {
  if (coloured_blocks()) cross_to({});
}

}  // namespace cordon::statusline
