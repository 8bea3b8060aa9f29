// SPDX-License-Identifier: Apache-2.0
// Checks of area "hooks": rows that fire and rows that must not.
#include <doctest/doctest.h>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/wiring_view.h"
#include "cordon/install_wiring.h"
#include "fake.h"

using namespace cordon::doctor;
using namespace cordon::doctor::test;

namespace {

const std::string kBin = "/home/u/.claude/cordon/bin";

void replace(std::string& text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
}

// The healthy settings with one place changed.
void change(Machine& machine, const std::string& from, const std::string& to) {
  std::string text = healthy();
  replace(text, from, to);
  machine.user(text);
}

std::string entry(const std::string& command, const std::string& more = ",\"args\":[]") {
  return "{\"matcher\":\"Bash|PowerShell|Monitor\",\"hooks\":[{\"type\":\"command\",\"command\":\"" + command + "\"" + more + "}]}";
}

void plugin_folder(Machine& machine, const std::string& root) {
  machine.world.write(root + "/.claude-plugin/plugin.json", "{\"name\":\"cordon\"}");
  machine.world.write(root + "/hooks/hooks.json", "{}");
  for (const cordon::command::WiredHook& hook : cordon::command::wired_hooks()) machine.world.program(root + "/bin/" + std::string(hook.program), "program " + std::string(hook.program));
}

// The hooks by the plugin alone; nothing was installed.
void plugin(Machine& machine, const std::string& root = "/cache/cordon") {
  plugin_folder(machine, root);
  machine.user("{\"enabledPlugins\":{\"cordon@market\":true}}");
  machine.world.write("/home/u/.claude/plugins/installed_plugins.json", "{\"version\":2,\"plugins\":{\"cordon@market\":[{\"scope\":\"user\",\"installPath\":\"/cache/cordon\"}]}}");
}

std::string beat_file(std::string_view hook) { return "/home/u/.local/state/cordon/sessions/s1/fired-" + std::string(hook); }

}  // namespace

