// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/heartbeat.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "shared/hook/hook.h"
#include "tests/unit/base/temp_dir.h"

using namespace cordon;
using testing::TempDir;

namespace {

class StateWorld : public RealWorld {
 public:
  explicit StateWorld(std::string state) : state_(std::move(state)) {}
  std::optional<std::string> env(const char* name) const override {
    return std::string_view(name) == "XDG_STATE_HOME" ? std::optional(state_) : std::nullopt;
  }

 private:
  std::string state_;
};

void set_time(const std::string& path, time_t seconds) {
  const timespec times[2] = {{seconds, 0}, {seconds, 0}};
  REQUIRE(utimensat(AT_FDCWD, path.c_str(), times, 0) == 0);
}

std::string text_of(const std::vector<hook::Beat>& beats) {
  std::string out;
  for (const hook::Beat& each : beats) out += each.hook + " " + std::to_string(each.time) + " " + each.session + "\n";
  return out;
}

payload::Decision silent(const payload::ToolCall&, hook::Settings&, World&) { return payload::Decision::none(); }
payload::Decision unreadable(std::string_view, const Error& error) { return hook::ask_unreadable("test", error); }

}  // namespace

TEST_CASE("beats") {
  TempDir dir;
  StateWorld world(dir / "");
  CHECK(hook::last_beat(world, "s-1", "bypass-warn") == 0);
  CHECK(hook::beats(world, "s-1").empty());
  CHECK(hook::latest_beats(world).empty());
  const int64_t before = world.now_seconds();
  for (int i = 0; i < 2; ++i) hook::beat(world, "s-1", "bypass-warn");
  CHECK(hook::last_beat(world, "s-1", "bypass-warn") >= before);
  CHECK(hook::last_beat(world, "s-1", "deny-guard") == 0);
  CHECK(hook::last_beat(world, "s-2", "bypass-warn") == 0);

  hook::beat(world, "s-1", "deny-guard");
  hook::beat(world, "s-2", "bypass-warn");
  set_time(dir / "cordon/sessions/s-1/fired-bypass-warn", 1'800'000'009);
  set_time(dir / "cordon/sessions/s-1/fired-deny-guard", 1'800'000'001);
  set_time(dir / "cordon/sessions/s-2/fired-bypass-warn", 1'800'000'005);
  dir.write("cordon/sessions/s-1/posture", "{}");  // others keep things there, too
  CHECK(text_of(hook::beats(world, "s-1")) == "bypass-warn 1800000009 s-1\ndeny-guard 1800000001 s-1\n");
  CHECK(text_of(hook::latest_beats(world)) == "bypass-warn 1800000009 s-1\ndeny-guard 1800000001 s-1\n");
  set_time(dir / "cordon/sessions/s-2/fired-bypass-warn", 1'800'000'010);
  CHECK(text_of(hook::latest_beats(world)) == "bypass-warn 1800000010 s-2\ndeny-guard 1800000001 s-1\n");
}

TEST_CASE("a new session's first beat forgets sessions of long ago") {
  TempDir dir;
  StateWorld world(dir / "");
  const auto sessions = [&] { return world.list_dir(dir / "cordon/sessions").value().size(); };
  hook::beat(world, "old", "bypass-warn");
  set_time(dir / "cordon/sessions/old", 1'000'000'000);
  hook::beat(world, "old", "bypass-warn");  // a beat is no reason to look around
  CHECK(sessions() == 1);
  hook::beat(world, "new", "bypass-warn");
  CHECK(sessions() == 1);
  CHECK(hook::last_beat(world, "new", "bypass-warn") > 0);
}

TEST_CASE("no beat outside the state folder") {
  TempDir dir;
  StateWorld world(dir / "");
  for (const char* id : {"", "..", "../x", "a/b", "."}) {
    hook::beat(world, id, "bypass-warn");
    CHECK(hook::beats(world, id).empty());
  }
  CHECK(world.list_dir(dir / "").value().empty());
}

TEST_CASE("the runner beats, whatever the answer") {
  struct Row {
    const char *name, *in;
    size_t want;
  };
  const Row rows[] = {
      {"silent", R"({"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}})", 1},
      {"an event it is not asked about", R"({"session_id":"s","hook_event_name":"PostToolUse"})", 0},
      {"no session", R"({"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}})", 0},
      {"unreadable", R"({"session_id":"s",)", 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    TempDir dir;
    StateWorld world(dir / "");
    hook::answer({"test", silent, unreadable}, row.in, world);
    CHECK(hook::beats(world, "s").size() == row.want);
  }
}
