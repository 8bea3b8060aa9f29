// SPDX-License-Identifier: Apache-2.0
#include "statusline/width.h"

#include <doctest/doctest.h>


namespace cordon::statusline {
namespace {

TEST_CASE("width of text") {
  struct Row {
    const char* name;
    const char* in;
    size_t want;
  };
  const Row rows[] = {
      {"empty", "", 0},
      {"ascii", "Opus 5.5", 8},
      {"latin with accents", "Zürich", 6},
      {"combining accent", "e\u0301", 1},
      {"wide", "日本", 4},
      {"fullwidth letter", "Ａ", 2},
      {"hangul", "한글", 4},
      {"emoji", "🚀", 2},
      {"emoji of several", "👩‍💻", 2},
      {"a family", "👨‍👩‍👧‍👦", 2},
      {"skin tone", "👍🏽", 2},
      {"flag", "🇩🇪", 2},
      {"two flags", "🇩🇪🇫🇷", 4},
      {"heart with emoji selector", "❤️", 2},
      {"heart", "❤", 1},
      {"keycap", "1️⃣", 2},
      {"hangul letters that join", "\u1112\u1161\u11ab", 2},
      {"devanagari", "\u0915\u093f", 1},
      {"thai with marks", "\u0e01\u0e33", 2},
      {"arabic with marks", "\u0628\u0650", 1},
      {"replacement character", "\uFFFD", 1},
      {"ellipsis is one", "…", 1},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(width_of(std::string_view(row.in)) == row.want);
  }
}

TEST_CASE("clip by columns") {
  struct Row {
    const char* name;
    const char* in;
    size_t max;
    const char* want;
  };
  const Row rows[] = {
      {"fits", "abc", 3, "abc"},
      {"cut", "abcd", 3, "ab…"},
      {"one column", "abcd", 1, "…"},
      {"none", "abcd", 0, ""},
      {"wide on the border", "日本語", 5, "日本…"},
      {"wide that would stick out", "日本語", 4, "日…"},
      {"wide fits exactly", "日本", 4, "日本"},
      {"combining mark stays with its letter", "abe\u0301f", 4, "abe\u0301f"},
      {"an emoji is not cut apart", "a👩‍💻b", 3, "a…"},
      {"an emoji that fits", "a👩‍💻b", 4, "a👩‍💻b"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const std::string got = clip_columns(row.in, row.max);
    CHECK(got == row.want);
    CHECK(width_of(got) <= row.max);
  }
}

TEST_CASE("text from elsewhere becomes one safe line") {
  struct Row {
    const char* name;
    std::string_view in;
    const char* want;
  };
  using std::string_view_literals::operator""sv;
  const Row rows[] = {
      {"plain text is kept", "Opus 5.5 (1M context)", "Opus 5.5 (1M context)"},
      {"other scripts are kept", "работа 日本", "работа 日本"},
      {"escape", "a\x1b[31mb\a", "a<U+001B>[31mb<U+0007>"},
      {"hyperlink", "\x1b]8;;https://evil.invalid\x1b\\click", "<U+001B>]8;;https://evil.invalid<U+001B>\\cl…"},
      {"newline becomes a blank", "line1\nline2", "line1 line2"},
      {"carriage return and tab", "a\rb\tc", "a b c"},
      {"C1", "a\u009b31mb", "a<U+009B>31mb"},
      {"bidi", "\u202eabc", "<U+202E>abc"},
      {"zero width", "a\u200bb", "a<U+200B>b"},
      {"NUL", "a\0b"sv, "a<U+0000>b"},
      {"invalid UTF-8", "a\xff\xfe", "a\uFFFD\uFFFD"},
      {"blanks around", "  x \n", "x"},
      {"only blanks", " \n\t ", ""},
      {"emoji stay whole", "a 👩‍💻 ❤️ 1️⃣ b", "a 👩‍💻 ❤️ 1️⃣ b"},
      {"a joiner between letters is hidden text", "a\u200db", "a<U+200D>b"},
      {"a joiner behind an emoji", "👩\u200d", "👩<U+200D>"},
      {"a selector behind a letter", "a\ufe0f", "a<U+FE0F>"},
      {"a flag of tags hides text", "🏴\U000E0067\U000E007F", "🏴<U+E0067><U+E007F>"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(one_line(row.in, 44) == row.want);
  }
}

TEST_CASE("a hostile megabyte stays short") {
  CHECK(width_of(one_line(std::string(1 << 20, 'x'), 40)) == 40);
  std::string accents = "e";
  for (int i = 0; i < 100'000; ++i) accents += "\u0301";
  CHECK(one_line(accents, 40).size() <= 40 * 12 + 8);
}

}  // namespace
}  // namespace cordon::statusline
