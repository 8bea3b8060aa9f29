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
    bool want;
  };
  const Row rows[] = {
      {"nothing set", {}, true},
      {"an ordinary terminal", {{"TERM", "xterm-256color"}}, true},
      {"SL-024 NO_COLOR", {{"NO_COLOR", "1"}}, false},
      {"SL-024 empty NO_COLOR does not count", {{"NO_COLOR", ""}}, true},
      {"SL-024 dumb", {{"TERM", "dumb"}}, false},
      {"SL-024 empty TERM", {{"TERM", ""}}, false},
      {"SL-024 NO_COLOR wins over FORCE_COLOR", {{"NO_COLOR", "1"}, {"FORCE_COLOR", "1"}}, false},
      {"SL-024 CLICOLOR=0", {{"CLICOLOR", "0"}}, false},
      {"CLICOLOR=1", {{"CLICOLOR", "1"}}, true},
      {"FORCE_COLOR beats dumb", {{"FORCE_COLOR", "1"}, {"TERM", "dumb"}}, true},
      {"FORCE_COLOR=3 is a level", {{"FORCE_COLOR", "3"}}, true},
      {"FORCE_COLOR=0 says no", {{"FORCE_COLOR", "0"}}, false},
      {"CLICOLOR_FORCE beats CLICOLOR=0", {{"CLICOLOR_FORCE", "1"}, {"CLICOLOR", "0"}}, true},
      {"CLICOLOR_FORCE=0 says nothing", {{"CLICOLOR_FORCE", "0"}}, true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(style_env(world_of(row.env)).colours == row.want);
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

TEST_CASE("paint closes what it opens, and only what has a style") {
  const Spans spans{{"a", Style::kPlain}, {"b", Style::kGood}, {"c", Style::kBad}, {"d", Style::kUnsure}};
  std::string coloured, plain;
  paint(coloured, spans, true);
  paint(plain, spans, false);
  CHECK(coloured == "a\x1b[32mb\x1b[0m\x1b[1;31mc\x1b[0m\x1b[33md\x1b[0m");
  CHECK(plain == "abcd");
}

}  // namespace
}  // namespace cordon::statusline
