// SPDX-License-Identifier: Apache-2.0
// A session in a world without files: settings are given as text, events are sent to the hook.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "hooks/posture-watch/rule.h"
#include "shared/hook/hook.h"
#include "shared/hook/session_memory.h"
#include "tests/hooks/fake_world.h"

namespace cordon::test {

inline constexpr const char* kUser = "/home/u/.claude/settings.json";
inline constexpr const char* kProject = "/work/repo/.claude/settings.json";
inline constexpr const char* kLocal = "/work/repo/.claude/settings.local.json";
inline constexpr const char* kOn = R"({"sandbox":{"enabled":true}})";
inline constexpr const char* kOff = R"({"sandbox":{"enabled":false}})";

struct Session {
  FakeWorld world;
  std::string id = "s1";

  explicit Session(std::string user = kOn) {
    world.variables["PATH"] = "/usr/bin";
    world.variables["CLAUDE_PROJECT_DIR"] = "/work/repo";
    world.variables["CLAUDE_PID"] = "42";
    world.variables["AI_AGENT"] = "claude-code_2-1-332_harness";
    world.variables["CLAUDE_CODE_SESSION_ATTENDED"] = "1";
    world.files["/usr/bin/bwrap"] = world.files["/usr/bin/socat"] = "";
    world.files[kUser] = std::move(user);
  }

  void flags(std::string arguments) {  // "claude\0--x\0"
    world.files["/proc/42/cmdline"] = std::move(arguments);
  }

  payload::Decision send(const std::string& event, const std::string& members = "") {
    auto read = payload::Payload::read(R"({"session_id":")" + id + R"(","cwd":"/work/repo","hook_event_name":")" + event + "\"" +
                                       (members.empty() ? "" : "," + members) + "}");
    REQUIRE(read.has_value());
    const payload::ToolCall call = payload::ToolCall::from(std::move(*read));
    hook::Settings settings(world, call);
    return posture_watch::decide(call, settings, world);
  }
  payload::Decision start(const std::string& source = "startup") { return send("SessionStart", R"("source":")" + source + "\""); }
  payload::Decision changed(const std::string& path, const std::string& source = "local_settings") {
    return send("ConfigChange", R"("source":")" + source + R"(","file_path":")" + path + "\"");
  }
  payload::Decision write(const std::string& path, std::string text) {
    world.files[path] = std::move(text);
    return changed(path);
  }
  // The message of the next prompt.
  std::string prompt(const std::string& mode = "default") { return send("UserPromptSubmit", R"("permission_mode":")" + mode + "\"").system_message; }
  std::string stop(const std::string& mode = "default") { return send("Stop", R"("permission_mode":")" + mode + "\"").system_message; }

  settings::Posture posture() {
    settings::Effective effective = settings::resolve(world, settings::query_for(world, {}));
    hook::apply_memory(world, id, false, effective);
    return effective.posture;
  }
};

}  // namespace cordon::test
