// SPDX-License-Identifier: Apache-2.0
// Rows of the case collection (settings ST-…, sandbox SB-…), rewritten against the library. Where a measurement differs from
// what the row expects, the measurement counts and the row says so.
#include <doctest/doctest.h>

#include "shared/settings/files.h"
#include "tests/unit/settings/scratch_world.h"

namespace cordon::test {
namespace {

using namespace settings;

constexpr const char* kUser = "home/.claude/settings.json";
constexpr const char* kProject = "work/.claude/settings.json";
constexpr const char* kLocal = "work/.claude/settings.local.json";
constexpr const char* kManaged = "managed/managed-settings.json";
constexpr const char* kOn = "{\"sandbox\":{\"enabled\":true}}";
constexpr const char* kOff = "{\"sandbox\":{\"enabled\":false}}";

Query started_in(const ScratchWorld& world, const std::string& folder = "work", const char* version = "2.1.332") {
  Query query;
  query.start_dir = world.base() + "/" + folder;
  query.start_dir_certain = true;
  query.version = version;
  query.arguments = std::vector<std::string>{"claude"};
  return query;
}

struct File {
  const char* path;
  const char* text;
};

struct Row {
  std::string name;
  std::vector<File> files;
  std::string key;
  std::string want;     // "(unset)" or JSON text
  std::string sandbox;  // "" not asked
};

std::string value_of(const Effective& effective, const std::string& key) {
  const auto value = effective.find(key);
  return value ? value->value : "(unset)";
}

TEST_CASE("case rows about values") {
  const Row rows[] = {
      {"ST-004 keys of JavaScript's own objects are plain keys",
       {{kUser, "{\"toString\":1,\"__proto__\":{\"sandbox\":{\"enabled\":true}},\"constructor\":{},\"permissions\":{\"allow\":[\"toString\"]}}"}}, "sandbox.enabled", "(unset)", "off"},
      {"ST-007 managed wins", {{kManaged, kOn}, {kLocal, kOff}, {kProject, kOff}, {kUser, kOff}}, "sandbox.enabled", "true", "on"},
      {"ST-009 allow rules stay beside deny rules", {{kLocal, "{\"permissions\":{\"allow\":[\"Bash(ls:*)\"]}}"}, {kUser, "{\"permissions\":{\"deny\":[\"Bash(ls:*)\"]}}"}},
       "permissions.deny", "[\"Bash(ls:*)\"]", "off"},
      {"ST-010 lists are united, each item once", {{kProject, "{\"sandbox\":{\"excludedCommands\":[\"git\",\"npm\"]}}"}, {kUser, "{\"sandbox\":{\"excludedCommands\":[\"git\",\"make\"]}}"}},
       "sandbox.excludedCommands", "[\"git\",\"npm\",\"make\"]", "off"},
      {"ST-015 never recursively", {{"work/.claude/.claude/settings.local.json", kOn}}, "sandbox.enabled", "(unset)", "off"},
      {"ST-017 keys that do nothing in a project file (bwrapPath measured)", {{kProject, "{\"sandbox\":{\"enabled\":true,\"bwrapPath\":\"/x\"}}"}}, "sandbox.bwrapPath", "(unset)", "on"},
      {"ST-018 server policy cannot be judged", {{"home/.claude/remote-settings.json", "{\"model\":\"x\"}"}, {kManaged, kOn}}, "sandbox.enabled", "true", "unknown"},
      {"ST-019 a managed drop-in that does not parse: the runtime refuses (measured)",
       {{kManaged, kOff}, {"managed/managed-settings.d/10-a.json", kOn}, {"managed/managed-settings.d/20-b.json", "{\"sandbox\":{\"failIfUnavailable\":true}}"},
        {"managed/managed-settings.d/README", "x"}, {"managed/managed-settings.d/30-bad.json", "{"}}, "sandbox.enabled", "true", "refuses"},
      {"ST-020 a managed file keeps its good keys", {{kManaged, "{\"allowedMcpServers\":[{\"bad\":1}],\"sandbox\":{\"enabled\":true}}"}}, "sandbox.enabled", "true", "on"},
      {"ST-024 the last of duplicate keys", {{kUser, "{\"sandbox\":{\"enabled\":true},\"sandbox\":{\"enabled\":false}}"}}, "sandbox.enabled", "false", "off"},
      {"ST-026 local wins over project", {{kLocal, "{\"language\":\"ja\"}"}, {kProject, "{\"language\":\"en\"}"}}, "language", "\"ja\"", "off"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    ScratchWorld world;
    for (const File& file : row.files) world.write(file.path, file.text);
    const Effective effective = resolve(world, started_in(world));
    CHECK(value_of(effective, row.key) == row.want);
    CHECK(sandbox_name(effective.posture.sandbox) == row.sandbox);
  }
}

struct DropRow {
  std::string name;
  std::string text;
  std::string reason;  // "" when the file counts
  uint32_t line, column;
};

TEST_CASE("ST-002 ST-005 files the runtime drops whole, and those it tolerates") {
  const DropRow rows[] = {
      {"trailing comma", "{\"sandbox\":{\"enabled\":true},}", "trailing", 1, 28},
      {"comment", "{// on\n\"sandbox\":{\"enabled\":true}}", "comments", 1, 2},
      {"truncated", "{\"sandbox\":{\"enabled\":true}", "", 0, 0},
      {"one brace too many", "{\"sandbox\":{\"enabled\":true}}}", "text after the value", 0, 0},
      {"single quotes", "{'sandbox':{}}", "strings", 1, 2},
      {"empty", "", "empty file", 0, 0},
      {"blanks", "   ", "empty file", 0, 0},
      {"null", "null", "expected object, found null", 1, 1},
      {"array", "[]", "expected object, found array", 1, 1},
      {"string", "\"x\"", "expected object, found string", 1, 1},
      {"sandbox true", "{\"sandbox\":true}", "expected object for 'sandbox'", 1, 12},
      {"sandbox null", "{\"sandbox\":null}", "expected object for 'sandbox'", 1, 12},
      {"sandbox list", "{\"sandbox\":[]}", "expected object for 'sandbox'", 1, 12},
      {"enabled text", "{\"sandbox\":{\n \"enabled\":\"true\"}}", "expected boolean for 'sandbox.enabled'", 2, 12},
      {"enabled number", "{\"sandbox\":{\"enabled\":1}}", "expected boolean for 'sandbox.enabled'", 1, 23},
      {"enabled null", "{\"sandbox\":{\"enabled\":null}}", "expected boolean for 'sandbox.enabled'", 1, 23},
      {"hook without command", "{\"hooks\":{\"PreToolUse\":[{\"hooks\":[{\"type\":\"command\"}]}]}}", "missing 'command' for 'hooks.PreToolUse[0].hooks[0]'", 1, 35},
      {"status line without command", "{\"statusLine\":{\"type\":\"command\"}}", "missing 'command' for 'statusLine'", 1, 15},
      {"unknown mode", "{\"permissions\":{\"defaultMode\":\"yolo\"}}", "unknown value for 'permissions.defaultMode'", 1, 31},
  };
  for (const DropRow& row : rows) {
    CAPTURE(row.name);
    ScratchWorld world;
    world.write(kProject, row.text);
    const Effective effective = resolve(world, started_in(world));
    const SourceFile& file = effective.files[2];
    REQUIRE(file.scope == Scope::kProject);
    CHECK(file.state == FileState::kDropped);
    CHECK(file.reason.substr(0, row.reason.size()) == row.reason);
    if (row.line != 0) CHECK(std::to_string(file.line) + ":" + std::to_string(file.column) == std::to_string(row.line) + ":" + std::to_string(row.column));
    CHECK(value_of(effective, "sandbox.enabled") == "(unset)");
    CHECK(effective.posture.sandbox == Sandbox::kOff);
  }
  const char* tolerated[] = {
      "{\"env\":{\"A\":1}}", "{\"zzz\":1}", "{\"permissions\":{\"deny\":[5,null,{}]}}", "{\"hooks\":[]}", "{\"hooks\":{\"Nope\":5,\"PreToolUse\":null}}",
      "\xef\xbb\xbf{}", "{\"effortLevel\":7}", "{\"sandbox\":{\"zzz\":1,\"bwrapPath\":5}}", "{\"permissions\":{\"defaultMode\":\"manual\"}}", "{\"x\":\"\xff\"}",
      "{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"Bash\",\"hooks\":[{\"type\":\"command\",\"command\":\"x\",\"args\":[],\"onFailure\":\"block\"}]}]}}",
      "{\"$schema\":\"x\",\"statusLine\":{\"type\":\"command\",\"command\":\"x\",\"padding\":0,\"zzz\":1}}",
  };
  for (const char* text : tolerated) {
    CAPTURE(std::string(text));
    ScratchWorld world;
    world.write(kProject, text);
    const Effective effective = resolve(world, started_in(world));
    CHECK(effective.files[2].reason == "");
    CHECK(effective.files[2].state == FileState::kCounted);
  }
}

TEST_CASE("ST-012 started in a sub-folder") {
  ScratchWorld world;
  world.make_repository("work");
  world.write(kProject, kOn);
  world.write(kLocal, "{\"sandbox\":{\"autoAllowBashIfSandboxed\":true}}");
  world.make_dir("work/sub/deeper");
  // The runtime does not read the root's project file: nothing is sandboxed.
  const Effective newer = resolve(world, started_in(world, "work/sub/deeper"));
  CHECK(value_of(newer, "sandbox.enabled") == "(unset)");
  CHECK(value_of(newer, "sandbox.autoAllowBashIfSandboxed") == "true");
  CHECK(newer.posture.sandbox == Sandbox::kOff);
  const Effective older = resolve(world, started_in(world, "work/sub/deeper", "2.1.202"));
  CHECK(value_of(older, "sandbox.autoAllowBashIfSandboxed") == "(unset)");
  // Known only from a payload's cwd the session may as well have been started at the root, with the sandbox on: stay armed.
  Query query = started_in(world, "work/sub/deeper");
  query.start_dir_certain = false;
  const Effective uncertain = resolve(world, query);
  CHECK(uncertain.posture.sandbox == Sandbox::kUnknown);
  CHECK(uncertain.posture.may_be_effective());
  world.write("work/sub/deeper/.claude/settings.json", kOn);
  CHECK(resolve(world, query).posture.sandbox == Sandbox::kOn);
}

TEST_CASE("ST-022 what is no readable file is dropped, at once") {
  const auto check = [](const char* name, const char* reason, Sandbox want, auto make) {
    CAPTURE(std::string(name));
    ScratchWorld world;
    world.write(kUser, kOn);
    make(world);
    const Effective effective = resolve(world, started_in(world));
    const SourceFile& file = effective.files[1];
    REQUIRE(file.scope == Scope::kLocal);
    CHECK(file.state == FileState::kDropped);
    CHECK(file.reason == reason);
    CHECK(effective.posture.sandbox == want);
  };
  check("device", "unreadable: not a regular file", Sandbox::kOn, [](ScratchWorld& w) { w.link("/dev/zero", kLocal); });
  check("fifo", "unreadable: not a regular file", Sandbox::kOn, [](ScratchWorld& w) { w.make_fifo(kLocal); });
  check("folder", "unreadable: not a regular file", Sandbox::kOn, [](ScratchWorld& w) { w.make_dir(kLocal); });
  check("over 2 MiB", "unreadable: larger than the limit", Sandbox::kOn, [](ScratchWorld& w) { w.write(kLocal, kOff + std::string(2u << 20, ' ')); });
  check("link to itself", "unreadable: too many symbolic links", Sandbox::kUnknown, [](ScratchWorld& w) { w.link(w.base() + "/" + kLocal, kLocal); });
  check("mode 000", "unreadable: permission denied", Sandbox::kUnknown, [](ScratchWorld& w) { w.forbid(kLocal); });
  // Below the file that decides, an unreadable one changes nothing.
  ScratchWorld world;
  world.write(kLocal, kOn);
  world.forbid(kUser);
  CHECK(resolve(world, started_in(world)).posture.sandbox == Sandbox::kOn);
}

TEST_CASE("ST-023 links are followed") {
  ScratchWorld world;
  world.write("dotfiles/settings.json", kOn);
  world.link(world.base() + "/dotfiles/settings.json", "b");
  world.link(world.base() + "/b", kUser);
  CHECK(resolve(world, started_in(world)).posture.sandbox == Sandbox::kOn);
  world.link("none/x", kLocal);  // dangling: as if it were not there (measured)
  const Effective effective = resolve(world, started_in(world));
  CHECK(effective.files[1].state == FileState::kAbsent);
  CHECK(effective.posture.sandbox == Sandbox::kOn);
}

TEST_CASE("SB-011 the backend") {
  ScratchWorld world;
  world.write(kUser, kOn);
  world.set("PATH", world.base() + "/nobwrap");
  const Posture none = resolve(world, started_in(world)).posture;
  CHECK(none.sandbox == Sandbox::kOff);
  CHECK(none.backend_missing);
  CHECK(none.backend == "bwrap and socat missing");
  world.set("PATH", "relative::" + world.base() + "/nobwrap1");
  CHECK(resolve(world, started_in(world)).posture.backend == "bwrap missing");
  world.set("PATH", world.base() + "/nosocat");
  CHECK(resolve(world, started_in(world)).posture.backend == "socat missing");
  world.write(kLocal, "{\"sandbox\":{\"failIfUnavailable\":true}}");
  CHECK(resolve(world, started_in(world)).posture.sandbox == Sandbox::kRefuses);
  // A $PATH without any folder says nothing about the session's own.
  world.set("PATH", world.base() + "/none");
  CHECK(resolve(world, started_in(world)).posture.sandbox == Sandbox::kOn);
  world.unset("PATH");
  CHECK(resolve(world, started_in(world)).posture.sandbox == Sandbox::kOn);
}

TEST_CASE("who set what, and what it overrides") {
  ScratchWorld world;
  world.write(kUser, "{\n  \"sandbox\": {\n    \"enabled\": true,\n    \"allowUnsandboxedCommands\": false\n  }\n}\n");
  world.write(kProject, "{\"sandbox\":{\"enabled\":false}}");
  world.write(kLocal, "{\"sandbox\":{\"enabled\":true,\"allowUnsandboxedCommands\":true}}");
  const Effective effective = resolve(world, started_in(world));
  const auto enabled = effective.find("sandbox.enabled");
  REQUIRE(enabled);
  CHECK(enabled->scope == Scope::kLocal);
  REQUIRE(enabled->overrides.size() == 2);
  CHECK(enabled->overrides[0].value == "false");
  CHECK(enabled->overrides[1].path == world.base() + "/" + kUser);
  CHECK(enabled->overrides[1].line == 3);
  CHECK(enabled->overrides[1].column == 16);
  const auto strict = effective.find("sandbox.allowUnsandboxedCommands");
  REQUIRE(strict);
  CHECK(strict->value == "false");
  CHECK(strict->scope == Scope::kUser);
  REQUIRE(strict->overrides.size() == 1);
  CHECK_FALSE(strict->overrides[0].honoured);
  CHECK(effective.posture.strict);
  CHECK(effective.keys() == std::vector<std::string>{"sandbox.allowUnsandboxedCommands", "sandbox.enabled"});
  CHECK_FALSE(effective.find("sandbox"  ".zzz"));
}

TEST_CASE("the payload's permission mode beats the files; nothing known is said to be unknown") {
  ScratchWorld world;
  world.write(kUser, "{\"permissions\":{\"defaultMode\":\"plan\"}}");
  Query query = started_in(world);
  query.permission_mode = "acceptEdits";
  CHECK(resolve(world, query).posture.permission_mode == "acceptEdits");
  query.start_dir.clear();
  query.version.clear();
  const Posture nowhere = resolve(world, query).posture;
  CHECK(nowhere.sandbox == Sandbox::kUnknown);
  CHECK(nowhere.version_assumed);
  CHECK(nowhere.version == "2.1.332");
  world.write(kManaged, kOff);
  CHECK(resolve(world, query).posture.sandbox == Sandbox::kOff);
}

TEST_CASE("without HOME the user's file counts, but cannot be found") {
  ScratchWorld world;
  world.unset("HOME");
  CHECK(resolve(world, started_in(world)).posture.sandbox == Sandbox::kUnknown);
  world.write(kLocal, kOff);
  CHECK(resolve(world, started_in(world)).posture.sandbox == Sandbox::kOff);
  world.write(kLocal, kOn);
  CHECK(resolve(world, started_in(world)).posture.sandbox == Sandbox::kOn);
  world.write(kLocal, "{}");
  world.set("CLAUDE_CONFIG_DIR", world.base() + "/home/.claude");
  CHECK(resolve(world, started_in(world)).posture.sandbox == Sandbox::kOff);
}

TEST_CASE("costs: each file is asked for once") {
  ScratchWorld world;
  world.make_repository("work");
  world.reads = world.stats = 0;
  resolve(world, started_in(world));
  CHECK(world.reads == 5);  // managed, local, project, user, remote
  CHECK(world.stats == 1);  // .git
  world.write(kUser, kOn);
  world.reads = world.stats = 0;
  resolve(world, started_in(world));
  CHECK(world.reads == 5);
  CHECK(world.stats == 1 + 4);  // bwrap and socat in the second folder of $PATH
}

}  // namespace
}  // namespace cordon::test
