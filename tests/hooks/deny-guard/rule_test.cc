// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "hooks/deny-guard/rules.h"
#include "tests/hooks/deny-guard/scene.h"

using namespace cordon;
using test::DenyScene;
using test::verdict_of;

TEST_CASE("the reason names rule and place") {
  DenyScene scene;
  scene.rules({"Read(x)", "Bash(git push *)"});
  const auto decision = scene.command("bash -c 'git push origin'");
  CHECK(verdict_of(decision) == "deny");
  CHECK(decision.reason.find("`git push origin` is denied by Bash(git push *) in /home/u/.claude/settings.json:5") != std::string::npos);
  CHECK(decision.reason.find("inside bash -c") != std::string::npos);
}

TEST_CASE("rules of every scope") {
  for (const char* file : {"/home/u/.claude/settings.json", "/work/repo/.claude/settings.json", "/work/repo/.claude/settings.local.json",
                           "/etc/claude-code/managed-settings.json"}) {
    DenyScene scene;
    scene.world.files[file] = R"J({"permissions":{"deny":["Bash(git push *)"]}})J";
    const auto decision = scene.command("bash -c 'git push'");
    CHECK_MESSAGE(verdict_of(decision) == "deny", file);
    CHECK_MESSAGE(decision.reason.find(file) != std::string::npos, decision.reason);
  }
}

TEST_CASE("where managed settings want their own rules only, the others' do not count") {
  const std::string managed = "/etc/claude-code/managed-settings.json";
  DenyScene scene;
  scene.rules({"Bash(git push *)"}, {"Bash(docker *)"});
  scene.world.files["/work/repo/.claude/settings.json"] = R"J({"permissions":{"deny":["Bash(rm *)"]}})J";
  scene.world.files[managed] = R"J({"allowManagedPermissionRulesOnly":true,"permissions":{"deny":["Bash(curl *)"],"ask":["Bash(npm *)"]}})J";
  CHECK(verdict_of(scene.command("bash -c 'git push'")) == "none");
  CHECK(verdict_of(scene.command("bash -c 'docker ps'")) == "none");
  CHECK(verdict_of(scene.command("bash -c 'rm x'")) == "none");
  CHECK(verdict_of(scene.command("bash -c 'npm i'")) == "ask");
  const auto decision = scene.command("bash -c 'curl x'");
  CHECK(verdict_of(decision) == "deny");
  CHECK_MESSAGE(decision.reason.find(managed) != std::string::npos, decision.reason);
  scene.world.files[managed] = R"J({"allowManagedPermissionRulesOnly":true})J";
  CHECK(verdict_of(scene.command("bash -c \"git $x\"")) == "none");  // no rule is left that it could be
  scene.world.files[managed] = R"J({"allowManagedPermissionRulesOnly":false})J";
  CHECK(verdict_of(scene.command("bash -c 'git push'")) == "deny");
  scene.world.files.erase(managed);
  scene.world.files["/work/repo/.claude/settings.json"] = R"J({"allowManagedPermissionRulesOnly":true})J";  // not theirs to say
  CHECK(verdict_of(scene.command("bash -c 'git push'")) == "deny");
}

TEST_CASE("a file that is dropped has no rules") {
  DenyScene scene;
  scene.world.files["/home/u/.claude/settings.json"] = R"J({"permissions":{"deny":["Bash(git push *)"]},)J";
  CHECK(verdict_of(scene.command("bash -c 'git push'")) == "none");
}

TEST_CASE("rules of the command line") {
  DenyScene scene;
  scene.arguments = {"claude", "-p", "go", "--disallowedTools", "Read Bash(git push *),Bash(rm *)", "Bash(ls)", "--verbose"};
  CHECK(verdict_of(scene.command("bash -c 'git push'")) == "deny");
  CHECK(verdict_of(scene.command("bash -c 'rm x'")) == "deny");
  CHECK(verdict_of(scene.command("bash -c 'ls'")) == "deny");
  CHECK(verdict_of(scene.command("bash -c 'git pull'")) == "none");
  scene.arguments = {"claude", "--disallowed-tools=Bash(git push *)"};
  CHECK(verdict_of(scene.command("bash -c 'git push'")) == "deny");
  scene.arguments = {"claude", "--allowedTools", "Bash(git push *)"};
  CHECK(verdict_of(scene.command("bash -c 'git push'")) == "none");
}

TEST_CASE("deny beats ask, whatever comes first") {
  DenyScene scene;
  scene.rules({"Bash(git push *)"}, {"Bash(git *)"});
  CHECK(verdict_of(scene.command("bash -c 'git status; git push'")) == "deny");
  CHECK(verdict_of(scene.command("bash -c 'git status'")) == "ask");
}

TEST_CASE("everything is the runtime's") {
  for (const char* rule : {"Bash", "Bash(*)", "PowerShell(git push *)", "Read(./x)"}) {
    DenyScene scene;
    scene.rules({rule});
    CHECK_MESSAGE(verdict_of(scene.command("bash -c 'git push'")) == "none", rule);
  }
}

TEST_CASE("other tools are left alone") {
  DenyScene scene;
  scene.rules({"Bash(git push *)"});
  for (const char* tool : {"PowerShell", "Write", "Read"}) {
    scene.tool = tool;
    CHECK_MESSAGE(verdict_of(scene.command("bash -c 'git push'")) == "none", tool);
  }
}

TEST_CASE("switched off") {
  DenyScene scene;
  scene.rules({"Bash(git push *)"});
  scene.config.deny_guard = settings::DenyGuardMode::kOff;
  CHECK(verdict_of(scene.command("bash -c 'git push'")) == "none");
}

TEST_CASE("hostile text is made visible") {
  DenyScene scene;
  scene.rules({"Bash(git push *)"});
  const auto decision = scene.command("bash -c 'git push \x1b[31m\xe2\x80\xae'");
  CHECK(verdict_of(decision) == "deny");
  CHECK(decision.reason.find('\x1b') == std::string::npos);
  CHECK(decision.reason.find("<U+202E>") != std::string::npos);
}

TEST_CASE("what cannot be read is asked about") {
  CHECK(verdict_of(deny_guard::unreadable("{", Error{"x", {}, 1, 1})) == "ask");
}
