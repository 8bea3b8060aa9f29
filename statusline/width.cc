// SPDX-License-Identifier: Apache-2.0
#include "statusline/width.h"

#include <algorithm>
#include <iterator>

#include "shared/base/text.h"
#include "statusline/width_table.h"

namespace cordon::statusline {
namespace {

template <size_t kSize>
bool holds(const WidthRange (&table)[kSize], char32_t c) {
  const auto* range = std::upper_bound(std::begin(table), std::end(table), c, [](char32_t v, const WidthRange& r) { return v < r.first; });
  return range != std::begin(table) && c <= std::prev(range)->last;
}

// Bytes kept for each column asked for: a hostile megabyte stays cheap, and so does a letter under a thousand accents.
constexpr size_t kBytesPerColumn = 12;

}  // namespace

size_t width_of(char32_t c) {
  if (c < kZero[0].first) return 1;
  if (holds(kZero, c)) return 0;
  return holds(kWide, c) ? 2 : 1;
}

size_t width_of(std::string_view text) {
  size_t width = 0;
  while (!text.empty()) {
    const auto c = text::next_code_point(text);
    width += width_of(c.value);
    text.remove_prefix(c.size);
  }
  return width;
}

std::string clip_columns(std::string_view text, size_t max) {
  if (max == 0) return {};
  size_t width = 0, fits = 0;  // bytes that leave room for the ellipsis
  for (size_t at = 0; at < text.size();) {
    const auto c = text::next_code_point(text.substr(at));
    width += width_of(c.value);
    if (width > max) return std::string(text.substr(0, fits)) + "…";
    at += c.size;
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
  return clip_columns(text::visible(text::trim(flat), text::Newlines::kEscape), max);
}

}  // namespace cordon::statusline
