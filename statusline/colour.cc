// SPDX-License-Identifier: Apache-2.0
#include "statusline/colour.h"

#include <algorithm>
#include <iterator>

#include "shared/base/text.h"

namespace cordon::statusline {
namespace {

constexpr std::string_view kNames[] = {"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"};
constexpr std::string_view kBright = "bright-";
constexpr uint32_t kNamedRgb[] = {0x1e1e1e, 0xcd3131, 0x0dbc79, 0xe5e510, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xe5e5e5,
                                  0x666666, 0xf14c4c, 0x23d18b, 0xf5f543, 0x3b8eea, 0xd670d6, 0x29b8db, 0xffffff};
constexpr uint32_t kCube[] = {0, 95, 135, 175, 215, 255};  // steps of the 256 colours' cube

uint32_t channel(uint32_t rgb, int shift) { return (rgb >> shift) & 0xff; }

uint32_t distance(uint32_t a, uint32_t b) {
  uint32_t sum = 0;
  for (const int shift : {0, 8, 16}) {
    const uint32_t x = channel(a, shift), y = channel(b, shift);
    sum += (x > y ? x - y : y - x) * (x > y ? x - y : y - x);
  }
  return sum;
}

uint32_t indexed_rgb(uint32_t index) {
  if (index < 16) return kNamedRgb[index];
  if (index >= 232) return ((index - 232) * 10 + 8) * 0x010101;
  index -= 16;
  return (kCube[index / 36] << 16) | (kCube[index / 6 % 6] << 8) | kCube[index % 6];
}

// The nearest one; the first sixteen are left out of 256, as people redefine them.
uint32_t nearest(uint32_t wanted, uint32_t first, uint32_t end) {
  uint32_t best = first;
  for (uint32_t i = first; i < end; ++i) {
    if (distance(indexed_rgb(i), wanted) < distance(indexed_rgb(best), wanted)) best = i;
  }
  return best;
}

Colour reduced(Colour colour, Level level) {
  if (level == Level::kTrue || !colour.is_set() || colour.kind == Colour::Kind::kNamed) return colour;
  if (level == Level::kNamed) return named(colour.kind == Colour::Kind::kIndexed && colour.value < 16 ? colour.value : nearest(rgb_of(colour), 0, 16));
  return colour.kind == Colour::Kind::kIndexed ? colour : Colour{Colour::Kind::kIndexed, nearest(colour.value, 16, 256)};
}

void add(std::string& codes, std::string_view code) {
  if (!codes.empty()) codes += ';';
  codes += code;
}

// `base`: 30 for the text, 40 for what is behind it.
void add_colour(std::string& codes, Colour colour, uint32_t base) {
  switch (colour.kind) {
    case Colour::Kind::kDefault: return;
    case Colour::Kind::kNamed: return add(codes, std::to_string(colour.value < 8 ? base + colour.value : base + 60 + colour.value - 8));
    case Colour::Kind::kIndexed: return add(codes, std::to_string(base + 8) + ";5;" + std::to_string(colour.value));
    case Colour::Kind::kRgb: break;
  }
  add(codes, std::to_string(base + 8) + ";2");
  for (const int shift : {16, 8, 0}) add(codes, std::to_string(channel(colour.value, shift)));
}

std::optional<uint32_t> number_in(std::string_view digits, uint32_t base, uint32_t most) {
  uint32_t value = 0;
  if (digits.empty() || digits.size() > 6) return std::nullopt;
  for (const char c : digits) {
    const uint32_t digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
  }
  return value <= most ? std::optional(value) : std::nullopt;
}

std::optional<Colour> parse_colour(std::string_view word) {
  if (word.starts_with('#')) {
    std::string digits(word.substr(1));
    if (digits.size() == 3) digits = {digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]};
    const auto value = digits.size() == 6 ? number_in(digits, 16, 0xffffff) : std::nullopt;
    return value ? std::optional(rgb(*value)) : std::nullopt;
  }
  if (const auto index = number_in(word, 10, 255)) return Colour{Colour::Kind::kIndexed, *index};
  const bool bright = word.starts_with(kBright);
  const auto* found = std::find(std::begin(kNames), std::end(kNames), bright ? word.substr(kBright.size()) : word);
  if (found == std::end(kNames)) return std::nullopt;
  return named(static_cast<uint32_t>(found - kNames) + (bright ? 8 : 0));
}

}  // namespace

std::optional<Paint> parse_paint(std::string_view words) {
  Paint paint;
  bool behind = false;
  const std::string lower = text::ascii_lower(words);
  for (const std::string_view word : text::split(lower, ' ')) {
    if (word.empty() || word == "none") continue;
    if (word == "on" && !behind) {
      behind = true;
      continue;
    }
    bool* flag = word == "bold" ? &paint.bold : word == "dim" ? &paint.dim : word == "italic" ? &paint.italic : word == "underline" ? &paint.underline : nullptr;
    if (flag != nullptr) {
      *flag = true;
      continue;
    }
    const auto colour = parse_colour(word);
    if (!colour) return std::nullopt;
    (behind ? paint.bg : paint.fg) = *colour;
    behind = false;
  }
  return behind ? std::nullopt : std::optional(paint);
}

std::string escape_of(const Paint& paint, Level level) {
  if (level == Level::kNone) return {};
  std::string codes;
  if (paint.bold) add(codes, "1");
  if (paint.dim) add(codes, "2");
  if (paint.italic) add(codes, "3");
  if (paint.underline) add(codes, "4");
  add_colour(codes, reduced(paint.fg, level), 30);
  add_colour(codes, reduced(paint.bg, level), 40);
  return codes.empty() ? codes : "\x1b[" + codes + "m";
}

uint32_t rgb_of(Colour colour) {
  switch (colour.kind) {
    case Colour::Kind::kNamed: return kNamedRgb[colour.value & 15];
    case Colour::Kind::kIndexed: return indexed_rgb(colour.value & 255);
    default: return colour.value;
  }
}

}  // namespace cordon::statusline