TEST_CASE("wired") {
  run_rows(check_wired, {
      {"healthy", [](Machine&) {}, Status::kPass, "bypass-warn on PreToolUse"},
      {"a foreign hook beside is no fault", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("/x/other") + "]}}"); }, Status::kPass, ""},
      {"a wider matcher is no fault", [](Machine& m) { change(m, "Bash|PowerShell|Monitor", "Bash|PowerShell|Monitor|Read"); }, Status::kPass, ""},
      {"every tool is no fault", [](Machine& m) { change(m, "Bash|PowerShell|Monitor", "*"); }, Status::kPass, ""},
      {"nothing", [](Machine& m) { m.user("{}"); }, Status::kFail, "no hook of cordon is wired"},
      {"by the plugin", [](Machine& m) { plugin(m); }, Status::kPass, "the plugin brings the hooks"},
      {"by a marketplace that is a folder", [](Machine& m) {
         plugin(m, "/src/cordon");
         m.world.write("/home/u/.claude/plugins/known_marketplaces.json", "{\"market\":{\"source\":{\"source\":\"directory\",\"path\":\"/src/cordon\"}}}");
       }, Status::kPass, "/src/cordon/hooks/hooks.json"},
      {"a marketplace that the settings name is enough", [](Machine& m) {
         plugin_folder(m, "/src/cordon");
         m.user("{\"enabledPlugins\":{\"cordon@m\":true},\"extraKnownMarketplaces\":{\"m\":{\"source\":{\"source\":\"directory\",\"path\":\"/src/cordon\"}}}}");
       }, Status::kPass, "the plugin brings the hooks"},
      {"not for the floor", [](Machine& m) {
         m.world.set("AI_AGENT", "claude-code_2-1-202_harness");
         plugin_folder(m, "/src/cordon");
         m.user("{\"enabledPlugins\":{\"cordon@m\":true},\"extraKnownMarketplaces\":{\"m\":{\"source\":{\"source\":\"directory\",\"path\":\"/src/cordon\"}}}}");
       }, Status::kFail, "not installed"},
      {"a plugin that is not installed", [](Machine& m) { m.user("{\"enabledPlugins\":{\"cordon@market\":true}}"); }, Status::kFail, "claude plugin install"},
      {"a plugin without its programs", [](Machine& m) {
         plugin(m);
         m.world.write("/cache/cordon/bin/deny-guard", "");
       }, Status::kFail, "/cache/cordon/bin/deny-guard: not there, or not executable"},
      {"a plugin that the local file switches off", [](Machine& m) {
         plugin(m);
         m.local("{\"enabledPlugins\":{\"cordon@market\":false}}");
       }, Status::kFail, "no hook of cordon is wired"},
      {"another's plugin of that name", [](Machine& m) {
         plugin(m);
         m.world.write("/cache/cordon/.claude-plugin/plugin.json", "{\"name\":\"cordon-bleu\"}");
       }, Status::kFail, "not installed"},
      {"the plugin brings what is wired nowhere else", [](Machine& m) {
         plugin(m);
         std::string text = healthy("\"enabledPlugins\":{\"cordon@market\":true}");
         replace(text, "\"ConfigChange\"", "\"Notification\"");
         m.user(text);
       }, Status::kPass, "posture-watch on ConfigChange: by the plugin"},
      {"a plugin that is switched off", [](Machine& m) { m.user("{\"enabledPlugins\":{\"cordon@market\":false,\"x@y\":true}}"); }, Status::kFail, "no hook of cordon is wired"},
      {"one missing", [](Machine& m) { change(m, kBin + "/deny-guard", "/x/other"); }, Status::kFail, "deny-guard is not wired on PreToolUse"},
      {"a pattern that cannot be judged", [](Machine& m) { change(m, "Bash|PowerShell|Monitor", "^(Bash|PowerShell|Monitor)$"); }, Status::kPass, "cannot be told"},
      {"an event missing", [](Machine& m) { change(m, "\"ConfigChange\"", "\"Notification\""); }, Status::kFail, "posture-watch is not wired on ConfigChange"},
      {"a matcher that leaves tools out", [](Machine& m) { change(m, "Edit|Write|MultiEdit|NotebookEdit|Bash", "Bash|Edit"); }, Status::kFail, "protected-paths is not started for all tools"},
      {"by the project only", [](Machine& m) {
         m.project(healthy());
         m.user("{}");
       }, Status::kWarn, "wired by project settings only"},
      {"a dropped file wires nothing", [](Machine& m) { m.user(healthy() + ","); }, Status::kFail, "no hook of cordon is wired"},
  });
}

TEST_CASE("matchers") {
  CHECK(covers_tools("", "Bash") == Coverage::kYes);
  CHECK(covers_tools("Bash", "Bash") == Coverage::kYes);
  CHECK(covers_tools("Monitor|Bash", "Bash|Monitor") == Coverage::kYes);
  CHECK(covers_tools("Edit|mcp__.*", "Edit|mcp__.*") == Coverage::kYes);
  CHECK(covers_tools("Edit|Bash", "Edit|mcp__.*") == Coverage::kNo);
  CHECK(covers_tools(".*", "Edit|mcp__.*") == Coverage::kYes);
  CHECK(covers_tools("Bash", "Bash|Monitor") == Coverage::kNo);
  CHECK(covers_tools("bash", "Bash") == Coverage::kNo);
  CHECK(covers_tools("B.*", "Bash") == Coverage::kYes);
  CHECK(covers_tools("B[a]sh", "Bash") == Coverage::kUnsure);
}

