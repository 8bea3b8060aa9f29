// SPDX-License-Identifier: Apache-2.0
// Payloads of commands that ran, and a session to judge them in.
#pragma once

#include <string>
#include <string_view>

#include "hooks/error-hint/rule.h"
#include "shared/json/json.h"
#include "tests/hooks/fake_world.h"

namespace cordon::test {

struct Ran {
  std::string command, output;
  bool failed = true;
  std::string stderr_text = {};  // after a success: the runtime's own block
  std::string tool = "Bash";
  bool leaves = false;           // dangerouslyDisableSandbox
  std::string id = "toolu_0001";
  bool interrupted = false;
};

inline payload::ToolCall ran(const Ran& what) {
  json::Writer out;
  out.begin().field("session_id", "s1").field("cwd", "/work/repo").field("permission_mode", "default");
  out.field("hook_event_name", what.failed ? "PostToolUseFailure" : "PostToolUse").field("tool_name", what.tool).field("tool_use_id", what.id);
  out.begin("tool_input").field("command", what.command);
  if (what.leaves) out.field("dangerouslyDisableSandbox", true);
  out.end();
  if (what.failed) {
    out.field("error", "Exit code 1\n" + what.output).field("is_interrupt", what.interrupted);
  } else {
    out.begin("tool_response").field("stdout", what.output).field("stderr", what.stderr_text).field("interrupted", false).end();
  }
  out.end();
  return payload::ToolCall::from(std::move(*payload::Payload::read(std::move(out.text))));
}

inline settings::Posture sandboxed() {
  settings::Posture posture;
  posture.sandbox = settings::Sandbox::kOn;
  return posture;
}

inline payload::Decision judge(const Ran& what, FakeWorld& world, settings::Posture posture = sandboxed()) {
  settings::Query query;
  query.start_dir = "/work/repo";
  query.start_dir_certain = true;
  query.arguments.emplace();
  hook::Settings settings(std::move(posture), settings::Config{}, query);
  const payload::ToolCall call = ran(what);
  return error_hint::decide(call, settings, world);
}

}  // namespace cordon::test
