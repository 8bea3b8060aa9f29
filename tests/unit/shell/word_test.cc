// SPDX-License-Identifier: Apache-2.0
#include "shared/shell/word.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace cordon::shell;

namespace {

/// "a*b" with * a glob, <x> a quoted unknown, [x] an unquoted one.
Word make(const std::string& spec) {
  Word word;
  for (std::size_t i = 0; i < spec.size(); ++i) {
    if (spec[i] == '*') {
      word.append({PieceKind::kGlob, false, false, "*"});
    } else if (spec[i] == '<' || spec[i] == '[') {
      const std::size_t end = spec.find(spec[i] == '<' ? '>' : ']', i);
      word.append({PieceKind::kUnknown, spec[i] == '<', spec[i] == '[', "$" + spec.substr(i + 1, end - i - 1)});
      i = end;
    } else {
      word.append_literal(spec.substr(i, 1), false);
    }
  }
  return word;
}

}  // namespace

TEST_CASE("what a word may become") {
  struct Row {
    std::string word, text;
    bool may_be, may_start;
  };
  const std::vector<Row> rows = {
      {"abc", "abc", true, true},  {"abc", "ab", false, true},   {"abc", "abcd", false, false}, {"a*", "abc", true, true},
      {"a*", "b", false, false},   {"a*c", "abc", true, true},   {"a*c", "abd", false, true},   {"<x>", "anything", true, true},
      {"-<x>A", "-A", true, true}, {"-<x>A", "-B", false, true}, {"-<x>A", "A", false, false},  {"[x]", "anything", true, true},
      {"a[x]", "b", true, true},   {"*.c*", "x.cc", true, true}, {"*b", "ab", true, true},      {"*b", "ba", false, true},
      {"<x>a<y>b", "ab", true, true},  {"<x>a<y>b", "ba", false, true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.word);
    CAPTURE(row.text);
    CHECK(make(row.word).may_be(row.text) == row.may_be);
    CHECK(make(row.word).may_start_with(row.text) == row.may_start);
  }
}

TEST_CASE("what is known about a word") {
  CHECK(make("abc").is_static());
  CHECK(make("abc").pieces.size() == 1);
  CHECK(make("abc").is("abc"));
  CHECK_FALSE(make("a*").is_static());
  CHECK(make("src/*.c").literal_prefix() == "src/");
  CHECK(make("<x>").has_unknown());
  CHECK_FALSE(make("<x>").splits());
  CHECK_FALSE(make("<x>").may_vanish());
  CHECK(make("[x]").may_vanish());
  CHECK(make("a[x]").splits());
  CHECK_FALSE(make("a[x]").may_vanish());
  CHECK(Word::literal("").is_static());
  CHECK(Word::literal("").is(""));
}
