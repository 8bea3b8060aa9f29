// SPDX-License-Identifier: Apache-2.0
// Text that came from elsewhere: UTF-8 repair, making hidden characters visible, shortening. Nothing here reads the locale.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cordon::text {

// One code point taken from the front of `s`; `size` is the bytes used (at least 1 on a non-empty string).
// An invalid sequence gives U+FFFD with valid=false and size 1.
struct CodePoint {
  char32_t value = 0;
  size_t size = 0;
  bool valid = false;
};
CodePoint next_code_point(std::string_view s);
void append_utf8(std::string& out, char32_t c);

bool is_ascii(std::string_view s);
bool is_valid_utf8(std::string_view s);
// Invalid bytes become U+FFFD, the way the runtime reads files; valid text is returned unchanged.
std::string repair_utf8(std::string_view s);

// C0, C1, DEL, bidirectional controls, zero-width and other invisible formatting characters, tags, line separators.
bool is_hidden(char32_t c);

enum class Newlines { kKeep, kEscape };
// Safe to put in front of a person or into a terminal: every hidden character becomes "<U+202E>", invalid UTF-8 becomes
// U+FFFD, a tab becomes "<TAB>" when it is one of several in a row. A run of 16 or more tabs, blanks or newlines is given as
// "<TAB x300>", "<SPACE x40>", "<NEWLINE x99>", so nothing can be pushed out of sight. Newlines stay with kKeep, else become "<U+000A>".
std::string visible(std::string_view s, Newlines newlines = Newlines::kKeep);

// At most `max` bytes (plus the note), cut on code point borders in the middle: head, " … 1234 characters cut … ", tail.
std::string shorten(std::string_view s, size_t max);
// Text of others within a message: visible, in one line, at most `max` bytes (plus the note).
std::string shown(std::string_view s, size_t max);
std::string shown(std::string_view s);  // the same, however long
// At most `max` code points, with "…" at the end if something was cut. For one-line places.
std::string clip(std::string_view s, size_t max);

std::vector<std::string_view> split(std::string_view s, char separator);  // "a,,b" -> {"a","","b"}; "" -> {""}
bool has_word(std::string_view list, std::string_view word);                // "ab b" has "b": words separated by blanks
std::string_view trim(std::string_view s);                                 // ASCII white space
size_t count_lines(std::string_view s);                                    // "" -> 0, "a" -> 1, "a\n" -> 1, "a\nb" -> 2
std::string ascii_lower(std::string_view s);

}  // namespace cordon::text
