// SPDX-License-Identifier: Apache-2.0
#include "statusline/format.h"

#include <doctest/doctest.h>

#include "statusline/render.h"
#include "tests/unit/statusline/make_facts.h"

namespace cordon::statusline {
namespace {

// A session of which the model, the sandbox and the branch are known, nothing else.
Facts few_facts() {
  Facts facts = facts_of(R"({"model":"m"})");
  facts.head = {git::HeadKind::kBranch, "main"};
  return facts;
}

TEST_CASE("formats") {
  struct Row {
    const char* name;
    const char* in;
    const char* want;
  };
  const Row rows[] = {
      {"segments and blanks", "{model} {sandbox}", "m [sandbox]"},
      {"plain text", "{model}: {sandbox}!", "m: [sandbox]!"},
      {"brackets are themselves", "[{model}] {sandbox}", "[m] [sandbox]"},
      {"blanks at the ends", "  {model} {sandbox}  ", "m [sandbox]"},
      {"blanks around what is absent", "{model} {pr} {agent} {sandbox} {vim}", "m [sandbox]"},
      {"two blanks on purpose", "{model}  {sandbox}", "m  [sandbox]"},
      {"without any blank", "{model}{pr}{sandbox}", "m[sandbox]"},
      {"a group that is there", "{model} {sandbox}( on {git})", "m [sandbox] on main"},
      {"a group that is gone", "{model} {sandbox}( # {pr})", "m [sandbox]"},
      {"a group with one of two", "{model} {sandbox}( ({pr}) {git})", "m [sandbox] main"},
      {"a group in a group", "{model} {sandbox}( <{git}( {pr})>)", "m [sandbox] <main>"},
      {"a group of nothing but text stays", "{model} {sandbox}( hello)", "m [sandbox] hello"},
      {"a group around a gone group", "{model} {sandbox}( a( b{pr}))", "m [sandbox]"},
      {"an empty group", "{model} {sandbox}()", "m [sandbox]"},
      {"escapes", "\\{\\}\\(\\)\\\\ {model} {sandbox}", "{}()\\ m [sandbox]"},
      {"options", "{model} {sandbox:tag} {git:branch}", "m [sandbox] main"},
      {"free text", "{model} {sandbox} {text:a: b, c (d)}", "m [sandbox] a: b, c (d)"},
      {"no sandbox", "{model}", "[sandbox] m"},
      {"nothing at all", "", "[sandbox]"},
      {"lines", "{model}\n{sandbox}", "m\n[sandbox]"},
      {"a line without anything", "{model} {sandbox}\n{pr}\n{git}", "m [sandbox]\nmain"},
      {"borders without colours", "{model}{>}{pr}{>}{sandbox}{>}", "m ❯ [sandbox]"},
      {"hidden text of one's own", "a\u202eb {sandbox}", "a<U+202E>b [sandbox]"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    auto format = parse_format(row.in);
    REQUIRE(format);
    Look look;
    look.format = std::move(*format);
    CHECK(print(render(few_facts(), look, {Level::kNone, 80}), look, Level::kNone) == row.want);
  }
}

TEST_CASE("formats that are wrong, and where") {
  struct Row {
    std::string in, want;
  };
  const Row rows[] = {
      {"{model", "1:1: '{' without '}'"},
      {"{model} {sand\nbox}", "1:9: '{' without '}'"},
      {"{model} }", "1:9: '}' without '{'"},
      {"{model} ({git}", "1:9: '(' without ')'"},
      {"{model} )", "1:9: ')' without '('"},
      {"{}", "1:1: unknown segment ''"},
      {"{modell}", "1:1: unknown segment 'modell'"},
      {"{ model }", "1:1: unknown segment 'model'"},
      {"{model}\n{x}", "2:1: unknown segment 'x'"},
      {"{context:bars}", "1:1: unknown option in 'context:bars'"},
      {"{context:bar, tokens}", "1:1: unknown option in 'context:bar, tokens'"},
      {"{model:x}", "1:1: unknown option in 'model:x'"},
      {"a\\nb", "1:2: a backslash stands before one of { } ( ) \\"},
      {"a\\", "1:2: a backslash stands before one of { } ( ) \\"},
      {"(((((((((x)))))))))", "1:9: groups deeper than 8"},
      {std::string(8, '\n'), "9:1: more than 8 lines"},
      {std::string(5000, 'x'), "1:1: format longer than 4096 bytes"},
      {"{\x1b[2J}", "1:1: unknown segment '<U+001B>[2J'"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.in);
    const auto format = parse_format(row.in);
    REQUIRE(!format);
    CHECK(format.error().text() == row.want);
  }
}

TEST_CASE("what a format needs") {
  CHECK(!parse_format("{model} {sandbox}")->has_place());
  CHECK(parse_format("{model} (x({git}))")->has_place());
  CHECK(parse_format("(({clock}))")->shows("clock"));
  CHECK(!parse_format("{model}")->shows("clock"));
  CHECK(parse_format("{model}")->shows("sandbox"));
  CHECK(parse_format("{model}")->shows("faults"));
}

}  // namespace
}  // namespace cordon::statusline
