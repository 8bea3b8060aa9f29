// SPDX-License-Identifier: Apache-2.0
#include "shared/base/text.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "shared/base/result.h"

using namespace cordon;
using text::Newlines;

namespace {

struct Row {
  std::string name, in, want;
};

// Signs of category Cf that are drawn: marks that enclose a number, and hieroglyph joiners.
bool drawn_format(uint32_t c) {
  return (c >= 0x600 && c <= 0x605) || c == 0x6DD || c == 0x70F || (c >= 0x890 && c <= 0x891) || c == 0x8E2 || c == 0x110BD || c == 0x110CD ||
         (c >= 0x13430 && c <= 0x1343F);
}
// Letters that are drawn as nothing: the Hangul fillers.
bool empty_letter(uint32_t c) { return c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0; }

}  // namespace

TEST_CASE("is_hidden agrees with Unicode's categories") {
  std::ifstream in(CORDON_SOURCE_DIR "/tests/unit/base/hidden_characters.txt");
  size_t hidden = 0, shown = 0;
  for (std::string line; std::getline(in, line);) {
    if (line[0] == '#') continue;
    std::istringstream fields(line);
    uint32_t first = 0, last = 0;
    std::string kind;
    fields >> std::hex >> first >> last >> kind;
    for (uint32_t c = first; c <= last; ++c) {
      const bool want = kind == "shown" ? empty_letter(c) : !drawn_format(c);
      if (text::is_hidden(c) != want) FAIL_CHECK("U+" << std::hex << c << " " << kind);
      ++(kind == "shown" ? shown : hidden);
    }
  }
  CHECK(hidden > 200);
  CHECK(shown > 100000);
  for (const char32_t c : {0x34F, 0x180B, 0x180E, 0xFE00, 0xFE0F, 0xE0100, 0xE01EF, 0x2065}) CHECK(text::is_hidden(c));
  for (const char32_t c : {0x300, 0x20, 0xA0, 0x3000, 0x1F600, 0xFFFD}) CHECK_FALSE(text::is_hidden(c));
}

