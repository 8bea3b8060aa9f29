// SPDX-License-Identifier: Apache-2.0
// The underlining of `cordon explain`: tabs, wide and hidden characters, several lines, long lines.
#include <doctest/doctest.h>

#include "cordon/explain_mark.h"
#include "cordon/explain_tree.h"
#include "shared/shell/parser.h"

using namespace cordon;
using command::marked;

TEST_CASE("what is underlined") {
  struct {
    const char *name, *text, *mark, *want;
  } const rows[] = {
      {"plain", "ls && git add -A", "git add -A", "ls && git add -A\n      ^~~~~~~~~~\n"},
      {"one character", "a b", "b", "a b\n  ^\n"},
      {"second line", "ls\ngit add -A\nls", "git add -A", "git add -A\n^~~~~~~~~~\n"},
      {"two lines", "ls; bash <<E\nx\nE", "bash <<E\nx", "ls; bash <<E\n    ^~~~~~~~\nx\n~\n"},
      {"blanks at the end are not meant", "git add -A \nls", "git add -A \n", "git add -A \n^~~~~~~~~~\n"},
      {"tab in front", "\tgit add", "git add", "        git add\n        ^~~~~~~\n"},
      {"tab inside", "git\tadd", "git\tadd", "git     add\n^~~~~~~~~~~\n"},
      {"wide in front", "漢 x", "x", "漢 x\n   ^\n"},
      {"wide inside", "é漢", "é漢", "é漢\n^~~\n"},
      {"combining", "e\xCC\x81 x", "x", "e\xCC\x81 x\n  ^\n"},
      {"hidden in front", "\xE2\x80\xAEx", "x", "<U+202E>x\n        ^\n"},
      {"escape inside", "a\x1b[1m", "a\x1b[1m", "a<U+001B>[1m\n^~~~~~~~~~~~\n"},
      {"invalid", "\xff x", "x", "\xEF\xBF\xBD x\n  ^\n"},
  };
  for (const auto& row : rows) {
    const std::string_view text = row.text, mark = row.mark;
    const size_t at = text.rfind(mark);
    REQUIRE_MESSAGE(at != std::string_view::npos, row.name);
    const shell::ByteRange range{static_cast<uint32_t>(at), static_cast<uint32_t>(at + mark.size())};
    CHECK_MESSAGE(marked(text, range, "") == row.want, row.name << "\n" << marked(text, range, ""));
  }
}

TEST_CASE("no place, a place that is not there, a long line") {
  CHECK(marked("abc", {1, 1}, "").empty());
  CHECK(marked("abc", {5, 9}, "").empty());
  CHECK(marked("abc", {1, 900}, "> ") == "> abc\n>  ^~\n");
  const std::string text = std::string(5000, 'x') + " git add -A " + std::string(5000, 'y');
  const std::string out = marked(text, {5001, 5011}, "");
  CHECK(out.size() < 600);
  CHECK(out.find("git add -A") != std::string::npos);
  CHECK(out.find("^~~~~~~~~~") != std::string::npos);
  std::string many;
  for (int i = 0; i < 500; ++i) many += "x\n";
  CHECK(marked(many, {0, 1000}, "").size() < 200);
}

TEST_CASE("the tree for people") {
  const std::string text = "cd sub && (git add -A; ls) | cat <(id)";
  const shell::Tree tree = shell::parse(text);
  const std::string out = command::tree_text(tree, text, "");
  for (const char* part : {"command        cd sub", "&& subshell", "command        git add -A", " | command", "<( )", "command        id"}) {
    CHECK_MESSAGE(out.find(part) != std::string::npos, part << "\n" << out);
  }
}
