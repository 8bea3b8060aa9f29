// SPDX-License-Identifier: Apache-2.0
#include "statusline/width.h"

#include <utf8proc.h>

#include <algorithm>

#include "shared/base/text.h"

namespace cordon::statusline {
namespace {

// Bytes kept for each column asked for: a hostile megabyte stays cheap, and so does a letter under a thousand accents.
constexpr size_t kBytesPerColumn = 12;
// Longer ones (the longest in use has ten parts) are no emoji but a try to hide something.
constexpr size_t kMostParts = 10;
constexpr char32_t kJoiner = 0x200D, kEmojiSelector = 0xFE0F, kKeycap = 0x20E3;

utf8proc_int32_t code_of(char32_t c) { return static_cast<utf8proc_int32_t>(c); }
int class_of(char32_t c) { return utf8proc_get_property(code_of(c))->boundclass; }
bool is_pictograph(char32_t c) { return class_of(c) == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC; }
bool is_flag_letter(char32_t c) { return class_of(c) == UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR; }
// Vowels and finals of Hangul are drawn into the block of the consonant before them.
bool joins_syllable(char32_t c) { return class_of(c) == UTF8PROC_BOUNDCLASS_V || class_of(c) == UTF8PROC_BOUNDCLASS_T; }
bool is_skin_tone(char32_t c) { return c >= 0x1F3FB && c <= 0x1F3FF; }

// What a cluster is made of, gathered part by part.
struct Parts {
  size_t count = 0, flags = 0;
  bool emoji = false;     // the first one may start an emoji
  bool only_emoji = true;
  char32_t last = 0;

  void add(char32_t c) {
    if (count++ == 0) emoji = is_pictograph(c) || (c < 0x80 && (c == '#' || c == '*' || (c >= '0' && c <= '9')));
    const bool joins = c == kJoiner ? is_emoji_end(last) : c == kEmojiSelector ? count > 1 && last != kJoiner : is_skin_tone(c) || c == kKeycap || is_pictograph(c);
    if (count > 1 && !joins) only_emoji = false;
    if (is_flag_letter(c)) ++flags;
    last = c;
  }
  static bool is_emoji_end(char32_t c) { return is_pictograph(c) || is_skin_tone(c) || c == kEmojiSelector; }
  bool is_emoji() const { return emoji && only_emoji && count > 1 && count <= kMostParts && last != kJoiner; }
};

std::string visible_with_emoji(std::string_view text) {
  std::string out;
  size_t start = 0;  // of what is not yet in `out`
  for (size_t at = 0; at < text.size();) {
    const Cluster cluster = next_cluster(text.substr(at));
    if (cluster.is_emoji) {
      out += text::visible(text.substr(start, at - start), text::Newlines::kEscape);
      out += text.substr(at, cluster.size);
      start = at + cluster.size;
    }
    at += cluster.size;
  }
  return out + text::visible(text.substr(start), text::Newlines::kEscape);
}

}  // namespace

Cluster next_cluster(std::string_view text) {
  const auto first = text::next_code_point(text);
  Cluster cluster{first.size, static_cast<size_t>(std::max(utf8proc_charwidth(code_of(first.value)), 0)), false};
  if (first.value < 0x80 && (text.size() == 1 || static_cast<unsigned char>(text[1]) < 0x80)) return cluster;
  Parts parts;
  parts.add(first.value);
  utf8proc_int32_t state = 0;
  for (auto before = first.value; cluster.size < text.size();) {
    const auto next = text::next_code_point(text.substr(cluster.size));
    if (utf8proc_grapheme_break_stateful(code_of(before), code_of(next.value), &state)) break;
    parts.add(next.value);
    cluster.size += next.size;
    if (!joins_syllable(next.value)) cluster.width += static_cast<size_t>(std::max(utf8proc_charwidth(code_of(next.value)), 0));
    before = next.value;
  }
  cluster.is_emoji = parts.is_emoji();
  if ((cluster.is_emoji) || parts.flags > 1) cluster.width = 2;
  return cluster;
}

size_t width_of(std::string_view text) {
  if (text::is_ascii(text)) return text.size();
  size_t width = 0;
  while (!text.empty()) {
    const Cluster cluster = next_cluster(text);
    width += cluster.width;
    text.remove_prefix(cluster.size);
  }
  return width;
}

std::string clip_columns(std::string_view text, size_t max) {
  if (max == 0) return {};
  if (text.size() <= max && text::is_ascii(text)) return std::string(text);
  size_t width = 0, fits = 0;  // bytes that leave room for the ellipsis
  for (size_t at = 0; at < text.size();) {
    const Cluster cluster = next_cluster(text.substr(at));
    width += cluster.width;
    if (width > max) return std::string(text.substr(0, fits)) + "…";
    at += cluster.size;
    if (width < max) fits = at;
  }
  return std::string(text);
}

std::string one_line(std::string_view text, size_t max) {
  const size_t kept = max * kBytesPerColumn;
  std::string flat(text.substr(0, kept));
  if (text.size() > kept) flat += "…";
  for (char& c : flat) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  const std::string_view trimmed = text::trim(flat);
  return clip_columns(text::is_ascii(trimmed) ? text::visible(trimmed, text::Newlines::kEscape) : visible_with_emoji(trimmed), max);
}

}  // namespace cordon::statusline
