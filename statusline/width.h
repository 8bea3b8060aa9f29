// SPDX-License-Identifier: Apache-2.0
// How many terminal columns a text takes, and cutting by columns. Widths and the borders of what is drawn as one (a letter
// with its accents, an emoji joined of several, a flag) are utf8proc's; ambiguous widths count as one column, as terminals
// outside East Asian locales show them. The text is expected to be visible (one_line): no controls, no escapes.
//
//   width_of("日本")          // 4
//   width_of("👩‍💻")           // 2
//   clip_columns("日本語", 5)  // "日本…"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cordon::statusline {

// What is drawn as one, taken from the front of a text.
struct Cluster {
  size_t size = 0;   // bytes
  size_t width = 0;  // columns: 0, 1 or 2
  bool is_emoji = false;  // joined of several by nothing but emoji parts: its joiners are no hidden characters
};
Cluster next_cluster(std::string_view text);

size_t width_of(std::string_view text);
// At most `max` columns, with "…" as the last one when something was cut; "" when `max` is 0.
std::string clip_columns(std::string_view text, size_t max);
// Text from elsewhere for one place in one line: line breaks and tabs become blanks, hidden characters are made visible
// ("<U+202E>"), invalid UTF-8 becomes U+FFFD, blanks at the ends are cut off, then clipped to `max` columns.
std::string one_line(std::string_view text, size_t max);

}  // namespace cordon::statusline
