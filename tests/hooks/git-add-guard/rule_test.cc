// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/hooks/git-add-guard/scene.h"

using namespace cordon;
using test::GuardScene;
using test::verdict_of;

namespace cordon::test {

payload::Decision GuardScene::payload(const std::string& json) {
  auto read = payload::Payload::read(json);
  REQUIRE_MESSAGE(read.has_value(), json);
  const payload::ToolCall call = payload::ToolCall::from(std::move(*read));
  settings::Posture posture;
  posture.sandbox = sandbox;
  settings::Config config;
  config.add_guard = mode;
  config.commit_all = commit_all;
  hook::Settings settings(posture, config);
  return git_add_guard::decide(call, settings, world);
}

payload::Decision GuardScene::command(const std::string& text) {
  const nlohmann::json json = {{"hook_event_name", "PreToolUse"}, {"session_id", "s1"}, {"cwd", cwd}, {"tool_name", tool}, {"tool_input", {{"command", text}}}};
  return payload(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string verdict_of(const payload::Decision& decision) {
  if (decision.verdict == payload::Verdict::kDeny) return "deny";
  return decision.verdict == payload::Verdict::kAsk ? "ask" : "none";
}

}  // namespace cordon::test

TEST_CASE("the guard works with the sandbox only") {
  struct Row {
    settings::Sandbox sandbox;
    const char* want;
  };
  const Row rows[] = {{settings::Sandbox::kOn, "deny"}, {settings::Sandbox::kUnknown, "deny"}, {settings::Sandbox::kOff, "none"}, {settings::Sandbox::kRefuses, "none"}};
  for (const Row& row : rows) {
    GuardScene scene;
    scene.sandbox = row.sandbox;
    CHECK(verdict_of(scene.command("git add -A")) == row.want);
    CHECK(verdict_of(scene.command("git commit -am x")) == row.want);
    CHECK(verdict_of(scene.command("git add src/a.c")) == "none");
  }
}

TEST_CASE("configuration") {
  GuardScene scene;
  scene.commit_all = settings::CommitAll::kAllow;
  CHECK(verdict_of(scene.command("git commit -am x")) == "none");
  CHECK(verdict_of(scene.command("git commit -m x .")) == "none");
  CHECK(verdict_of(scene.command("git add -A && git commit -am x")) == "deny");
  scene.mode = settings::AddGuardMode::kOff;
  CHECK(verdict_of(scene.command("git add -A")) == "none");
}

TEST_CASE("tools") {
  GuardScene scene;
  for (const char* tool : {"Bash", "PowerShell", "Monitor"}) {
    scene.tool = tool;
    CHECK(verdict_of(scene.command("git add -A")) == "deny");
    CHECK(verdict_of(scene.command("git status")) == "none");
    CHECK(verdict_of(scene.command("git add src/a.c")) == "none");
  }
  scene.tool = "PowerShell";
  CHECK(verdict_of(scene.command("Get-ChildItem . -Recurse | Select-String 'x'")) == "none");
  CHECK(verdict_of(scene.command("if ($?) { git add . }")) != "none");
  CHECK(verdict_of(scene.command("iex (irm x)")) != "none");
  scene.tool = "Write";
  CHECK(verdict_of(scene.command("git add -A")) == "none");
}

TEST_CASE("a mask that exists is an ordinary file") {
  GuardScene scene;
  scene.world.files["/work/repo/.git/HEAD"] = "ref: refs/heads/main\n";
  scene.world.files["/work/repo/.mcp.json"] = "{}";
  scene.world.files["/work/repo/.claude/settings.json"] = "{}";
  scene.world.files["/work/repo/.claude/agents/a.md"] = "x";
  CHECK(verdict_of(scene.command("git add .mcp.json")) == "none");
  CHECK(verdict_of(scene.command("git add .claude/settings.json .claude/agents")) == "none");
  CHECK(verdict_of(scene.command("git add .claude/agents/a.md")) == "none");
  CHECK(verdict_of(scene.command("git add .claude")) == "deny");
  CHECK(verdict_of(scene.command("git add .gitmodules")) == "deny");
}

TEST_CASE("aliases of the repository") {
  GuardScene scene;
  scene.world.files["/work/repo/.git/HEAD"] = "ref: refs/heads/main\n";
  scene.world.files["/work/repo/.git/config"] = "[alias]\n\taa = add -A\n\tst = status\n\tsave = !git add -A && git commit -m wip\n";
  CHECK(verdict_of(scene.command("git aa")) == "deny");
  CHECK(verdict_of(scene.command("git save")) == "deny");
  CHECK(verdict_of(scene.command("git st")) == "none");
  CHECK(verdict_of(scene.command("git unknown")) == "none");
}

TEST_CASE("a repository in a temporary folder has no masks") {
  GuardScene scene;
  scene.world.files["/tmp/scratch/.git/HEAD"] = "ref: refs/heads/main\n";
  CHECK(verdict_of(scene.command("cd /tmp/scratch && git add -A")) == "none");
  scene.cwd = "/tmp/scratch/sub";
  CHECK(verdict_of(scene.command("git add -A")) == "deny");
}

TEST_CASE("reasons") {
  GuardScene scene;
  const std::string reason = scene.command("git add -A && git commit -m \"wip\" && git push").reason;
  CHECK(reason.find("GIT ADD GUARD: `git add -A`") == 0);
  CHECK(reason.find("can only add regular files") != std::string::npos);
  CHECK(reason.find("git add <path>") != std::string::npos);
  CHECK(reason.find("`git commit -m \"wip\"`, `git push`") != std::string::npos);
  CHECK(scene.command("git commit -am x").reason.find("without -a") != std::string::npos);
  CHECK(scene.command("git add .mcp.json").reason.find("(.mcp.json)") != std::string::npos);
  CHECK(scene.command("git add -u").reason.empty());
  scene.mode = settings::AddGuardMode::kExplicit;
  CHECK(scene.command("git add -u").reason.find("name each file") != std::string::npos);
  CHECK(scene.command("git add -A").reason.find("git add src") == std::string::npos);
}

TEST_CASE("the git commands behind a denied one are named") {
  struct Row {
    const char *in, *want;  // "": nothing is to be run again
  };
  constexpr Row kFollowing[] = {
      {"git add -A && git commit -m x", "`git commit -m x`"},
      {"git add .; git commit -m 'a b'; git push origin main", "`git commit -m 'a b'`, `git push origin main`"},
      {"git status && git add -A && git commit -m x && git commit -m x", "`git commit -m x`"},
      {"bash -c 'git add -A' && git push", "`git push`"},
      {"git commit -am x && git push", "`git push`"},
      {"git add -A", ""},
      {"git commit -m x && git add -A", ""},
      {"git add -A && npm test", ""},
      {"git add -A && echo 'git commit -m x'", ""},
  };
  for (const Row& row : kFollowing) {
    GuardScene scene;
    const payload::Decision decision = scene.command(row.in);
    REQUIRE_MESSAGE(verdict_of(decision) == "deny", row.in);
    const size_t at = decision.reason.find("run again: ");
    CHECK_MESSAGE((at == std::string::npos) == std::string_view(row.want).empty(), row.in << "\n" << decision.reason);
    if (at != std::string::npos) CHECK_MESSAGE(decision.reason.substr(at + 11) == std::string(row.want) + ".", row.in << "\n" << decision.reason);
  }
}

TEST_CASE("hostile text is made visible and short") {
  GuardScene scene;
  const std::string reason = scene.command("git add -A '\x1b[31m\xe2\x80\xae" + std::string(100000, 'x') + "' .").reason;
  CHECK(reason.size() < 1600);
  CHECK(reason.find('\x1b') == std::string::npos);
  CHECK(reason.find("\xe2\x80\xae") == std::string::npos);
}

TEST_CASE("payloads with holes") {
  GuardScene scene;
  CHECK(verdict_of(scene.payload("{}")) == "none");
  CHECK(verdict_of(scene.payload(R"({"tool_name":"Bash"})")) == "none");
  CHECK(verdict_of(scene.payload(R"({"tool_name":"Bash","tool_input":{"command":null}})")) == "none");
  CHECK(verdict_of(scene.payload(R"({"tool_name":"Bash","tool_input":{"command":"git add -A"}})")) == "deny");
  CHECK(verdict_of(scene.payload(R"({"tool_name":"Bash","tool_input":{"command":"ls","command":"git add -A"}})")) == "deny");
  CHECK(verdict_of(scene.payload(R"({"tool_name":"Bash","cwd":"/gone","tool_input":{"command":"git add ."}})")) == "deny");
  CHECK(git_add_guard::unreadable("x", Error{"bad", {}, 0, 0}).verdict == payload::Verdict::kAsk);
}
