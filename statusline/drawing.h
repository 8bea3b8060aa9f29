// SPDX-License-Identifier: Apache-2.0
// Puts the pieces of one line behind each other, or only measures them. Internal to rendering.
#pragma once

#include <cstddef>
#include <string_view>

#include "statusline/render.h"

namespace cordon::statusline {

class Drawing {
 public:
  struct Surroundings {
    const Look& look;
    Level level;
    Icons icons;
    bool blocks = false;  // the line has borders: every segment is a block of colour
  };
  // `out` null: only measures.
  Drawing(const Surroundings& around, Runs* out) : around_(around), out_(out) {}

  // Soft: drawn before the next piece if there is one before it, too.
  void blank(size_t columns);
  void border() { has_border_ = true; }
  void text(std::string_view text);
  void segment(const Spans& spans, const SegmentLook* look);
  void finish();  // the last block's end
  size_t width() const { return width_; }

 private:
  void put(std::string_view text, const Paint& paint, std::string_view link = {});
  void flush();
  void cross_to(Colour next);
  Paint paint_for(const Span& span, const SegmentLook* look) const;
  bool coloured_blocks() const { return around_.blocks && around_.level != Level::kNone; }

  const Surroundings& around_;
  Runs* out_;
  size_t width_ = 0;
  size_t blanks_ = 0;        // waiting
  bool has_border_ = false;  // waiting
  bool started_ = false;
  Colour behind_{};          // of the last block; not set: no block is open
};

}  // namespace cordon::statusline
