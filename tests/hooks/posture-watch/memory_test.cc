// SPDX-License-Identifier: Apache-2.0
// What the others see of a session after a block.
#include "hooks/bypass-warn/rule.h"
#include "statusline/gather.h"
#include "statusline/render.h"
#include "tests/hooks/posture-watch/session.h"

using namespace cordon;
using namespace cordon::test;
using payload::Verdict;
using settings::Sandbox;

namespace {

Session blocked_session() {
  Session session;
  session.start();
  session.prompt("bypassPermissions");
  CHECK(session.write(kLocal, kOff).verdict == Verdict::kBlock);
  return session;
}

// What was written `age` seconds ago.
void touch(Session& session, const std::string& path, std::string text, int64_t age) {
  session.world.files[path] = std::move(text);
  session.world.changed[path] = session.world.now - age;
}

}  // namespace

TEST_CASE("after a block the session's posture is the old one and the file is named") {
  Session session = blocked_session();
  const settings::Posture posture = session.posture();
  CHECK(posture.effective());
  CHECK(posture.disputed == kLocal);
  CHECK(posture.permission_mode == "bypassPermissions");
}

TEST_CASE("the block is over when the file is put back or the session starts anew") {
  Session session = blocked_session();
  session.world.files.erase(kLocal);
  CHECK(session.changed(kLocal).silent());
  CHECK(session.posture().effective());
  CHECK(session.posture().disputed.empty());

  Session again = blocked_session();
  again.start("resume");
  CHECK(again.posture().sandbox == Sandbox::kOff);
}

TEST_CASE("a harmless change of another file would let the blocked one in: blocked too") {
  Session session = blocked_session();
  const payload::Decision decision = session.write(kProject, R"({"model":"x"})");
  CHECK(decision.verdict == Verdict::kBlock);
  CHECK(decision.reason.find(kLocal) != std::string::npos);
  CHECK(session.posture().effective());
  CHECK(session.posture().disputed == kLocal);
}

TEST_CASE("the sandbox's empty mount point is no change of a settings file") {
  Session session = blocked_session();
  touch(session, kProject, "", 0);
  CHECK(session.posture().effective());
  CHECK(session.stop("bypassPermissions").find("settings changed") == std::string::npos);
}

TEST_CASE("a harmless write that no event announces is accepted at once, and one before the blocked change leaves no doubt") {
  Session session;
  session.start();
  touch(session, kUser, R"({"model":"x","sandbox":{"enabled":true}})", 3);
  CHECK(session.prompt("bypassPermissions").empty());
  touch(session, kProject, R"({"model":"y"})", 2);
  touch(session, kLocal, kOff, 1);
  CHECK(session.changed(kLocal).verdict == Verdict::kBlock);
  CHECK(session.posture().effective());
}

TEST_CASE("a write that no event announces puts the blocked change into force (measured: /model)") {
  Session session = blocked_session();
  touch(session, kUser, R"({"model":"x","sandbox":{"enabled":true}})", 1);
  CHECK(session.posture().sandbox == Sandbox::kUnknown);
  session.world.now += hook::kSettled;
  CHECK(session.posture().sandbox == Sandbox::kOff);
  session.prompt("bypassPermissions");  // tells the block
  CHECK(session.stop("bypassPermissions").empty());
}

TEST_CASE("what the runtime wrote itself is told at the next prompt, once, and accepted") {
  Session session;
  session.start();
  touch(session, kLocal, kOff, 1);  // /sandbox
  CHECK(session.posture().sandbox == Sandbox::kUnknown);
  CHECK(session.prompt().find("settings changed (/work/repo/.claude/settings.local.json) and loosened this session:\n  sandbox off") != std::string::npos);
  CHECK(session.stop().empty());
  session.world.now += hook::kSettled;
  CHECK(session.posture().sandbox == Sandbox::kOff);
  CHECK(session.prompt().empty());
  CHECK(session.write(kUser, R"({"model":"y","sandbox":{"enabled":true}})").silent());  // already accepted: nothing new
}

TEST_CASE("an agent cannot have its change accepted by ending its turn before the event") {
  Session session;
  session.start();
  session.prompt("bypassPermissions");
  touch(session, kLocal, kOff, 1'000'000);  // with a false time
  session.stop("bypassPermissions");
  session.world.now += 1;
  CHECK(session.changed(kLocal).verdict == Verdict::kBlock);
  CHECK(session.posture().effective());
}

TEST_CASE("a block over a change that may be in force already gives no green") {
  Session session;
  session.start();
  session.prompt("bypassPermissions");
  touch(session, kLocal, kOff, 0);  // no event comes
  session.stop("bypassPermissions");
  session.world.now += hook::kSettled;
  CHECK(session.write(kProject, R"({"sandbox":{"excludedCommands":["x"]}})").verdict == Verdict::kBlock);
  CHECK(session.posture().sandbox == Sandbox::kUnknown);
}

TEST_CASE("what is no longer installed sandboxes nothing, whatever is remembered") {
  Session session = blocked_session();
  session.world.files[kLocal] = kOn;
  session.world.files.erase("/usr/bin/bwrap");
  CHECK(session.posture().sandbox == Sandbox::kOff);
}

TEST_CASE("/clear: the same process under another id") {
  Session session = blocked_session();
  session.id = "s2";
  CHECK(session.start("clear").system_message.find("sandbox on") != std::string::npos);
  CHECK(session.posture().effective());
  CHECK(session.posture().disputed == kLocal);
}

TEST_CASE("a memory that cannot be read leaves the files' word") {
  for (const char* text : {"", "{", "[]", "{}", R"({"accepted":5})", R"({"accepted":{"sandbox":"on"},"block":{"path":5}})", "\xff"}) {
    CAPTURE(std::string(text));
    Session session(kOff);
    session.world.files["/home/u/.local/state/cordon/sessions/s1/posture"] = text;
    CHECK(session.posture().sandbox == Sandbox::kOff);
    session.stop();
    CHECK(session.posture().sandbox == Sandbox::kOff);
  }
}

TEST_CASE("bypass-warn asks where the session is still sandboxed") {
  Session session = blocked_session();
  auto read = payload::Payload::read(R"({"hook_event_name":"PreToolUse","session_id":"s1","cwd":"/work/repo","permission_mode":"bypassPermissions",
    "tool_name":"Bash","tool_input":{"command":"curl x","dangerouslyDisableSandbox":true}})");
  const payload::ToolCall call = payload::ToolCall::from(std::move(*read));
  hook::Settings settings(session.world, call);
  CHECK(bypass_warn::decide(call, settings, session.world).verdict == Verdict::kAsk);
}

TEST_CASE("the footer keeps its word and marks the file") {
  Session session = blocked_session();
  session.world.variables["NO_COLOR"] = "1";
  const auto scene = statusline::gather(session.world, R"({"session_id":"s1","cwd":"/work/repo","workspace":{"project_dir":"/work/repo"},"version":"2.1.332"})", "");
  CHECK(scene.facts.posture.effective());
  REQUIRE(scene.facts.faults.size() == 1);
  CHECK(scene.facts.faults[0].file == kLocal);
  CHECK(scene.facts.posture.permission_mode == "bypassPermissions");
}
