// SPDX-License-Identifier: Apache-2.0
// What of a person's settings goes into the scratch world, and how paths are turned.
#include "cordon/live/carry.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace cordon;

namespace {

const live::Move kMove{"/home/al", "/home/al/work/p", "/s/home", "/s/project"};

live::Carried carried(const std::string& text) {
  const auto document = json::parse(text);
  REQUIRE(document);
  return live::carry(*document, kMove);
}

}  // namespace

TEST_CASE("paths are turned where a path ends, and nowhere else") {
  struct Row {
    const char *in, *want;
  };
  const Row rows[] = {
      {"/home/al", "/s/home"},
      {"/home/al/.aws/credentials", "/s/home/.aws/credentials"},
      {"Read(//home/al/.aws/**)", "Read(//s/home/.aws/**)"},
      {"Read(//home/al)", "Read(//s/home)"},
      {"Edit(//home/al/work/p/src/**)", "Edit(//s/project/src/**)"},
      {"/home/al/work/p", "/s/project"},
      {"/home/al/work", "/s/home/work"},
      {"Bash(/home/al/bin/x *)", "Bash(/s/home/bin/x *)"},
      {"cat /home/al/a /home/al/b", "cat /s/home/a /s/home/b"},
      // must stay
      {"/home/alice/x", "/home/alice/x"},
      {"/home/al.old", "/home/al.old"},
      {"/home/al/work/p2/x", "/s/home/work/p2/x"},
      {"~/.bashrc", "~/.bashrc"},
      {"Bash(sudo *)", "Bash(sudo *)"},
      {"", ""},
      {"/", "/"},
      {"/etc/passwd", "/etc/passwd"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.in);
    CHECK(live::turned(row.in, kMove) == row.want);
  }
  CHECK(live::turned("/home/al/x", {"", "", "/s/home", "/s/project"}) == "/home/al/x");
  CHECK(live::turned("/x", {"/", "/", "/s/home", "/s/project"}) == "/x");
}

TEST_CASE("programs of hooks stay where they are") {
  struct Row {
    const char *in, *want;
  };
  const Row rows[] = {
      {"~/.claude/cordon/bin/bypass-warn", "/home/al/.claude/cordon/bin/bypass-warn"},
      {"python3 ~/hooks/x.py", "python3 /home/al/hooks/x.py"},
      {"\"$HOME/x\" --y", "\"/home/al/x\" --y"},
      {"${HOME}/x", "/home/al/x"},
      {"$CLAUDE_PROJECT_DIR/.claude/hooks/x", "/home/al/work/p/.claude/hooks/x"},
      {"\"${CLAUDE_PROJECT_DIR}\"/x", "\"/home/al/work/p\"/x"},
      {"./hooks/x", "/home/al/work/p/hooks/x"},
      {".claude/hooks/x", "/home/al/work/p/.claude/hooks/x"},
      // must stay
      {"/home/al/.claude/cordon/bin/bypass-warn", "/home/al/.claude/cordon/bin/bypass-warn"},
      {"echo a~/b", "echo a~/b"},
      {"jq .claude/x", "jq .claude/x"},
      {"PreToolUse", "PreToolUse"},
      {"Bash|Edit", "Bash|Edit"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.in);
    CHECK(live::anchored(row.in, kMove) == row.want);
  }
}