TEST_CASE("visible") {
  const std::string blanks(16, ' '), tabs(300, '\t');
  const Row rows[] = {
      {"plain", "git status", "git status"},
      {"empty", "", ""},
      {"umlaut and emoji", "grün 😀", "grün 😀"},
      {"newline stays", "a\nb", "a\nb"},
      {"escape", "\x1b[31mred", "<U+001B>[31mred"},
      {"carriage return", "safe\revil", "safe<U+000D>evil"},
      {"NUL", std::string("a\0b", 3), "a<U+0000>b"},
      {"DEL and C1", "\x7f\xc2\x9b", "<U+007F><U+009B>"},
      {"override", "a\xe2\x80\xaetxt", "a<U+202E>txt"},
      {"zero width", "rm\xe2\x80\x8b", "rm<U+200B>"},
      {"byte order mark", "\xef\xbb\xbf" "a", "<U+FEFF>a"},
      {"tag", "\xf3\xa0\x81\xa1", "<U+E0061>"},
      {"line separator", "a\xe2\x80\xa8" "b", "a<U+2028>b"},
      {"invalid byte", "a\xff" "b", "a\xef\xbf\xbd" "b"},
      {"one tab", "a\tb", "a\tb"},
      {"two tabs", "a\t\tb", "a<TAB><TAB>b"},
      {"300 tabs", "a" + tabs + "b", "a<TAB x300>b"},
      {"100 newlines", "a" + std::string(100, '\n') + "b", "a<NEWLINE x100>b"},
      {"15 newlines stay", "a" + std::string(15, '\n') + "b", "a" + std::string(15, '\n') + "b"},
      {"15 blanks", "a" + blanks.substr(1) + "b", "a" + blanks.substr(1) + "b"},
      {"16 blanks", "a" + blanks + "b", "a<SPACE x16>b"},
      {"blanks at the end", blanks, "<SPACE x16>"},
      {"written out", "<U+202E>", "<U+202E>"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(text::visible(row.in) == row.want);
    CHECK(text::visible(text::visible(row.in)) == text::visible(row.in));
  }
  CHECK(text::visible("a\nb", Newlines::kEscape) == "a<U+000A>b");
}

TEST_CASE("repair_utf8 and is_valid_utf8") {
  const std::string bad = "\xef\xbf\xbd";
  const Row rows[] = {
      {"ascii", "abc", "abc"},
      {"two, three, four bytes", "ü€😀", "ü€😀"},
      {"last code point", "\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
      {"beyond it", "\xf4\x90\x80\x80", bad + bad + bad + bad},
      {"overlong slash", "\xc0\xaf", bad + bad},
      {"overlong of three", "\xe0\x80\xaf", bad + bad + bad},
      {"surrogate", "\xed\xa0\x80", bad + bad + bad},
      {"cut at the end", "a\xe2\x82", "a" + bad + bad},
      {"cut in the middle", "\xe2\x82" "a", bad + bad + "a"},
      {"lone continuation", "\x80", bad},
      {"FE", "\xfe", bad},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(text::repair_utf8(row.in) == row.want);
    CHECK(text::is_valid_utf8(row.in) == (row.in == row.want));
    CHECK(text::is_valid_utf8(text::repair_utf8(row.in)));
  }
}

TEST_CASE("every code point survives append_utf8 and next_code_point") {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string s;
    text::append_utf8(s, c);
    const auto back = text::next_code_point(s);
    if (!back.valid || back.value != c || back.size != s.size()) FAIL_CHECK("U+" << std::hex << static_cast<uint32_t>(c));
  }
  CHECK(text::next_code_point("").size == 0);
}

TEST_CASE("shorten keeps head and tail on code point borders") {
  CHECK(text::shorten("short", 5) == "short");
  CHECK(text::shorten("", 0) == "");
  CHECK(text::shorten("0123456789abcdefghij", 10) == "012345 … 10 characters cut … ghij");
  CHECK(text::shorten("abc", 0) == " … 3 characters cut … ");
  std::string umlauts;
  for (int i = 0; i < 50; ++i) umlauts += "ü";
  for (size_t max = 0; max <= umlauts.size() + 1; ++max) {
    const std::string out = text::shorten(umlauts, max);
    CHECK(text::is_valid_utf8(out));
    if (max >= umlauts.size()) continue;
    const size_t kept = static_cast<size_t>(std::count(out.begin(), out.end(), '\xbc'));
    CHECK(kept * 2 <= max);
    CHECK(out.find(" … " + std::to_string(50 - kept) + " characters cut … ") != std::string::npos);
  }
}

TEST_CASE("clip counts code points") {
  const Row rows[] = {{"as long", "abc", "abc"}, {"umlauts", "üüü", "üüü"}, {"cut", "abcd", "abc…"}, {"cut umlauts", "üüüü", "üüü…"}, {"empty", "", ""}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(text::clip(row.in, 3) == row.want);
  }
  CHECK(text::clip("abc", 0) == "…");
}

TEST_CASE("split, trim, count_lines, ascii_lower") {
  CHECK(text::split("a,,b", ',') == std::vector<std::string_view>{"a", "", "b"});
  CHECK(text::split("", ',') == std::vector<std::string_view>{""});
  CHECK(text::split(",", ',') == std::vector<std::string_view>{"", ""});
  CHECK(text::trim(" \t a b\r\n") == "a b");
  CHECK(text::trim(" \n") == "");
  CHECK(text::has_word("ab b", "b"));
  CHECK(text::has_word("b", "b"));
  CHECK_FALSE(text::has_word("ab bc", "b"));
  CHECK_FALSE(text::has_word("ab bc", "ab bc"));
  const std::pair<const char*, size_t> lines[] = {{"", 0}, {"a", 1}, {"a\n", 1}, {"a\nb", 2}, {"\n\n", 2}};
  for (const auto& [in, want] : lines) CHECK(text::count_lines(in) == want);
  CHECK(text::ascii_lower("ABC-Z\xc3\x84") == "abc-z\xc3\x84");
}

TEST_CASE("errors and positions") {
  CHECK(Error{"m", "f", 3, 7}.text() == "f:3:7: m");
  CHECK(Error{"m", "f", 0, 0}.text() == "f: m");
  CHECK(Error{"m", "", 3, 7}.text() == "3:7: m");
  CHECK(Error{"m", "", 0, 0}.text() == "m");
  const std::tuple<size_t, uint32_t, uint32_t> rows[] = {{0, 1, 1}, {1, 1, 2}, {2, 2, 1}, {4, 3, 1}, {99, 3, 2}};
  for (const auto& [offset, line, column] : rows) {
    const Position at = position_at("a\nb\nc", offset);
    CHECK(at.line == line);
    CHECK(at.column == column);
  }
}

TEST_CASE("bad bytes are found at every place of a long text") {
  for (size_t size = 1; size < 40; ++size) {
    CHECK(text::is_valid_utf8(std::string(size, 'a')));
    for (size_t at = 0; at < size; ++at) {
      std::string s(size, 'a');
      s[at] = '\xff';
      CHECK_FALSE(text::is_valid_utf8(s));
      s.replace(at, 1, "\u00e9");
      CHECK(text::is_valid_utf8(s));
      CHECK(text::is_valid_utf8(s.substr(0, at + 1)) == false);  // cut within the letter
    }
  }
}
