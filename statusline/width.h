// SPDX-License-Identifier: Apache-2.0
// How many terminal columns a text takes, and cutting by columns. The text is expected to be visible (text::visible): no
// controls, no escapes. Ambiguous-width characters count as one column, as terminals outside East Asian locales show them.
//
//   width_of("日本")          // 4
//   clip_columns("日本語", 5)  // "日本…"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cordon::statusline {

size_t width_of(char32_t c);  // 0, 1 or 2
size_t width_of(std::string_view text);
// At most `max` columns, with "…" as the last one when something was cut; "" when `max` is 0.
std::string clip_columns(std::string_view text, size_t max);
// Text from elsewhere for one place in one line: line breaks and tabs become blanks, hidden characters are made visible
// ("<U+202E>"), invalid UTF-8 becomes U+FFFD, blanks at the ends are cut off, then clipped to `max` columns.
std::string one_line(std::string_view text, size_t max);

}  // namespace cordon::statusline