TEST_CASE("form") {
  run_rows(check_form, {
      {"healthy", [](Machine&) {}, Status::kPass, ""},
      {"nothing wired", [](Machine& m) { m.user("{}"); }, Status::kSkip, ""},
      {"the plugin alone", [](Machine& m) { plugin(m); }, Status::kPass, "without a shell"},
      {"a foreign hook in shell form", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("echo hi", "") + "]}}"); }, Status::kPass, ""},
      {"a long timeout", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("/x/deny-guard", ",\"args\":[],\"timeout\":60") + "]}}"); }, Status::kPass, ""},
      {"a short timeout", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("/x/deny-guard", ",\"args\":[],\"timeout\":1") + "]}}"); }, Status::kWarn, "timeout of 1 seconds"},
      {"async off", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("/x/deny-guard", ",\"args\":[],\"async\":false") + "]}}"); }, Status::kPass, ""},
      {"filter", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("/x/git-add-guard", ",\"args\":[],\"if\":\"Bash(git *)\"") + "]}}"); }, Status::kFail, "misses what stands inside bash -c"},
      {"async", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("/x/deny-guard", ",\"args\":[],\"async\":true") + "]}}"); }, Status::kFail, "does not wait for the answer"},
      {"relative", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("./bin/deny-guard") + "]}}"); }, Status::kFail, "without an absolute path"},
      {"a tilde without a shell", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("~/bin/deny-guard") + "]}}"); }, Status::kFail, "without an absolute path"},
      {"shell form", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("~/bin/deny-guard", "") + "]}}"); }, Status::kWarn, "started through a shell"},
      {"a shell that greets", [](Machine& m) {
         m.project("{\"hooks\":{\"PreToolUse\":[" + entry("/x/deny-guard", "") + "]}}");
         m.host.answers["/bin/bash -c :"] = {0, "", "ready on arm64\n", ""};
       }, Status::kFail, "$ /bin/bash -c : -> ready on arm64"},
      {"a shell that greets does not matter in exec form", [](Machine& m) { m.host.answers["/bin/bash -c :"] = {0, "", "ready\n", ""}; }, Status::kPass, ""},
  });
}

TEST_CASE("duplicates are counted") {
  run_rows(check_duplicates, {
      {"healthy", [](Machine&) {}, Status::kPass, ""},
      {"nothing wired", [](Machine& m) { m.user("{}"); }, Status::kSkip, ""},
      {"one program on several events", [](Machine&) {}, Status::kPass, ""},
      {"foreign ones twice", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("/x/y") + "," + entry("/x/y") + "]}}"); }, Status::kPass, ""},
      {"IN-014: each entry twice", [](Machine& m) {
         std::string text = healthy();
         replace(text, "\"hooks\":{\"PreToolUse\":[", "\"hooks\":{\"PreToolUse\":[" + entry("/old/bin/suite", ",\"args\":[\"git-add-guard\"]") + ",");
         m.user(text);
       }, Status::kWarn, "git-add-guard is wired 2 times on PreToolUse"},
      {"the same in two files is started once", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry(kBin + "/bypass-warn") + "]}}"); }, Status::kPass, ""},
      {"the same under another matcher", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"\"," + entry(kBin + "/bypass-warn", ",\"timeout\":60,\"args\":[]").substr(44) + "]}}"); }, Status::kPass, ""},
      {"another copy in another file", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("/x/bypass-warn") + "]}}"); }, Status::kWarn, "/work/repo/.claude/settings.json:1:"},
      {"with an if", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry(kBin + "/bypass-warn", ",\"args\":[],\"if\":\"Bash(git *)\"") + "]}}"); }, Status::kWarn, "is wired 2 times"},
      {"through a shell, too", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry(kBin + "/bypass-warn", "") + "]}}"); }, Status::kWarn, "is wired 2 times"},
      {"the plugin alone", [](Machine& m) { plugin(m); }, Status::kPass, ""},
      {"wired, and by the plugin", [](Machine& m) {
         plugin(m);
         m.user(healthy("\"enabledPlugins\":{\"cordon@market\":true}"));
       }, Status::kPass, "of the two one speaks and counts"},
  });
}

