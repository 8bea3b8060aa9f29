// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/log.h"

#include <doctest/doctest.h>

#include "shared/json/json.h"
#include "tests/hooks/fake_world.h"

using namespace cordon;

namespace {

payload::ToolCall call_of(const std::string& command) {
  json::Writer out;
  out.begin().field("session_id", "s1").field("cwd", "/work/repo").field("hook_event_name", "PreToolUse").field("tool_name", "Bash");
  out.begin("tool_input").field("command", command).end().end();
  return payload::ToolCall::from(std::move(*payload::Payload::read(std::move(out.text))));
}

constexpr const char* kFile = "/home/u/.local/state/cordon/log/verdicts.jsonl";

std::string logged(test::FakeWorld& world, const payload::Decision& decision, const std::string& command = "git add -A") {
  const payload::ToolCall call = call_of(command);
  hook::Settings settings(world, call);
  hook::log_decision("git-add-guard", call, decision, settings, world);
  return world.files[kFile];
}

}  // namespace

TEST_CASE("off by default, on by the configuration or the environment") {
  const auto deny = payload::Decision::deny("why");
  struct Row {
    const char* name;
    const char* config;
    const char* wish;
    bool verdict, silent;
  };
  const Row rows[] = {
      {"default", "", "", false, false},
      {"on", "[log]\nenabled = true\n", "", true, false},
      {"off by the environment", "[log]\nenabled = true\n", "off", false, false},
      {"on by the environment", "", "verdicts", true, false},
      {"all", "", "all", true, true},
      {"a word that means nothing", "", "yes", false, false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    for (const bool silent : {false, true}) {
      test::FakeWorld world;
      if (*row.config != '\0') world.files["/home/u/.claude/cordon.toml"] = row.config;
      if (*row.wish != '\0') world.variables["CORDON_LOG"] = row.wish;
      CHECK_EQ(!logged(world, silent ? payload::Decision::none() : deny).empty(), silent ? row.silent : row.verdict);
    }
  }
}

TEST_CASE("a project cannot switch it on") {
  test::FakeWorld world;
  world.files["/work/repo/.claude/cordon.toml"] = "[log]\nenabled = true\n";
  CHECK(logged(world, payload::Decision::deny("why")).empty());
}

TEST_CASE("one line, without secrets, cut") {
  test::FakeWorld world;
  world.variables["CORDON_LOG"] = "verdicts";
  auto decision = payload::Decision::deny("stages\nTOKEN=abc");
  decision.rule = "masks";
  const std::string line = logged(world, decision, "TOKEN=abc git add -A\n" + std::string(100000, 'x'));
  CHECK_EQ(line.find('\n'), line.size() - 1);
  CHECK_LT(line.size(), 2000);
  const auto parsed = json::parse(line);
  REQUIRE(parsed);
  const auto at = [&](const char* key) { return parsed->root.find(key)->string; };
  CHECK_EQ(at("hook"), "git-add-guard");
  CHECK_EQ(at("verdict"), "deny");
  CHECK_EQ(at("rule"), "masks");
  CHECK_EQ(at("said"), "stages\nTOKEN=[redacted]");
  CHECK(at("what").starts_with("TOKEN=[redacted] git add -A"));
  CHECK_EQ(line.find("abc"), std::string::npos);
}

TEST_CASE("of a file that is written only its name is kept") {
  json::Writer out;
  out.begin().field("session_id", "s1").field("hook_event_name", "PreToolUse").field("tool_name", "Write");
  out.begin("tool_input").field("file_path", "/work/repo/a").field("content", "very private").end().end();
  const auto call = payload::ToolCall::from(std::move(*payload::Payload::read(std::move(out.text))));
  const std::string line = hook::log_line("protected-paths", call, payload::Decision::ask("x"), 1, false);
  CHECK_NE(line.find("\"what\":\"/work/repo/a\""), std::string::npos);
  CHECK_EQ(line.find("private"), std::string::npos);
}

TEST_CASE("no home, no line") {
  test::FakeWorld world;
  world.variables = {{"CORDON_LOG", "all"}};
  CHECK(logged(world, payload::Decision::deny("why")).empty());
}
