// SPDX-License-Identifier: Apache-2.0
// Checks of area "settings": rows that fire and rows that must not.
#include <doctest/doctest.h>

#include "cordon/doctor/checks.h"
#include "fake.h"

using namespace cordon::doctor;
using namespace cordon::doctor::test;

TEST_CASE("posture") {
  run_rows(check_posture, {
      {"healthy", [](Machine&) {}, Status::kPass, "the sandbox is strict"},
      {"who set it", [](Machine&) {}, Status::kPass, "/home/u/.claude/settings.json:1:"},
      {"who set it, overridden", [](Machine& m) { m.local("{\"sandbox\":{\"enabled\":true}}"); }, Status::kPass, "(overridden)"},
      {"no settings at all", [](Machine& m) { m.user("{}"); }, Status::kFail, "no settings file in force sets sandbox.enabled"},
      {"switched off by a local file", [](Machine& m) { m.local("{\"sandbox\":{\"enabled\":false}}"); }, Status::kFail, "settings.local.json:1:"},
      {"not strict", [](Machine& m) { m.user("{\"sandbox\":{\"enabled\":true,\"failIfUnavailable\":true}}"); }, Status::kWarn, "\"allowUnsandboxedCommands\": false"},
      {"strict by the project only", [](Machine& m) {
         m.user("{\"sandbox\":{\"enabled\":true,\"failIfUnavailable\":true}}");
         m.project("{\"sandbox\":{\"allowUnsandboxedCommands\":false}}");
       }, Status::kWarn, "a local file can take it back"},
      {"a project that would loosen changes nothing", [](Machine& m) { m.project("{\"sandbox\":{\"allowUnsandboxedCommands\":true}}"); }, Status::kPass, "(not honoured there)"},
      {"may run without its backend", [](Machine& m) { m.user("{\"sandbox\":{\"enabled\":true,\"allowUnsandboxedCommands\":false}}"); }, Status::kWarn, "failIfUnavailable"},
      {"something runs outside", [](Machine& m) { m.project("{\"sandbox\":{\"excludedCommands\":[\"docker *\"]}}"); }, Status::kWarn, "'docker *' always runs outside"},
      {"bubblewrap missing", [](Machine& m) {
         m.world.set("PATH", "/bin");
         m.user("{\"sandbox\":{\"enabled\":true}}");
       }, Status::kFail, "every command runs unsandboxed"},
      {"bubblewrap missing, refuses", [](Machine& m) { m.world.set("PATH", "/bin"); }, Status::kFail, "the runtime refuses to start"},
  });
}

TEST_CASE("files") {
  run_rows(check_files, {
      {"healthy", [](Machine&) {}, Status::kPass, "/home/u/.claude/settings.json: user settings"},
      {"an absent local file is no fault", [](Machine& m) { m.project("{}"); }, Status::kPass, "/work/repo/.claude/settings.json: project settings"},
      {"unknown keys are no fault", [](Machine& m) { m.project("{\"futureKey\":1}"); }, Status::kPass, ""},
      {"a BOM is no fault", [](Machine& m) { m.project("\xEF\xBB\xBF{}"); }, Status::kPass, ""},
      {"trailing comma", [](Machine& m) { m.project("{\n  \"sandbox\": {\"enabled\": true},\n}"); }, Status::kFail, "/work/repo/.claude/settings.json:2:31: "},
      {"comment", [](Machine& m) { m.project("{// on\n}"); }, Status::kFail, "settings.json:1:2: "},
      {"truncated", [](Machine& m) { m.project("{\"sandbox\":{\"enabled\":true}"); }, Status::kFail, "settings.json:1:"},
      {"single quotes", [](Machine& m) { m.project("{'sandbox':{}}"); }, Status::kFail, "settings.json:1:2: "},
      {"empty", [](Machine& m) { m.project(""); }, Status::kFail, "settings.json"},
      {"a list", [](Machine& m) { m.project("[]"); }, Status::kFail, "settings.json"},
      {"wrong type", [](Machine& m) { m.project("{\n \"sandbox\": {\"enabled\": \"true\"}}"); }, Status::kFail, "settings.json:2:25: expected boolean for 'sandbox.enabled'"},
      {"every fault is told", [](Machine& m) { m.project("{\"sandbox\":{\"enabled\":\"true\"},\n\"permissions\":5}"); }, Status::kFail, "settings.json:2:15: expected object for 'permissions'"},
      {"an entry that is no text", [](Machine& m) { m.project("{\"permissions\":{\"deny\":[5]}}"); }, Status::kWarn, "settings.json:1:25: 5"},
      {"twice", [](Machine& m) { m.project("{\"model\":\"a\",\n\"model\":\"b\"}"); }, Status::kWarn, "settings.json:2:1: this one does"},
      {"the same key in two objects is no fault", [](Machine& m) { m.project("{\"sandbox\":{\"network\":{}},\"permissions\":{\"deny\":[]}}"); }, Status::kPass, ""},
  });
}