TEST_CASE("switched off") {
  run_rows(check_switched_off, {
      {"healthy", [](Machine&) {}, Status::kPass, ""},
      {"said to be on", [](Machine& m) { m.user(healthy("\"disableAllHooks\":false")); }, Status::kPass, ""},
      {"off", [](Machine& m) { m.user(healthy("\"disableAllHooks\":true")); }, Status::kFail, "hooks are switched off"},
      {"off in a local file", [](Machine& m) { m.local("{\"disableAllHooks\":true}"); }, Status::kFail, "/work/repo/.claude/settings.local.json:1:"},
      {"managed hooks only", [](Machine& m) { m.world.write("/etc/claude-code/managed-settings.json", "{\"allowManagedHooksOnly\":true}"); }, Status::kFail, "only hooks of the managed settings run"},
      {"elsewhere that key does nothing", [](Machine& m) { m.project("{\"allowManagedHooksOnly\":true}"); }, Status::kPass, ""},
  });
}

TEST_CASE("programs") {
  run_rows(check_programs, {
      {"healthy", [](Machine&) {}, Status::kPass, "programs are what was installed"},
      {"no build beside", [](Machine& m) { m.world.write("/build/bin", ""); }, Status::kPass, ""},
      {"the plugin alone", [](Machine& m) {
         plugin(m);
         m.world.write("/home/u/.claude/cordon/install.json", "{}");
       }, Status::kPass, "programs of the plugin are there"},
      {"the plugin's of another build", [](Machine& m) {
         plugin(m);
         m.world.write("/home/u/.claude/cordon/install.json", "{}");
         m.world.program("/cache/cordon/bin/deny-guard", "older");
       }, Status::kWarn, "deny-guard is of another build"},
      {"not installed", [](Machine& m) { m.world.write("/home/u/.claude/cordon/install.json", "{}"); }, Status::kSkip, "no installation is recorded"},
      {"own programs, mode 0700", [](Machine& m) { m.host.owners[kBin + "/bypass-warn"] = {1000, 1000, 0700}; }, Status::kPass, ""},
      {"a broken record", [](Machine& m) { m.world.write("/home/u/.claude/cordon/install.json", "{"); }, Status::kFail, "install.json"},
      {"gone", [](Machine& m) { m.world.folder(kBin + "/deny-guard"); m.world.link(kBin + "/deny-guard", "/gone"); }, Status::kFail, "the installed deny-guard is gone"},
      {"not executable", [](Machine& m) { m.world.write(kBin + "/bypass-warn", "program bypass-warn", 0644); }, Status::kFail, "chmod 755 " "/home/u/.claude/cordon/bin/bypass-warn"},
      {"changed since", [](Machine& m) { m.world.program(kBin + "/bypass-warn", "another"); }, Status::kFail, "is not what was installed"},
      {"of another build", [](Machine& m) { m.world.program("/build/bin/statusline", "newer"); }, Status::kWarn, "the installed statusline is of another build"},
      {"others may replace it", [](Machine& m) { m.host.owners[kBin + "/cordon"] = {1000, 1000, 0777}; }, Status::kFail, "others can replace the installed cordon"},
      {"wired to another copy", [](Machine& m) {
         m.world.program("/opt/old/bypass-warn", "old");
         m.project("{\"hooks\":{\"PreToolUse\":[" + entry("/opt/old/bypass-warn") + "]}}");
       }, Status::kWarn, "a copy that install does not keep up to date"},
      {"wired to nothing", [](Machine& m) { m.project("{\"hooks\":{\"PreToolUse\":[" + entry("/opt/gone/bypass-warn") + "]}}"); }, Status::kFail, "a program that is not there"},
      {"wired to an equal copy", [](Machine& m) {
         m.world.program("/opt/same/bypass-warn", "program bypass-warn");
         m.project("{\"hooks\":{\"PreToolUse\":[" + entry("/opt/same/bypass-warn") + "]}}");
       }, Status::kPass, ""},
  });
}

