// SPDX-License-Identifier: Apache-2.0
// Colours and paints, and what a terminal gets of them.
//
//   parse_paint("bold #ff8800 on blue")     // {.fg = rgb, .bg = named 4, .bold = true}
//   escape_of(paint, Level::kNamed)         // "\x1b[1;33;44m": the nearest colour the terminal has
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cordon::statusline {

enum class Level : uint8_t { kNone, kNamed, k256, kTrue };  // what the terminal can show

struct Colour {
  enum class Kind : uint8_t { kDefault, kNamed, kIndexed, kRgb } kind = Kind::kDefault;
  uint32_t value = 0;  // kNamed: 0-15, kIndexed: 0-255, kRgb: 0xRRGGBB
  bool is_set() const { return kind != Kind::kDefault; }
  friend bool operator==(const Colour&, const Colour&) = default;
};
constexpr Colour named(uint32_t value) { return {Colour::Kind::kNamed, value}; }
constexpr Colour rgb(uint32_t value) { return {Colour::Kind::kRgb, value}; }

struct Paint {
  Colour fg{}, bg{};
  bool bold = false, dim = false, italic = false, underline = false;
  friend bool operator==(const Paint&, const Paint&) = default;
};

// Words with blanks between: bold, dim, italic, underline, none; a colour (black … white, bright-black … bright-white, 0-255,
// #rgb, #rrggbb), after "on" the background. Nothing when a word is unknown.
std::optional<Paint> parse_paint(std::string_view words);
// "" for a paint without anything, and at Level::kNone.
std::string escape_of(const Paint& paint, Level level);
// What the colour looks like, 0xRRGGBB (named ones as a common terminal shows them). Not for kDefault.
uint32_t rgb_of(Colour colour);

}  // namespace cordon::statusline
