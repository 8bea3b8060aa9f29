// SPDX-License-Identifier: Apache-2.0
#include "cordon/iso/grant.h"

#include <doctest/doctest.h>

#include <string>

using namespace cordon::iso;

TEST_CASE("settings with the grant") {
  struct {
    const char *name, *settings, *want;
  } const rows[] = {
      {"nothing", "", R"({"sandbox":{"filesystem":{"allowRead":["/r"]}}})"},
      {"blanks", " \n", R"({"sandbox":{"filesystem":{"allowRead":["/r"]}}})"},
      {"others stay, in their order", R"({"z":1,"a":[true,null,"x"]})", R"({"z":1,"a":[true,null,"x"],"sandbox":{"filesystem":{"allowRead":["/r"]}}})"},
      {"the list grows", R"({"sandbox":{"enabled":true,"filesystem":{"denyRead":["~"],"allowRead":["/a"]}}})", R"({"sandbox":{"enabled":true,"filesystem":{"denyRead":["~"],"allowRead":["/a","/r"]}}})"},
      {"nothing twice", R"({"sandbox":{"filesystem":{"allowRead":["/r"]}}})", R"({"sandbox":{"filesystem":{"allowRead":["/r"]}}})"},
      {"null is nothing", R"({"sandbox":null})", R"({"sandbox":{"filesystem":{"allowRead":["/r"]}}})"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    const auto merged = merged_settings(row.settings, "f", {"/r"});
    REQUIRE(merged.has_value());
    CHECK(*merged == row.want);
  }
  for (const char* bad : {"[]", "5", "{", "{\"sandbox\":[]}", "{\"sandbox\":{\"filesystem\":1}}", "{\"sandbox\":{\"filesystem\":{\"allowRead\":{}}}}", "{\"a\":1,}", "// x\n{}"}) {
    CAPTURE(bad);
    const auto merged = merged_settings(bad, "f", {"/r"});
    REQUIRE_FALSE(merged.has_value());
    CHECK(merged.error().file == "f");
  }
}

TEST_CASE("which --settings counts") {
  struct {
    const char* name;
    std::vector<std::string> arguments;
    bool found;
    size_t index;
    bool is_file;
  } const rows[] = {
      {"two words", {"-p", "--settings", "{}"}, true, 2, false},
      {"one word", {"--settings={}"}, true, 0, false},
      {"a file", {"--settings", "x.json"}, true, 1, true},
      {"blanks before the object", {"--settings", " {\"a\":1}"}, true, 1, false},
      {"the last one", {"--settings", "{}", "--settings=y"}, true, 2, true},
      {"none", {"-p", "go"}, false, 0, false},
      {"behind --", {"--", "--settings", "{}"}, false, 0, false},
      {"without its value", {"--settings"}, false, 0, false},
      {"another option", {"--settings-file", "x"}, false, 0, false},
      {"another option's", {"--setting-sources", "user"}, false, 0, false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    const Passed passed = passed_settings(row.arguments);
    CHECK(passed.found == row.found);
    CHECK(passed.index == row.index);
    CHECK(passed.is_file == row.is_file);
  }
}

TEST_CASE("claude's own worktree option") {
  CHECK(wants_worktree({"-p", "-w"}));
  CHECK(wants_worktree({"--worktree=x"}));
  CHECK_FALSE(wants_worktree({"--", "-w"}));
  CHECK_FALSE(wants_worktree({"--worktrees"}));
  CHECK_FALSE(wants_worktree({}));
}