TEST_CASE("what decides goes along, what would lead elsewhere stays behind") {
  struct Row {
    const char* name;
    const char* in;
    const char* want;  // compact
    std::vector<std::string> left;
  };
  const Row rows[] = {
      {"rules", R"~({"permissions":{"deny":["Read(//home/al/.aws/**)","Bash(sudo *)"],"defaultMode":"plan"}})~",
       R"~({"permissions":{"deny":["Read(//s/home/.aws/**)","Bash(sudo *)"],"defaultMode":"plan"}})~", {}},
      {"sandbox", R"({"sandbox":{"enabled":true,"filesystem":{"allowWrite":["/home/al/.cache"]}}})",
       R"({"sandbox":{"enabled":true,"filesystem":{"allowWrite":["/s/home/.cache"]}}})", {}},
      {"hooks", R"({"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"~/g","timeout":5}]}]}})",
       R"({"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/home/al/g","timeout":5}]}]}})", {}},
      {"another API", R"({"env":{"ANTHROPIC_BASE_URL":"https://x","PATH":"/x"},"apiKeyHelper":"k"})", "{}",
       {"env.ANTHROPIC_BASE_URL", "env.PATH", "apiKeyHelper"}},
      {"harmless env", R"({"env":{"CLAUDE_CODE_SUBPROCESS_ENV_SCRUB":"1"}})", R"({"env":{"CLAUDE_CODE_SUBPROCESS_ENV_SCRUB":"1"}})", {}},
      {"plugins and looks", R"({"enabledPlugins":{"a@b":true},"statusLine":{"type":"command","command":"x"},"model":"m"})", "{}",
       {"enabledPlugins", "statusLine", "model"}},
      {"the last of a repeated key", R"({"disableAllHooks":true,"disableAllHooks":false})", R"({"disableAllHooks":false})", {}},
      {"odd values", R"({"permissions":{"deny":[1.5,null,true,"\u00e4"]}})", R"({"permissions":{"deny":[1.5,null,true,"ä"]}})", {}},
      {"nothing", "{}", "{}", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const live::Carried got = carried(row.in);
    const std::string flat = nlohmann::ordered_json::parse(got.text).dump();
    CHECK(flat == row.want);
    CHECK(got.left == row.left);
  }
}

TEST_CASE("a managed environment that leads elsewhere forbids the trial") {
  struct Row {
    const char *text, *want;
    settings::Scope scope = settings::Scope::kManaged;
  };
  const Row rows[] = {
      {R"({"env":{"PATH":"/x"}})", "env.PATH in /m"},
      {R"({"env":{"ANTHROPIC_BASE_URL":"x"}})", "env.ANTHROPIC_BASE_URL in /m"},
      {R"({"env":{"https_proxy":"x"}})", "env.https_proxy in /m"},
      {R"({"env":{"LD_PRELOAD":"x"}})", "env.LD_PRELOAD in /m"},
      {R"({"env":{"CLAUDE_CODE_USE_BEDROCK":"1"}})", "env.CLAUDE_CODE_USE_BEDROCK in /m"},
      // must not fire
      {R"({"env":{"EDITOR":"vi","MY_PATH":"x","OLD_HOME":"y"}})", ""},
      {R"({"permissions":{}})", ""},
      {R"({"env":5})", ""},
      {R"({"env":{"PATH":"/x"}})", "", settings::Scope::kUser},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    settings::Effective effective;
    settings::SourceFile file;
    file.scope = row.scope;
    file.path = "/m";
    file.state = settings::FileState::kCounted;
    file.document = *json::parse(row.text);
    effective.files.push_back(std::move(file));
    CHECK(live::managed_danger(effective) == row.want);
  }
}

TEST_CASE("docker's socket is open where the settings say so") {
  struct Row {
    const char* text;
    bool want;
  };
  const Row rows[] = {
      {R"({"sandbox":{"network":{"allowAllUnixSockets":true}}})", true},
      {R"({"sandbox":{"network":{"allowUnixSockets":["/var/run/docker.sock"]}}})", true},
      // must not fire
      {R"({"sandbox":{"network":{"allowAllUnixSockets":false}}})", false},
      {R"({"sandbox":{"network":{"allowUnixSockets":["/run/x.sock"]}}})", false},
      {R"({"sandbox":{"enabled":true}})", false},
      {"{}", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    settings::Effective effective;
    settings::SourceFile file;
    file.path = "/u";
    file.state = settings::FileState::kCounted;
    file.document = *json::parse(row.text);
    effective.files.push_back(std::move(file));
    CHECK(live::sockets_open(effective) == row.want);
  }
}
