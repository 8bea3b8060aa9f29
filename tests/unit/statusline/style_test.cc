// SPDX-License-Identifier: Apache-2.0
#include "statusline/style.h"

#include <doctest/doctest.h>

#include <map>

#include "tests/hooks/fake_world.h"

namespace cordon::statusline {
namespace {

using Env = std::map<std::string, std::string>;

test::FakeWorld world_of(Env variables) {
  test::FakeWorld world;
  world.variables = std::move(variables);
  return world;
}

TEST_CASE("colours") {
  struct Row {
    const char* name;
    Env env;
    Level want;
  };
  constexpr Level none = Level::kNone, named = Level::kNamed, k256 = Level::k256, full = Level::kTrue;
  const Row rows[] = {
      {"nothing set", {}, named},
      {"an ordinary terminal", {{"TERM", "xterm"}}, named},
      {"256 colours", {{"TERM", "xterm-256color"}}, k256},
      {"tmux", {{"TERM", "tmux-256color"}}, k256},
      {"direct", {{"TERM", "xterm-direct"}}, full},
      {"COLORTERM=truecolor", {{"TERM", "xterm-256color"}, {"COLORTERM", "truecolor"}}, full},
      {"COLORTERM=24bit", {{"COLORTERM", "24bit"}}, full},
      {"COLORTERM of something else", {{"COLORTERM", "gnome-terminal"}}, named},
      {"COLORTERM does not beat dumb", {{"TERM", "dumb"}, {"COLORTERM", "truecolor"}}, none},
      {"SL-024 NO_COLOR", {{"NO_COLOR", "1"}}, none},
      {"SL-024 empty NO_COLOR does not count", {{"NO_COLOR", ""}}, named},
      {"SL-024 dumb", {{"TERM", "dumb"}}, none},
      {"SL-024 empty TERM", {{"TERM", ""}}, none},
      {"SL-024 NO_COLOR wins over FORCE_COLOR", {{"NO_COLOR", "1"}, {"FORCE_COLOR", "3"}}, none},
      {"SL-024 CLICOLOR=0", {{"CLICOLOR", "0"}}, none},
      {"CLICOLOR=1", {{"CLICOLOR", "1"}}, named},
      {"FORCE_COLOR beats dumb", {{"FORCE_COLOR", "1"}, {"TERM", "dumb"}}, named},
      {"FORCE_COLOR=1 is a level", {{"FORCE_COLOR", "1"}, {"COLORTERM", "truecolor"}}, named},
      {"FORCE_COLOR=2 is a level", {{"FORCE_COLOR", "2"}}, k256},
      {"FORCE_COLOR=3 is a level", {{"FORCE_COLOR", "3"}, {"TERM", "xterm"}}, full},
      {"FORCE_COLOR=true is only yes", {{"FORCE_COLOR", "true"}, {"TERM", "xterm-256color"}}, k256},
      {"FORCE_COLOR=0 says no", {{"FORCE_COLOR", "0"}}, none},
      {"FORCE_COLOR=false says no", {{"FORCE_COLOR", "false"}}, none},
      {"CLICOLOR_FORCE beats CLICOLOR=0", {{"CLICOLOR_FORCE", "1"}, {"CLICOLOR", "0"}}, named},
      {"CLICOLOR_FORCE=0 says nothing", {{"CLICOLOR_FORCE", "0"}}, named},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(style_env(world_of(row.env)).level == row.want);
  }
}

TEST_CASE("columns") {
  struct Row {
    const char* in;
    size_t want;
  };
  const Row rows[] = {
      {"", 80}, {"0", 80}, {"-1", 80}, {"abc", 80}, {"12x", 80}, {" 60", 80}, {"5", 5}, {"130", 130}, {"100000", 100000},
      {"99999999999999999999999999", 100000},
  };
  for (const Row& row : rows) {
    CAPTURE(row.in);
    CHECK(style_env(world_of(Env{{"COLUMNS", row.in}})).columns == row.want);
  }
  CHECK(style_env(world_of(Env{})).columns == 80);
}

TEST_CASE("locales") {
  const std::pair<Env, bool> rows[] = {
      {{}, false}, {{{"LANG", "C"}}, false}, {{{"LANG", "C.UTF-8"}}, true}, {{{"LANG", "de_DE.utf8"}}, true}, {{{"LANG", "en_US.UTF-8"}, {"LC_ALL", "C"}}, false},
      {{{"LANG", "C"}, {"LC_CTYPE", "xx_YY.UTF-8"}}, true}, {{{"LC_ALL", ""}, {"LANG", "C.UTF-8"}}, true}, {{{"LANG", "en_US.ISO-8859-1"}}, false},
  };
  for (const auto& [env, want] : rows) CHECK(style_env(world_of(env)).utf8 == want);
}

TEST_CASE("paints") {
  struct Row {
    const char* in;
    const char* named;
    const char* in_256;
    const char* full;
  };
  const Row rows[] = {
      {"", "", "", ""},
      {"none", "", "", ""},
      {"red", "\x1b[31m", "\x1b[31m", "\x1b[31m"},
      {"Bold Bright-Blue", "\x1b[1;94m", "\x1b[1;94m", "\x1b[1;94m"},
      {"black on yellow", "\x1b[30;43m", "\x1b[30;43m", "\x1b[30;43m"},
      {"underline italic dim", "\x1b[2;3;4m", "\x1b[2;3;4m", "\x1b[2;3;4m"},
      {"208", "\x1b[91m", "\x1b[38;5;208m", "\x1b[38;5;208m"},
      {"9", "\x1b[91m", "\x1b[38;5;9m", "\x1b[38;5;9m"},
      {"#ff8700", "\x1b[91m", "\x1b[38;5;208m", "\x1b[38;2;255;135;0m"},
      {"#fff on #000", "\x1b[97;40m", "\x1b[38;5;231;48;5;16m", "\x1b[38;2;255;255;255;48;2;0;0;0m"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.in);
    const auto paint = parse_paint(row.in);
    REQUIRE(paint);
    CHECK(escape_of(*paint, Level::kNone) == "");
    CHECK(escape_of(*paint, Level::kNamed) == row.named);
    CHECK(escape_of(*paint, Level::k256) == row.in_256);
    CHECK(escape_of(*paint, Level::kTrue) == row.full);
  }
  for (const char* wrong : {"rde", "on", "red on", "on on red", "#ff", "#gggggg", "256", "-1", "1e3", "red;1", "\x1b[31m", "bright-", "bright-208"}) {
    CAPTURE(wrong);
    CHECK(!parse_paint(wrong));
  }
}

TEST_CASE("themes tell every state apart, and not by the colour alone where colours fail") {
  for (const Theme& theme : themes()) {
    CAPTURE(theme.name);
    for (const Level level : {Level::kNamed, Level::k256, Level::kTrue}) {
      std::map<std::string, int> seen;
      for (const Style style : {Style::kGood, Style::kBad, Style::kUnsure}) ++seen[escape_of(paint_of(theme, style, 0), level)];
      CHECK(seen.size() == 3);
    }
    CHECK(paint_of(theme, Style::kBad, 0).bold);
  }
}

TEST_CASE("the runtime shows a line in less than the terminal's width") {
  struct Row {
    const char* name;
    size_t columns, padding, want;
  };
  const Row rows[] = {{"measured", 60, 0, 56}, {"measured", 200, 0, 196}, {"measured", 60, 1, 54}, {"measured", 130, 3, 120},
                      {"just none", 4, 0, 1}, {"one", 5, 0, 1}, {"nothing", 1, 0, 1}, {"all padding", 20, 10, 1}, {"huge", 100, SIZE_MAX, 1}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(shown_columns(row.columns, row.padding) == row.want);
  }
}

TEST_CASE("a name has its hue for ever") {
  CHECK(hue_of("cordon") == hue_of("cordon"));
  std::map<int, int> spread;
  for (int i = 0; i < 600; ++i) ++spread[hue_of("project-" + std::to_string(i))];
  CHECK(spread.size() == kHues);
  for (const auto& [hue, count] : spread) {
    CHECK(hue >= 1);
    CHECK(hue <= static_cast<int>(kHues));
    CHECK(count > 50);
  }
  // Written down: another build, machine or word size must not change it.
  CHECK(static_cast<int>(hue_of("repo")) == 3);
}

TEST_CASE("links that may be handed to a terminal") {
  CHECK(is_safe_link("https://example.org/o/r/pull/12?x=1#y"));
  for (const char* wrong : {"", "example.org", "javascript:alert(1)", "file:///etc/passwd", "https://a b", "https://a\x1b\\", "https://a\x07", "https://\u00e4"}) CHECK(!is_safe_link(wrong));
  CHECK(!is_safe_link("https://" + std::string(400, 'a')));
}

}  // namespace
}  // namespace cordon::statusline