TEST_CASE("settings that do nothing") {
  run_rows(check_inert_write, {
      {"healthy", [](Machine&) {}, Status::kPass, ""},
      {"Edit rules work", [](Machine& m) { m.user(healthy("\"permissions\":{\"deny\":[\"Edit(~/.bashrc)\",\"Read(./.env)\"]}")); }, Status::kPass, ""},
      {"the bare tool works", [](Machine& m) { m.user(healthy("\"permissions\":{\"allow\":[\"Write\"]}")); }, Status::kPass, ""},
      {"a dropped file is told elsewhere", [](Machine& m) { m.project("{\"permissions\":{\"deny\":[\"Write(x)\"]},}"); }, Status::kPass, ""},
      {"deny", [](Machine& m) { m.project("{\"permissions\":{\"deny\":[\"Write(~/.ssh/**)\"]}}"); }, Status::kFail, "write Edit(~/.ssh/**) instead"},
      {"allow", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Write(src/**)\"]}}"); }, Status::kWarn, "/work/repo/.claude/settings.json:1:26: permissions.allow has \"Write(src/**)\""},
  });
  run_rows(check_home_local, {
      {"healthy", [](Machine&) {}, Status::kPass, ""},
      {"a project's local file is read", [](Machine& m) { m.local("{}"); }, Status::kPass, ""},
      {"there", [](Machine& m) { m.world.write("/home/u/.claude/settings.local.json", "{}"); }, Status::kWarn, "read by nothing"},
      {"of another config folder", [](Machine& m) {
         m.world.set("CLAUDE_CONFIG_DIR", "/alt");
         m.world.write("/alt/settings.local.json", "{}");
       }, Status::kWarn, "/alt/settings.local.json"},
      {"no home", [](Machine& m) { m.world.env_.erase("HOME"); }, Status::kSkip, "HOME is not set"},
  });
  run_rows(check_not_honoured, {
      {"healthy", [](Machine&) {}, Status::kPass, ""},
      {"a mode of the user's is honoured", [](Machine& m) { m.user(healthy("\"permissions\":{\"defaultMode\":\"bypassPermissions\"}")); }, Status::kPass, ""},
      {"acceptEdits of a project is honoured", [](Machine& m) { m.project("{\"permissions\":{\"defaultMode\":\"acceptEdits\"}}"); }, Status::kPass, ""},
      {"bypass of a project", [](Machine& m) { m.project("{\"permissions\":{\"defaultMode\":\"bypassPermissions\"}}"); }, Status::kWarn, "ignored from 2.1.257 on"},
      {"bypass of a local file, old runtime", [](Machine& m) {
         m.world.set("AI_AGENT", "claude-code_2-1-202_harness");
         m.local("{\"permissions\":{\"defaultMode\":\"bypassPermissions\"}}");
       }, Status::kFail, "this runtime honours that"},
      {"platforms", [](Machine& m) { m.project("{\"sandbox\":{\"enabledPlatforms\":[\"macos\"]}}"); }, Status::kWarn, "counts only in managed settings"},
      {"platforms, managed", [](Machine& m) { m.world.write("/etc/claude-code/managed-settings.json", "{\"sandbox\":{\"enabledPlatforms\":[\"linux\"]}}"); }, Status::kPass, ""},
      {"a path to bwrap", [](Machine& m) { m.project("{\"sandbox\":{\"bwrapPath\":\"/x/bwrap\"}}"); }, Status::kWarn, "sandbox.bwrapPath is not honoured in project settings"},
  });
}

TEST_CASE("Bash(x) meant as a prefix") {
  run_rows(check_prefix_rules, {
      {"healthy", [](Machine&) {}, Status::kPass, ""},
      {"npm run", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Bash(npm run)\"]}}"); }, Status::kWarn, "write \"Bash(npm run *)\""},
      {"complete commands", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Bash(npm install)\",\"Bash(make)\",\"Bash(git status)\",\"Bash(cargo test)\",\"Bash(ls)\"]}}"); }, Status::kPass, ""},
      {"prefixes", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Bash(npm run *)\",\"Bash(git add:*)\",\"Bash(docker run *)\"],\"deny\":[\"Bash(git push *)\"]}}"); }, Status::kPass, ""},
      {"with its twin", [](Machine& m) { m.project("{\"permissions\":{\"deny\":[\"Bash(curl)\",\"Bash(curl *)\"]}}"); }, Status::kPass, ""},
      {"under a wider rule", [](Machine& m) { m.project("{\"permissions\":{\"deny\":[\"Bash(git push)\",\"Bash(git *)\"]}}"); }, Status::kPass, ""},
      {"env alone prints", [](Machine& m) { m.project("{\"permissions\":{\"deny\":[\"Bash(env)\",\"Bash(printenv)\"]}}"); }, Status::kPass, ""},
      {"other tools", [](Machine& m) { m.project("{\"permissions\":{\"deny\":[\"Read(./.env)\",\"WebFetch\"]}}"); }, Status::kPass, ""},
      {"a deny rule with a gap", [](Machine& m) { m.project("{\"permissions\":{\"deny\":[\"Bash(git push --force)\"]}}"); }, Status::kWarn, "guards the bare command only"},
      {"sudo", [](Machine& m) { m.user(healthy("\"permissions\":{\"deny\":[\"Bash(sudo)\"]}")); }, Status::kWarn, "write \"Bash(sudo *)\""},
  });
}

TEST_CASE("unknown keys that resemble known ones") {
  run_rows(check_unknown_keys, {
      {"healthy", [](Machine&) {}, Status::kPass, ""},
      {"a slip", [](Machine& m) { m.project("{\"sandbx\":{\"enabled\":true}}"); }, Status::kWarn, "settings.json:1:2: 'sandbx' resembles 'sandbox'"},
      {"a swap, deeper", [](Machine& m) { m.project("{\"sandbox\":{\"enabeld\":true}}"); }, Status::kWarn, "resembles 'sandbox.enabled'"},
      {"another style", [](Machine& m) { m.project("{\"sandbox\":{\"allow_unsandboxed_commands\":false}}"); }, Status::kWarn, "resembles 'sandbox.allowUnsandboxedCommands'"},
      {"wrong place", [](Machine& m) { m.project("{\"allowUnsandboxedCommands\":false}"); }, Status::kWarn, "resembles 'sandbox.allowUnsandboxedCommands'"},
      {"network keys", [](Machine& m) { m.project("{\"sandbox\":{\"network\":{\"allowDomains\":[]}}}"); }, Status::kWarn, "resembles 'sandbox.network.allowedDomains'"},
      {"an event", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUses\":[]}}"); }, Status::kWarn, "resembles 'hooks.PreToolUse'"},
      {"of a hook's entry", [](Machine& m) { m.project("{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"x\",\"onFailur\":\"block\"}]}]}}"); }, Status::kWarn, "onFailure"},
      {"new ones resemble nothing", [](Machine& m) { m.project("{\"futureKey\":1,\"x\":{\"enabeld\":1},\"sandbox\":{\"quantum\":true}}"); }, Status::kPass, ""},
      {"free-form places", [](Machine& m) { m.project("{\"env\":{\"sandbx\":\"1\",\"MODEL\":\"x\"},\"enabledPlugins\":{\"a@b\":true}}"); }, Status::kPass, ""},
      {"known ones of all versions", [](Machine& m) { m.project("{\"model\":\"x\",\"theme\":\"dark\",\"sandbox\":{\"enabledPlatforms\":[]},\"permissions\":{\"deny\":[],\"allow\":[],\"ask\":[]}}"); }, Status::kPass, ""},
      {"short names", [](Machine& m) { m.project("{\"tux\":1}"); }, Status::kPass, ""},
  });
}

TEST_CASE("allow rules without effect") {
  run_rows(check_shadowed, {
      {"healthy", [](Machine&) {}, Status::kPass, ""},
      {"the same rule", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Bash(git push *)\"],\"deny\":[\"Bash(git push *)\"]}}"); }, Status::kWarn, "a deny rule refuses all that it allows"},
      {"another spelling", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Bash(git push:*)\"],\"ask\":[\"Bash(git *)\"]}}"); }, Status::kWarn, "an ask rule asks about all"},
      {"of another file", [](Machine& m) {
         m.user(healthy("\"permissions\":{\"deny\":[\"Bash(curl *)\"]}"));
         m.project("{\"permissions\":{\"allow\":[\"Bash(curl https://x *)\"]}}");
       }, Status::kWarn, "/home/u/.claude/settings.json:1:"},
      {"a whole tool", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"WebFetch(domain:x.org)\"],\"deny\":[\"WebFetch\"]}}"); }, Status::kWarn, "WebFetch"},
      {"a whole server", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"mcp__db__query\"],\"deny\":[\"mcp__db\"]}}"); }, Status::kWarn, "mcp__db__query"},
      {"a folder", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Read(~/.aws/config)\"],\"deny\":[\"Read(~/.aws/**)\"]}}"); }, Status::kWarn, "Read(~/.aws/config)"},
      {"a part only", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Bash(git *)\"],\"deny\":[\"Bash(git push *)\"]}}"); }, Status::kPass, ""},
      {"another program", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Bash(gitk *)\"],\"deny\":[\"Bash(git *)\"]}}"); }, Status::kPass, ""},
      {"bare command under a longer one", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Bash(npm run test)\"],\"deny\":[\"Bash(npm publish *)\"]}}"); }, Status::kPass, ""},
      {"another server", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"mcp__dbx__query\"],\"deny\":[\"mcp__db\"]}}"); }, Status::kPass, ""},
      {"another folder", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Read(~/.awsome/x)\"],\"deny\":[\"Read(~/.aws/**)\"]}}"); }, Status::kPass, ""},
  });
}

TEST_CASE("cordon.toml") {
  run_rows(check_cordon_config, {
      {"none", [](Machine&) {}, Status::kPass, ""},
      {"good", [](Machine& m) { m.world.write("/home/u/.claude/cordon.toml", "[bypass_warn]\non_bypass = \"deny\"\n"); }, Status::kPass, ""},
      {"a wrong value", [](Machine& m) { m.world.write("/home/u/.claude/cordon.toml", "[bypass_warn]\non_bypass = \"maybe\"\n"); }, Status::kWarn, "cordon.toml:2:"},
      {"no TOML", [](Machine& m) { m.world.write("/home/u/.claude/cordon.toml", "[bypass_warn\n"); }, Status::kWarn, "cordon.toml:1:"},
  });
}
