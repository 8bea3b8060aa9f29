// SPDX-License-Identifier: Apache-2.0
// What the answer says. What fires and what does not is in cases.py and rows.py, on the real program.
#include "hooks/protected-paths/rule.h"

#include <doctest/doctest.h>

#include "hooks/protected-paths/shell_call.h"
#include "tests/hooks/fake_world.h"

using namespace cordon;
using test::FakeWorld;

namespace {

payload::Decision decided(FakeWorld& world, const std::string& tool, const std::string& input, settings::OnTouch on_touch = settings::OnTouch::kAsk) {
  auto read = payload::Payload::read(R"({"hook_event_name":"PreToolUse","cwd":"/work/repo","tool_name":")" + tool + R"(","tool_input":)" + input + "}");
  REQUIRE(read.has_value());
  settings::Config config;
  config.on_touch = on_touch;
  settings::Query query;
  query.start_dir = "/work/repo";
  hook::Settings fixed(settings::Posture{}, config, query);
  return protected_paths::decide(payload::ToolCall::from(std::move(*read)), fixed, world);
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the reason names path, pattern, source and what follows") {
  FakeWorld world;
  const auto decision = decided(world, "Edit", R"({"file_path":"/work/repo/.github/workflows/ci.yml"})");
  CHECK(decision.verdict == payload::Verdict::kAsk);
  for (const char* part : {"PROTECTED PATH", ".github/workflows/ci.yml", "'.github/workflows/**'", "built-in list", "will need a human", "(by Edit)"}) CHECK(has(decision.reason, part));
  CHECK(decision.description.empty());
}

TEST_CASE("on_touch = deny denies what is certain and asks what is not") {
  FakeWorld world;
  const std::string write = R"({"command":"echo x > .claude/settings.json"})", code = R"({"command":"python3 -c \"open('.claude/settings.json','w')\""})";
  CHECK(decided(world, "Bash", write, settings::OnTouch::kDeny).verdict == payload::Verdict::kDeny);
  CHECK(decided(world, "Bash", code, settings::OnTouch::kDeny).verdict == payload::Verdict::kAsk);
  CHECK(decided(world, "Bash", R"({"command":"cat .claude/settings.json"})", settings::OnTouch::kDeny).silent());
}

TEST_CASE("a shell call's description carries the warning, except where bypass-warn writes it") {
  FakeWorld world;
  const auto plain = decided(world, "Bash", R"({"command":"rm -rf .claude","description":"tidy up"})");
  CHECK(plain.description == "PROTECTED PATH: changes .claude\ntidy up");
  const auto leaving = decided(world, "Bash", R"({"command":"rm -rf .claude","description":"tidy up","dangerouslyDisableSandbox":true})");
  CHECK(leaving.verdict == payload::Verdict::kAsk);
  CHECK(leaving.description.empty());
}

TEST_CASE("a faulty list is said, also when nothing is touched") {
  FakeWorld world;
  world.files["/work/repo/.claude/gates.json"] = R"({"protectedPath":["core/**"]})";
  const auto decision = decided(world, "Edit", R"({"file_path":"/work/repo/src/a"})");
  CHECK(decision.verdict == payload::Verdict::kNone);
  CHECK(has(decision.system_message, "did you mean 'protectedPaths'?"));
  CHECK(decided(world, "Read", R"({"file_path":"/work/repo/src/a"})").silent());
}

TEST_CASE("hostile names are made visible") {
  FakeWorld world;
  const auto decision = decided(world, "Write", R"({"file_path":"/work/repo/.claude/a\u001b[31m\u202eb"})");
  CHECK(decision.verdict == payload::Verdict::kAsk);
  CHECK(has(decision.reason, "<U+001B>"));
  CHECK(has(decision.reason, "<U+202E>"));
  CHECK_FALSE(has(decision.reason, "\x1b"));
}

TEST_CASE("paths named in code") {
  std::vector<std::string> got;
  for (const auto token : protected_paths::path_tokens("open('.claude/x','w'); see ~/a.b. \"c\\n\"")) got.emplace_back(token);
  CHECK(got == std::vector<std::string>{"open", ".claude/x", "w", "see", "~/a.b.", "~/a.b", "c\\n", "c"});
}
