// SPDX-License-Identifier: Apache-2.0
#include "statusline/silent_hooks.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <functional>
#include <map>

#include "shared/hook/heartbeat.h"
#include "shared/hook/plugin_hooks.h"
#include "statusline/tool_runs.h"
#include "tests/unit/base/temp_dir.h"

using namespace cordon;
using statusline::tool_runs;
using statusline::utc_milliseconds;
using testing::TempDir;

namespace {

class HomeWorld : public RealWorld {
 public:
  explicit HomeWorld(const TempDir& dir) : home_(dir.path()) {}
  std::optional<std::string> env(const char* name) const override {
    if (std::string_view(name) == "HOME") return home_;
    const auto found = more.find(name);
    return found == more.end() ? std::nullopt : std::optional(found->second);
  }
  std::map<std::string, std::string, std::less<>> more;

 private:
  std::string home_;
};

std::string call(const char* id, const char* tool) {
  return std::string(R"({"type":"assistant","message":{"content":[{"type":"tool_use","id":")") + id + R"(","name":")" + tool + R"(","input":{"command":"x"}}]}})" + "\n";
}
std::string result(const char* id, const char* time, const char* more = "") {
  return std::string(R"({"type":"user","message":{"content":[{"tool_use_id":")") + id + R"(","type":"tool_result","content":"hi")" + more + R"(}]},"timestamp":")" + time + "\"}\n";
}
std::string text_of(const std::vector<statusline::ToolRun>& runs) {
  std::string out;
  for (const auto& each : runs) out += each.tool + " " + std::to_string(each.time) + "\n";
  return out;
}

constexpr const char* kLongAgo = "2020-01-01T00:00:00.000Z";
constexpr const char* kLater = "2100-01-01T00:00:00.000Z";

// A session in which the status line has watched since before anything ran.
struct Place {
  TempDir dir;
  HomeWorld world{dir};
  std::string folder = ".local/state/cordon/sessions/s/";

  void wire(const std::string& hooks, const std::string& more = "") {
    dir.write(".claude/settings.json", R"({"hooks":)" + hooks + more + "}");
  }
  void guard(const char* matcher = "Bash|PowerShell", const char* program = "bypass-warn") {
    wire(std::string(R"({"PreToolUse":[{"matcher":")") + matcher + R"(","hooks":[{"type":"command","command":"/x/)" + program + R"("}]}]})");
  }
  // The transcript is newer than the last look, whatever the clock's steps are.
  void grown() {
    const timespec times[2] = {{4'200'000'000, 0}, {4'200'000'000, 0}};
    utimensat(AT_FDCWD, (dir / "t.jsonl").c_str(), times, AT_SYMLINK_NOFOLLOW);
  }
  std::vector<Error> look(const char* more = "") {
    const settings::Effective effective = settings::resolve(world, settings::query_for(world, {.cwd = dir / "repo", .project_dir = dir / "repo", .version = "2.1.332", .permission_mode = {}}));
    auto payload = payload::Payload::read(R"({"session_id":"s","transcript_path":")" + dir / "t.jsonl" + "\"" + more + "}");
    return statusline::silent_hooks(world, *payload, effective, world.list_dir(dir / folder).value_or(std::vector<std::string>{}));
  }
};

std::string line_of(const std::vector<Error>& faults) {
  std::string out;
  for (const Error& each : faults) out += each.file + ": " + each.message + "\n";
  return out;
}

}  // namespace

TEST_CASE("the time of a transcript's line") {
  struct Row {
    const char* in;
    int64_t want;
  };
  const Row rows[] = {{"1970-01-01T00:00:00Z", 0}, {"1970-01-01T00:01:40.5Z", 100000}, {"1970-01-01T00:01:40Z", 100000}, {"2026-11-30T00:03:41.596Z", 1795997021596}, {"2026-11-30T00:03:41.x96Z", 1795997021000}, {"", 0}, {"2026-11-30", 0},
                      {"2026-13-30T00:03:41Z", 0}, {"2026-11-30T00:03:41", 0}, {"x026-11-30T00:03:41Z", 0}, {"2026-11-30 00:03:41Z", 0}, {"-026-11-30T00:03:41Z", 0}};
  for (const Row& row : rows) {
    CAPTURE(row.in);
    CHECK(utc_milliseconds(row.in) == row.want);
  }
}

TEST_CASE("tools in a transcript") {
  const std::string time = "1970-01-01T00:01:40.000Z";
  struct Row {
    const char* name;
    std::string in, want;
  };
  const Row rows[] = {
      {"one", call("a", "Bash") + result("a", time.c_str()), "Bash 100000\n"},
      {"two, results in the other order", call("a", "Bash") + call("b", "Edit") + result("b", time.c_str()) + result("a", time.c_str()), "Edit 100000\nBash 100000\n"},
      {"said to be no error", call("a", "Bash") + result("a", time.c_str(), R"(,"is_error":false)"), "Bash 100000\n"},
      {"an error: perhaps no hook was started", call("a", "Bash") + result("a", time.c_str(), R"(,"is_error":true)"), ""},
      {"not done yet", call("a", "Bash"), ""},
      {"the call is above the window", result("a", time.c_str()), ""},
      {"cut in the middle", (call("a", "Bash") + result("a", time.c_str())).substr(50), ""},
      {"quoted in somebody's text", R"({"text":"{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"Bash\"}"})" "\n" + result("a", time.c_str()), ""},
      {"no time", call("a", "Bash") + result("a", "soon"), ""},
      {"another format", "tool Bash ok\n", ""},
      {"ends inside a name", R"({"type":"tool_use","id":"a","name":"Ba)", ""},
      {"nothing", "", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(text_of(tool_runs(row.in)) == row.want);
  }
}

TEST_CASE("a guard that has not fired although its tool ran") {
  struct Row {
    const char* name;
    std::function<void(Place&)> prepare;
    const char* want;
  };
  const std::string bash = call("a", "Bash") + result("a", kLater);
  const Row rows[] = {
      {"it", [](Place&) {}, "bypass-warn: has not fired although Bash ran\n"},
      {"a pattern that surely matches", [](Place& p) { p.guard("mcp__.*|Ba.*"); }, "bypass-warn: has not fired although Bash ran\n"},
      {"without a matcher", [](Place& p) { p.wire(R"({"PreToolUse":[{"hooks":[{"type":"command","command":"/x/bypass-warn"}]}]})"); }, "bypass-warn: has not fired although Bash ran\n"},
      {"one of two", [](Place& p) {
         p.wire(R"({"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/x/bypass-warn"},{"type":"command","command":"/x/deny-guard"}]}]})");
         hook::beat(p.world, "s", "bypass-warn");
       }, "deny-guard: has not fired although Bash ran\n"},
      {"it has fired", [](Place& p) { hook::beat(p.world, "s", "bypass-warn"); }, ""},
      {"not wired", [](Place& p) { p.wire("{}"); }, ""},
      {"somebody else's hook", [](Place& p) { p.guard("Bash", "my-guard"); }, ""},
      {"wired for other tools", [](Place& p) { p.guard("Edit|Write"); }, ""},
      {"a pattern we do not know", [](Place& p) { p.guard("B[a]sh"); }, ""},
      {"wired for some calls only", [](Place& p) { p.wire(R"j({"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/x/bypass-warn","if":"Bash(git *)"}]}]})j"); }, ""},
      {"wired for another event", [](Place& p) { p.wire(R"({"PostToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/x/bypass-warn"}]}]})"); }, ""},
      {"all hooks are off", [](Place& p) { p.wire(R"({"PreToolUse":[{"hooks":[{"type":"command","command":"/x/bypass-warn"}]}]})", R"(,"disableAllHooks":true)"); }, ""},
      {"the tool ran before we watched (a resumed session)", [](Place& p) { p.dir.write("t.jsonl", call("a", "Bash") + result("a", kLongAgo)); }, ""},
      {"the call failed", [](Place& p) { p.dir.write("t.jsonl", call("a", "Bash") + result("a", kLater, R"(,"is_error":true)")); }, ""},
      {"only other tools ran", [](Place& p) { p.dir.write("t.jsonl", call("a", "Read") + result("a", kLater)); }, ""},
      {"no transcript", [](Place& p) { unlink((p.dir / "t.jsonl").c_str()); }, ""},
      {"a transcript that is a folder", [](Place& p) { unlink((p.dir / "t.jsonl").c_str()), mkdir((p.dir / "t.jsonl").c_str(), 0700); }, ""},
      {"a transcript that never ends", [](Place& p) { unlink((p.dir / "t.jsonl").c_str()), p.dir.link("t.jsonl", "/dev/zero"); }, ""},
      {"wired after the tool ran", [](Place& p) {
         const timespec times[2] = {{5'000'000'000, 0}, {5'000'000'000, 0}};
         REQUIRE(utimensat(AT_FDCWD, (p.dir / ".claude/settings.json").c_str(), times, 0) == 0);
       }, ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Place place;
    place.guard();
    CHECK(place.look().empty());  // begins to watch
    place.dir.write("t.jsonl", bash);
    row.prepare(place);
    place.grown();
    CHECK(line_of(place.look()) == row.want);
    CHECK(line_of(place.look()) == row.want);
  }
}

TEST_CASE("a guard that the plugin brings") {
  struct Row {
    const char* name;
    std::function<void(Place&)> prepare;
    const char* want;
  };
  const Row rows[] = {
      {"it", [](Place&) {}, "bypass-warn: has not fired although Bash ran\n"},
      {"it has fired", [](Place& p) { hook::beat(p.world, "s", "bypass-warn"); }, ""},
      {"the session was resumed without the plugin", [](Place& p) { p.world.more["CLAUDE_PID"] = "18"; }, ""},
      {"all hooks are off", [](Place& p) { p.wire("{}", R"(,"disableAllHooks":true)"); }, ""},
      {"managed hooks only, which only a managed file can say", [](Place& p) { p.wire("{}", R"(,"allowManagedHooksOnly":true)"); }, "bypass-warn: has not fired although Bash ran\n"},
      {"the plugin was switched off", [](Place& p) { p.wire("{}", R"(,"enabledPlugins":{"cordon@cordon":false})"); }, ""},
      {"another plugin was switched off", [](Place& p) { p.wire("{}", R"(,"enabledPlugins":{"x@cordon":false,"cordon@cordon":true})"); }, "bypass-warn: has not fired although Bash ran\n"},
      {"nothing was noted", [](Place& p) { unlink((p.dir / (p.folder + "plugin-hooks")).c_str()); }, ""},
      {"a note that was cut", [](Place& p) { p.dir.write(p.folder + "plugin-hooks", "17\n/p/hooks"); }, ""},
      {"a note of something else", [](Place& p) { p.dir.write(p.folder + "plugin-hooks", "17\n/p/hooks.json\nls\tPreToolUse\talways\t\nbypass-warn\n"); }, ""},
      {"wired in the settings, too: named once", [](Place& p) { p.guard(); }, "bypass-warn: has not fired although Bash ran\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    Place place;
    place.dir.write("p/hooks/hooks.json", R"({"hooks":{"PreToolUse":[{"matcher":"Bash|Monitor","hooks":[{"type":"command","command":"${CLAUDE_PLUGIN_ROOT}/bin/bypass-warn"}]},
      {"hooks":[{"type":"command","command":"ls"}]}]}})");
    place.world.more = {{"CLAUDE_PLUGIN_ROOT", place.dir / "p"}, {"CLAUDE_PID", "17"}};
    hook::note_plugin_hooks(place.world, "s");
    place.world.more.erase("CLAUDE_PLUGIN_ROOT");
    CHECK(place.look().empty());  // begins to watch
    place.dir.write("t.jsonl", call("a", "Bash") + result("a", kLater));
    row.prepare(place);
    place.grown();
    CHECK(line_of(place.look()) == row.want);
    CHECK(line_of(place.look()) == row.want);
  }
}

TEST_CASE("what is noted of a plugin") {
  for (const char* root : {"", "relative", "/not/there", "/a\nb"}) {
    Place place;
    place.world.more = {{"CLAUDE_PLUGIN_ROOT", root}};
    hook::note_plugin_hooks(place.world, "s");
    CHECK(hook::noted_plugin_hooks(place.world, place.dir / place.folder).empty());
  }
  Place place;
  place.dir.write("p/hooks/hooks.json", R"({"hooks":{"PreToolUse":[{"matcher":"a\nb","hooks":[{"command":"/x/deny-guard"}]}],"Stop":[{"hooks":[{"command":"/x/posture-watch","if":"x"}]}]}})");
  place.world.more = {{"CLAUDE_PLUGIN_ROOT", place.dir / "p"}};
  hook::note_plugin_hooks(place.world, "s");
  const auto noted = hook::noted_plugin_hooks(place.world, place.dir / place.folder);
  REQUIRE(noted.size() == 1);
  CHECK((noted[0].program == "posture-watch" && noted[0].event == "Stop" && noted[0].matcher.empty() && !noted[0].always && noted[0].file == place.dir / "p/hooks/hooks.json"));
}

TEST_CASE("what was found stays until the hook fires") {
  Place place;
  place.guard();
  place.look();
  place.dir.write("t.jsonl", call("a", "Bash") + result("a", kLater));
  place.grown();
  CHECK(place.look().size() == 1);
  place.dir.write("t.jsonl", "{}\n");
  CHECK(line_of(place.look()) == "bypass-warn: has not fired although Bash ran\n");
  hook::beat(place.world, "s", "bypass-warn");
  CHECK(place.look().empty());
}

TEST_CASE("no state folder for who has no hooks of ours") {
  Place place;
  place.guard("Bash", "my-guard");
  place.look();
  CHECK(place.world.stat(place.dir / ".local").kind == FileKind::kAbsent);
}

TEST_CASE("the watcher and a prompt") {
  constexpr const char* kPrompt = R"(,"prompt_id":"p")";
  Place place;
  place.wire(R"({"UserPromptSubmit":[{"hooks":[{"type":"command","command":"/x/posture-watch"}]}],"Stop":[{"hooks":[{"type":"command","command":"/x/posture-watch"}]}]})");
  CHECK(place.look().empty());
  CHECK(line_of(place.look(kPrompt)) == "posture-watch: left no trace in this session\n");
  place.dir.write(place.folder + "posture", "{}");  // an older one leaves only its memory
  CHECK(place.look(kPrompt).empty());
  unlink((place.dir / place.folder + "posture").c_str());
  hook::beat(place.world, "s", "posture-watch");
  CHECK(place.look(kPrompt).empty());
}