TEST_CASE("answers") {
  run_rows(check_answers, {
      {"healthy", [](Machine&) {}, Status::kPass, "SANDBOX BYPASS"},
      {"nothing wired", [](Machine& m) { m.user("{}"); }, Status::kSkip, ""},
      {"no file", [](Machine& m) { m.world.set("CLAUDE_CONFIG_DIR", "/none"); }, Status::kSkip, ""},
      {"the plugin alone", [](Machine& m) { plugin(m); }, Status::kPass, "SANDBOX BYPASS"},
      {"wrong", [](Machine& m) { m.host.proof = {false, {"deny-guard      a denied command inside bash -c -> silent   WRONG, expected ask or deny"}, ""}; }, Status::kFail, "deny-guard does not answer as it should"},
      {"could not be tried", [](Machine& m) { m.host.proof = {false, {"no scratch folder could be made"}, ""}; }, Status::kFail, "no scratch folder"},
  });
  Machine machine;
  machine.run(check_answers);
  CHECK(machine.host.proved == cordon::command::wired_hooks().size() + 1);  // and the status line
  machine.project("{\"hooks\":{\"PreToolUse\":[" + entry(kBin + "/bypass-warn") + "]}}");
  std::string twice = healthy();
  replace(twice, "\"hooks\":{\"PreToolUse\":[", "\"hooks\":{\"PreToolUse\":[" + entry(kBin + "/bypass-warn") + ",");
  machine.user(twice);
  machine.run(check_answers);
  CHECK(machine.host.proved == cordon::command::wired_hooks().size() + 1);
  plugin(machine);
  machine.run(check_answers);
  CHECK(machine.host.proved == cordon::command::wired_hooks().size());
}

TEST_CASE("heartbeat") {
  run_rows(check_heartbeat, {
      {"never yet", [](Machine&) {}, Status::kSkip, "not seen to fire yet: bypass-warn"},
      {"nothing wired", [](Machine& m) { m.user("{}"); }, Status::kSkip, "no hook of cordon is wired"},
      {"the plugin alone", [](Machine& m) { plugin(m); }, Status::kSkip, "not seen to fire yet"},
      {"all of them", [](Machine& m) {
         for (const cordon::command::WiredHook& hook : cordon::command::wired_hooks()) {
           m.world.write(beat_file(hook.program), "");
           m.world.mtimes[beat_file(hook.program)] = 1'800'000'000 - 300;
         }
       }, Status::kPass, "bypass-warn: 5 minutes ago"},
      {"one is silent", [](Machine& m) {
         for (const char* hook : {"bypass-warn", "git-add-guard"}) {
           m.world.write(beat_file(hook), "");
           m.world.mtimes[beat_file(hook)] = 1'800'000'000 - 300;
         }
       }, Status::kWarn, "deny-guard did not fire although its neighbours did"},
      {"wired a moment ago", [](Machine& m) {
         m.world.write(beat_file("bypass-warn"), "");
         m.world.mtimes[beat_file("bypass-warn")] = 1'800'000'000 - 300;
         m.world.mtimes["/home/u/.claude/settings.json"] = 1'800'000'000 - 10;
       }, Status::kPass, ""},
  });
}

TEST_CASE("status line") {
  run_rows(check_status_line, {
      {"healthy, folder not known", [](Machine&) {}, Status::kPass, "the status line is wired"},
      {"trusted", [](Machine& m) { m.world.write("/home/u/.claude.json", "{\"projects\":{\"/work/repo\":{\"hasTrustDialogAccepted\":true}}}"); }, Status::kPass, "this folder is trusted"},
      {"SL-030: not trusted yet", [](Machine& m) { m.world.write("/home/u/.claude.json", "{\"projects\":{}}"); }, Status::kPass, "stays blank: nothing is broken"},
      {"none", [](Machine& m) { m.user("{}"); }, Status::kWarn, "no status line is wired"},
      {"foreign", [](Machine& m) { m.user("{\"statusLine\":{\"type\":\"command\",\"command\":\"/x/starship\"}}"); }, Status::kSkip, "another program's"},
      {"the project's over ours", [](Machine& m) { m.project("{\"statusLine\":{\"type\":\"command\",\"command\":\"/x/y\"}}"); }, Status::kWarn, "put another status line over yours"},
  });
}
