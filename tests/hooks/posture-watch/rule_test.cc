// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/hooks/posture-watch/session.h"

using namespace cordon;
using namespace cordon::test;
using payload::Verdict;

TEST_CASE("the start says the posture, and what is wrong") {
  struct Row {
    const char* name;
    std::string user;
    std::string want;  // the whole message, or its beginning when it ends in "…"
  };
  const Row rows[] = {
      {"on", kOn, "cordon: sandbox on, permission mode default"},
      {"strict", R"({"sandbox":{"enabled":true,"allowUnsandboxedCommands":false},"permissions":{"defaultMode":"plan"}})", "cordon: sandbox on, strict, permission mode plan"},
      {"off", "{}", "cordon: NO SANDBOX, permission mode default\n  commands run unsandboxed: no settings file in force switches it on. Switch it on with /sandbox"},
      {"dropped", "{,}", "cordon: NO SANDBOX, permission mode default\n  commands run unsandboxed…"},
      {"weak", R"({"sandbox":{"enabled":true,"enableWeakerNestedSandbox":true}})", "cordon: sandbox on, permission mode default\n  the isolation is weakened: take sandbox.enableWeakerNestedSandbox…"},
      {"files off", R"({"sandbox":{"enabled":true,"filesystem":{"disabled":true}}})", "cordon: sandbox on, permission mode default\n  files are not isolated…"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    Session session(row.user);
    const std::string said = session.start().system_message;
    CAPTURE(said);
    if (row.want.ends_with("…")) {
      CHECK(said.starts_with(row.want.substr(0, row.want.size() - 3)));
    } else {
      CHECK(said == row.want);
    }
  }
  Session missing;
  missing.world.files.erase("/usr/bin/bwrap");
  CHECK(missing.start().system_message.find("bwrap missing") != std::string::npos);
  Session compacted;
  CHECK(compacted.start("compact").silent());
}

TEST_CASE("who decides about a loosening change") {
  struct Row {
    const char* name;
    std::string mode, config;
    const char* attended;
    Verdict want;
  };
  const Row rows[] = {
      {"bypass mode", "bypassPermissions", "", "1", Verdict::kBlock},
      {"auto mode", "auto", "", "1", Verdict::kBlock},
      {"dontAsk", "dontAsk", "", "1", Verdict::kBlock},
      {"headless", "default", "", "0", Verdict::kBlock},
      {"policy block", "default", "block", "1", Verdict::kBlock},
      {"default", "default", "", "1", Verdict::kNone},
      {"acceptEdits", "acceptEdits", "", "1", Verdict::kNone},
      {"plan", "plan", "auto", "1", Verdict::kNone},
      {"policy warn", "bypassPermissions", "warn", "0", Verdict::kNone},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    Session session;
    session.world.variables["CLAUDE_CODE_SESSION_ATTENDED"] = row.attended;
    if (!row.config.empty()) session.world.files["/home/u/.claude/cordon.toml"] = "[posture_watch]\non_loosen = \"" + row.config + "\"\n";
    session.start();
    CHECK(session.prompt(row.mode).empty());
    const payload::Decision decision = session.write(kLocal, kOff);
    CHECK(decision.verdict == row.want);
    const std::string& said = row.want == Verdict::kBlock ? decision.reason : decision.system_message;
    CHECK(said.find("sandbox off (sandbox.enabled is false in /work/repo/.claude/settings.local.json)") != std::string::npos);
    CHECK(session.prompt(row.mode) == said);  // only here the person sees it
    CHECK(session.prompt(row.mode).empty());  // once
    CHECK(session.posture().effective() == (row.want == Verdict::kBlock));
  }
}

TEST_CASE("headless without the variable: the command line tells") {
  for (const bool prints : {true, false}) {
    Session session;
    session.world.variables.erase("CLAUDE_CODE_SESSION_ATTENDED");
    session.flags(std::string("claude\0-p\0go\0", 13).substr(0, prints ? 13 : 7));
    session.start();
    CHECK((session.write(kLocal, kOff).verdict == Verdict::kBlock) == prints);
  }
}

TEST_CASE("the mode of the start comes from the command line") {
  Session session;
  session.flags(std::string("claude\0--dangerously-skip-permissions\0", 38));
  CHECK(session.start().system_message == "cordon: sandbox on, permission mode bypassPermissions");
  CHECK(session.write(kLocal, kOff).verdict == Verdict::kBlock);
}

TEST_CASE("changes that loosen nothing are silent") {
  const char* harmless[] = {kOn, "{}", R"x({"model":"x"})x", R"x({"permissions":{"deny":["Bash(rm *)"]}})x", R"x({"sandbox":{"allowUnsandboxedCommands":false}})x"};
  for (const char* text : harmless) {
    CAPTURE(std::string(text));
    Session session;
    session.start();
    session.prompt("bypassPermissions");
    CHECK(session.write(kLocal, text).silent());
    CHECK(session.prompt("bypassPermissions").empty());
    CHECK(session.posture().effective());
    CHECK(session.posture().disputed.empty());
  }
}

TEST_CASE("what was added may not be taken away again") {
  Session session;
  session.start();
  session.prompt("bypassPermissions");
  CHECK(session.write(kLocal, R"x({"permissions":{"deny":["Bash(rm *)"]}})x").silent());
  CHECK(session.write(kLocal, "{}").reason.find("deny rule gone: Bash(rm *)") != std::string::npos);
}

TEST_CASE("events and payloads that are none of its business") {
  Session session;
  session.start();
  CHECK(session.send("PreToolUse", R"("tool_name":"Bash","tool_input":{"command":"ls"})").silent());
  CHECK(session.send("PostToolUse").silent());
  CHECK(session.send("SessionEnd").silent());
  session.id = "../../x";
  CHECK(session.write(kLocal, kOff).silent());  // nothing is remembered of such a session
  CHECK(session.prompt().empty());
  for (const auto& [path, text] : session.world.files) CHECK(path.find("..") == std::string::npos);
}

TEST_CASE("managed settings cannot be blocked, only told") {
  Session session;
  session.start();
  session.prompt("bypassPermissions");
  session.world.files[kLocal] = kOff;
  const payload::Decision decision = session.send("ConfigChange", R"("source":"policy_settings")");
  CHECK(decision.verdict == Verdict::kNone);
  CHECK(decision.system_message.find("sandbox off") != std::string::npos);
}

TEST_CASE("an unreadable change is blocked, anything else told") {
  CHECK(posture_watch::unreadable(R"({"hook_event_name":"ConfigChange",)", Error{"x", {}, 0, 0}).verdict == Verdict::kBlock);
  CHECK(posture_watch::unreadable("{", Error{"x", {}, 0, 0}).verdict == Verdict::kNone);
  CHECK(payload::to_json(payload::Decision::block("r"), nullptr) == "{\"decision\":\"block\",\"reason\":\"r\"}\n");
}

TEST_CASE("recorded changes of either version: blocked when they switch the sandbox off, silent when they do not") {
  int replayed = 0;
  for (const char* version : {"2.1.202", "2.1.332"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(CORDON_SOURCE_DIR "/fixtures/") + version + "/ConfigChange")) {
      CAPTURE(entry.path().string());
      std::ifstream in(entry.path());
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      for (const bool looser : {true, false}) {
        Session session;
        session.id = "00000000-0000-4000-8000-000000000001";
        session.start();
        session.prompt("bypassPermissions");
        auto read = payload::Payload::read(text);
        REQUIRE(read.has_value());
        const payload::ToolCall call = payload::ToolCall::from(std::move(*read));
        REQUIRE(call.session_id == session.id);
        const std::string path = call.payload.text("file_path").value;
        session.world.files[path] = looser ? kOff : R"({"sandbox":{"enabled":true},"model":"x"})";
        hook::Settings settings(session.world, call);
        const payload::Decision decision = posture_watch::decide(call, settings, session.world);
        CHECK(decision.verdict == (looser ? Verdict::kBlock : Verdict::kNone));
        CHECK(decision.silent() == !looser);
        ++replayed;
      }
    }
  }
  CHECK(replayed >= 10);
}

TEST_CASE("a project's cordon.toml may only tighten") {
  for (const auto& [text, verdict] : {std::pair{"warn", Verdict::kBlock}, {"auto", Verdict::kBlock}, {"block", Verdict::kBlock}}) {
    Session session;
    session.world.files["/work/repo/.claude/cordon.toml"] = std::string("[posture_watch]\non_loosen = \"") + text + "\"\n";
    session.start();
    session.prompt("bypassPermissions");
    CHECK(session.write(kLocal, kOff).verdict == verdict);
  }
  Session session;
  session.world.files["/work/repo/.claude/cordon.toml"] = "[posture_watch]\non_loosen = \"block\"\n";
  session.start();
  CHECK(session.write(kLocal, kOff).verdict == Verdict::kBlock);
}
