// SPDX-License-Identifier: Apache-2.0
#include "cordon/drift/drift.h"

#include <doctest/doctest.h>

#include <string>

using namespace cordon;
using drift::Fields;

namespace {

Fields fields_of(const char* text) {
  Fields out;
  REQUIRE(drift::add_fields(text, "status", "x.json", out).has_value());
  return out;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

}  // namespace

TEST_CASE("fields that moved") {
  struct Row {
    const char *name, *before, *after, *want;
  };
  const Row rows[] = {
      {"nothing", R"({"a":1,"b":{"c":"x"}})", R"({"b":{"c":"other"},"a":2})", ""},
      {"another length of a list", R"({"a":[1]})", R"({"a":[1,2,3]})", ""},
      {"a new one", R"({"a":1})", R"({"a":1,"b":"x"})", "+ status b (string)\n"},
      {"one gone", R"({"a":1,"b":true})", R"({"a":1})", "- status b (boolean)\n"},
      {"another type", R"({"a":"x"})", R"({"a":null})", "~ status a: was string, is null\n"},
      {"deep", R"({"a":{"b":{"c":1}}})", R"({"a":{"b":{"d":1}}})", "- status a.b.c (number)\n+ status a.b.d (number)\n"},
      {"in a list", R"({"a":[{"b":1}]})", R"({"a":[{"b":1},{"c":1}]})", "+ status a[].c (number)\n"},
      {"types of a list together", R"({"a":[1]})", R"({"a":[1,"x"]})", "~ status a[]: was number, is number or string\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(joined(drift::moved(fields_of(row.before), fields_of(row.after))) == row.want);
  }
}

TEST_CASE("labels") {
  const Fields bash = fields_of(R"({"hook_event_name":"PreToolUse","tool_name":"Bash"})"), start = fields_of(R"({"hook_event_name":"SessionStart"})"), line = fields_of("{}");
  CHECK(bash.begin()->first == "PreToolUse/Bash");
  CHECK(start.begin()->first == "SessionStart");
  CHECK(line.begin()->first == "status");
  CHECK(joined(drift::moved(bash, start)) == "- PreToolUse/Bash: not recorded any more\n+ SessionStart: not recorded before (1 fields)\n");
}

TEST_CASE("two payloads of one kind are one set of fields") {
  Fields both = fields_of(R"({"a":1})");
  REQUIRE(drift::add_fields(R"({"a":null,"b":1})", "status", "y.json", both).has_value());
  CHECK(joined(drift::moved(fields_of(R"({"a":1})"), both)) == "~ status a: was number, is null or number\n+ status b (number)\n");
}

TEST_CASE("what cannot be read names its place") {
  Fields out;
  CHECK(drift::add_fields("{\n\"a\": }", "status", "x.json", out).error().text().starts_with("x.json:2:"));
  CHECK(drift::add_fields("[]", "status", "x.json", out).error().text() == "x.json:1:1: expected object: no payload of the runtime");
  CHECK(out.empty());
}

TEST_CASE("keys of settings") {
  CHECK(joined(drift::moved(std::set<std::string>{"a", "b"}, std::set<std::string>{"b", "c"})) == "- a\n+ c\n");
  CHECK(drift::moved(std::set<std::string>{"a"}, std::set<std::string>{"a"}).empty());
}

TEST_CASE("rules") {
  const Version v1{2, 1, 100}, v2{2, 1, 200}, v3{2, 1, 300}, v4{2, 1, 400};
  drift::Rule always{"always", "x", {{"", ""}}, {}}, since{"since", "y", {{"2.1.200", ""}}, {{v2, true}, {v1, false}}}, until{"until", "z", {{"", "2.1.200"}}, {}},
      again{"again", "w", {{"", "2.1.200"}, {"2.1.300", ""}}, {{v3, true}}};
  struct Row {
    const char* name;
    drift::Rule in;
    Version before, after;
    const char* want;
  };
  const Row rows[] = {
      {"always", always, v1, v4, ""},
      {"began", since, v1, v2, "+ since: y (since 2.1.200)\n"},
      {"holds on both", since, v2, v4, ""},
      {"held on neither", since, v1, Version{2, 1, 199}, ""},
      {"ended", until, v1, v2, "- until: z (until 2.1.200)\n"},
      {"back to an older version that has it", until, v2, v1, "+ until: z (until 2.1.200)\n"},
      {"back to one that did not have it yet", since, v2, v1, "- since: y (since 2.1.200)\n"},
      {"ended and came back: nothing moved", again, v1, v4, ""},
      {"came back", again, v2, v4, "+ again: w (since 2.1.300)\n"},
      {"between", again, v1, v2, "- again: w (until 2.1.200)\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(joined(drift::rules_moved({row.in}, row.before, row.after)) == row.want);
  }
  CHECK(drift::measured_up_to({always, since, again}) == v3);
  CHECK(drift::measured_up_to({}) == Version{});
}

TEST_CASE("what is built in can be compared") {
  const drift::Digest& digest = drift::built_in();
  REQUIRE(digest.recorded.size() >= 2);
  CHECK(digest.settings.size() >= 1);
  CHECK(digest.rules.size() > 10);
  for (const drift::Rule& rule : digest.rules) {
    CAPTURE(rule.name);
    CHECK_FALSE(rule.held.empty());
    for (const auto& [version, held] : rule.measured) CHECK(drift::holds(rule, version) == held);  // what was measured is what is told
  }
}
