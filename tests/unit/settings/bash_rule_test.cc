// SPDX-License-Identifier: Apache-2.0
// Rules and texts with holes. What the runtime itself matches, row by row, is held against schemas/runtime/bash-rules.json in
// tests/hooks/deny-guard/runtime_view_test.cc.
#include <doctest/doctest.h>

#include "shared/settings/bash_rule.h"

using namespace cordon::settings;

namespace {

// In the rows: ? is $opts, & is $x, ! is "$x", % is a file name.
std::string holes(std::string text) {
  for (char& c : text) c = c == '?' ? kAnyHole : c == '!' ? kWordHole : c == '&' ? kNamesHole : c == '%' ? kDataHole : c;
  return text;
}

const char* name_of(Match match) { return match == Match::kYes ? "yes" : match == Match::kMaybe ? "maybe" : "no"; }

struct Row {
  const char *rule, *in, *want;
};
constexpr Row kRows[] = {
    {"Bash(git push *)", "git push", "yes"},
    {"Bash(git push *)", "git push a b", "yes"},
    {"Bash(git push *)", "git pushy", "no"},
    {"Bash(git push:*)", "git push a", "yes"},
    {"Bash(git push:*)", "git pushy", "no"},
    {"Bash(git *-x:*)", "git a -x b", "no"},
    {"Bash(git *-x:*)", "git *-x b", "yes"},
    {"Bash(git push*)", "git pushy", "yes"},
    {"Bash(git push)", "git push a", "no"},
    {"Bash(git * --force)", "git push --force", "yes"},
    {"Bash(git * --force)", "git --force", "no"},
    {"Bash(ls * *)", "ls a", "no"},
    {"Bash(a \\* b)", "a * b", "no"},
    {"Bash(a \\* b)", "a \\* b", "yes"},
    {"Bash(a \\* b*)", "a * b", "yes"},
    {"Bash(a \\* b)", "a x b", "no"},
    {"Bash(a\\\\ *)", "a\\ b", "yes"},
    {"Bash(a? b)", "ax b", "no"},
    {"Bash( git push )", "git push", "yes"},
    {"Bash", "anything", "yes"},
    {"Bash(*)", "anything", "yes"},
    {"Bash(git push *)", "git ? a", "maybe"},
    {"Bash(git push *)", "git ?", "maybe"},
    {"Bash(git push *)", "git push ?", "yes"},
    {"Bash(git push)", "git push?", "maybe"},
    {"Bash(git push *)", "git push %", "yes"},
    {"Bash(git push *)", "git %", "no"},
    {"Bash(git push *)", "git !", "maybe"},
    {"Bash(git push *)", "git p! x", "maybe"},
    {"Bash(git push *)", "git x! x", "no"},
    {"Bash(git push *)", "! push x", "maybe"},
    {"Bash(git push *)", "hg! x", "no"},
    {"Bash(rm -rf *)", "rm !", "no"},
    {"Bash(rm -rf *)", "rm ? b", "maybe"},
    {"Bash(rm -rf *)", "rm %", "no"},
    {"Bash(rm -rf *)", "rm &", "no"},
    {"Bash(rm -rf *)", "rm & &", "no"},
    {"Bash(rm *)", "rm &", "yes"},
    {"Bash(git push *)", "git &", "maybe"},
    {"Bash(git push -f *)", "git &", "maybe"},
    {"Bash(git push *)", "hg &", "no"},
    {"Bash(rm *)", "rm !", "yes"},
    {"Bash(*secret*)", "cat !", "maybe"},
    {"Bash(*secret*)", "cat %", "no"},
    {"Bash(*secret*)", "cat my-secret.txt", "yes"},
};

}  // namespace

TEST_CASE("rules and texts") {
  for (const Row& row : kRows) {
    const auto rule = BashRule::parse(row.rule);
    REQUIRE_MESSAGE(rule.has_value(), row.rule);
    CHECK_MESSAGE(std::string(name_of(rule->match(holes(row.in)))) == row.want, row.rule << " | " << row.in);
  }
}

TEST_CASE("what is no rule of ours") {
  for (const char* text : {"", "Read(x)", "PowerShell(git push *)", "bash(x)", "Bash (x)", "Bash()", "Bash(:*)", "Bash(x", "Monitor", "Bash(x :*)"}) {
    CHECK_MESSAGE(!BashRule::parse(text).has_value(), text);
  }
}

TEST_CASE("the word after the program") {
  CHECK(BashRule::parse("Bash(git push *)")->second_word() == "push");
  CHECK(BashRule::parse("Bash(git push:*)")->second_word() == "push");
  CHECK(BashRule::parse("Bash(git *)")->second_word().empty());
  CHECK(BashRule::parse("Bash(git)")->second_word().empty());
  CHECK(BashRule::parse("Bash(* push)")->second_word().empty());
}
