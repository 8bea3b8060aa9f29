// SPDX-License-Identifier: Apache-2.0
#include "shared/payload/payload.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "shared/payload/fields.h"

using namespace cordon;
using payload::Payload;
using payload::Presence;

namespace {

std::string bash(const std::string& input, const std::string& more = "") {
  return R"({"session_id":"s","transcript_path":"/t","cwd":"/work/repo","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash",)"
         R"("tool_use_id":"u","tool_input":)" + input + more + "}";
}

std::string drift_text(const std::string& text) {
  const auto read = Payload::read(text);
  REQUIRE(read.has_value());
  std::vector<std::string> lines;
  for (const auto& drift : read->drift()) {
    constexpr const char* kKinds[] = {"unknown", "missing", "type", "null"};
    lines.push_back(std::string(kKinds[static_cast<int>(drift.kind)]) + " " + drift.path + ": " + drift.detail);
  }
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const auto& line : lines) out += (out.empty() ? "" : "; ") + line;
  return out;
}

}  // namespace

TEST_CASE("absent, null, wrong type and present are four outcomes") {
  const auto payload = Payload::read(R"({"s":"x","e":"","n":5,"b":true,"z":null,"o":{"s":"y","o":{"n":-1.5}},"a":["x"]})");
  REQUIRE(payload.has_value());
  struct Row {
    const char* path;
    Presence text, number, flag;
  };
  constexpr auto kAbsent = Presence::kAbsent, kNull = Presence::kNull, kWrong = Presence::kWrongType, kPresent = Presence::kPresent;
  constexpr Row kRows[] = {
      {"s", kPresent, kWrong, kWrong},   {"e", kPresent, kWrong, kWrong},    {"n", kWrong, kPresent, kWrong},     {"b", kWrong, kWrong, kPresent},
      {"z", kNull, kNull, kNull},        {"o", kWrong, kWrong, kWrong},      {"a", kWrong, kWrong, kWrong},       {"none", kAbsent, kAbsent, kAbsent},
      {"o.s", kPresent, kWrong, kWrong}, {"o.o.n", kWrong, kPresent, kWrong}, {"o.none", kAbsent, kAbsent, kAbsent}, {"s.x", kAbsent, kAbsent, kAbsent},
      {"z.x", kAbsent, kAbsent, kAbsent}, {"", kAbsent, kAbsent, kAbsent},   {"o.", kAbsent, kAbsent, kAbsent},   {"a.0", kAbsent, kAbsent, kAbsent},
  };
  for (const Row& row : kRows) {
    CAPTURE(std::string(row.path));
    CHECK(payload->text(row.path).presence == row.text);
    CHECK(payload->number(row.path).presence == row.number);
    CHECK(payload->flag(row.path).presence == row.flag);
  }
  CHECK(payload->text("o.s").value == "y");
  CHECK(payload->number("o.o.n").value == -1.5);
  CHECK(payload->flag("b").value);
  CHECK(payload->text("z").value_or("fallback") == "fallback");
  CHECK(payload->text("e").value_or("fallback").empty());
}

TEST_CASE("what cannot be read") {
  const std::pair<const char*, const char*> rows[] = {
      {"", "1:1: empty"}, {"[]", "1:1: expected an object"}, {"null", "1:1: expected an object"}, {"{\"a\":1,}", "1:7: trailing comma"}, {"x{}", "1:1: expected true, false or null"},
  };
  for (const auto& row : rows) {
    const std::string in(row.first), want(row.second);
    CAPTURE(in);
    const auto payload = Payload::read(in);
    REQUIRE_FALSE(payload.has_value());
    CHECK(payload.error().text() == want);
  }
}

TEST_CASE("drift") {
  struct Row {
    const char* name;
    std::string text;
    const char* want;
  };
  const Row rows[] = {
      {"none", bash(R"({"command":"ls"})"), ""},
      {"all fields", bash(R"({"command":"ls","description":"d","timeout":5,"run_in_background":false,"dangerouslyDisableSandbox":true})"), ""},
      {"unknown inside", bash(R"({"command":"ls","new":1})"), "unknown tool_input.new: unknown field, number"},
      {"unknown at the root", bash(R"({"command":"ls"})", R"(,"new":{"x":1})"), "unknown new: unknown field, object"},
      {"missing", bash("{}"), "missing tool_input.command: expected string"},
      {"wrong type", bash(R"({"command":"ls","dangerouslyDisableSandbox":"true"})"), "type tool_input.dangerouslyDisableSandbox: expected boolean, got string"},
      {"null", bash(R"({"command":null})"), "null tool_input.command: expected string, got null"},
      {"object of the wrong type", bash("[]"), "type tool_input: expected object, got array"},
      {"the last duplicate counts", bash(R"({"command":5,"command":"ls"})"), ""},
      {"the last duplicate is bad", bash(R"({"command":"ls","command":5})"), "type tool_input.command: expected string, got number"},
      {"a dot in a key", bash(R"({"command":"ls"})", R"(,"tool_input.command":"x")"), "unknown tool_input.command: unknown field, string"},
      {"hidden characters in a key", bash(R"({"command":"ls","a\u202eb\n":1})"), "unknown tool_input.a<U+202E>b<U+000A>: unknown field, number"},
      {"tool with a free input", R"({"session_id":"s","transcript_path":"/t","cwd":"/","permission_mode":"plan","hook_event_name":"PreToolUse",)"
                                 R"("tool_name":"mcp__a__b","tool_use_id":"u","tool_input":{"anything":[1]}})", ""},
      {"bare payload", R"({"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":"/x","content":""},"session_id":"s","cwd":"/"})",
       "missing permission_mode: expected string; missing tool_use_id: expected string; missing transcript_path: expected string"},
      {"elements of an array", R"({"session_id":"s","transcript_path":"/t","cwd":"/","permission_mode":"plan","hook_event_name":"PreToolUse",)"
                               R"("tool_name":"MultiEdit","tool_use_id":"u","tool_input":{"file_path":"/x","edits":[{"old_string":"a","new_string":"b"},{"old_string":5}]}})",
       "missing tool_input.edits[].new_string: expected string; type tool_input.edits[].old_string: expected string, got number"},
      {"unknown event", R"({"hook_event_name":"Stop","session_id":"s"})", "unknown hook_event_name: no schema for 'Stop'"},
      {"event of the wrong type", R"({"hook_event_name":5,"tool_name":"Bash"})", "unknown hook_event_name: no schema"},
      {"no event", R"({"tool_name":"Bash","tool_input":{}})", "unknown hook_event_name: no schema"},
      {"empty status", "{}", ""},
      {"status", R"({"model":{"id":"m","display_name":null},"workspace":null,"context_window":{"used_percentage":7}})", ""},
      {"status with drift", R"({"model":"Opus","workspace":{"added_dirs":["/a",5]},"sandbox":true})",
       "type model: expected object or null, got string; type workspace.added_dirs[]: expected string, got number; unknown sandbox: unknown field, boolean"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    CHECK(drift_text(row.text) == row.want);
  }
}

TEST_CASE("drift of a hostile payload is bounded") {
  std::string keys;
  for (int i = 0; i < 5000; ++i) keys += ",\"k" + std::to_string(i) + "\":1";
  const auto payload = Payload::read(bash(R"({"command":"ls"})", keys + ",\"" + std::string(5000, 'x') + "\":1"));
  REQUIRE(payload.has_value());
  CHECK(payload->drift().size() == 256);
  const auto long_key = Payload::read("{\"" + std::string(5000, 'x') + "\":1}");
  CHECK(long_key->drift().at(0).path.size() < 100);
}

TEST_CASE("shapes come from the schemas") {
  CHECK(payload::shape_of("PreToolUse", "Bash")->tool == "Bash");
  CHECK(payload::shape_of("PreToolUse", "mcp__x")->tool == "");
  CHECK(payload::shape_of("", "")->find("workspace.project_dir") != nullptr);
  CHECK(payload::shape_of("Stop", "") == nullptr);
  const auto* command = payload::shape_of("PreToolUse", "PowerShell")->find("tool_input.command");
  REQUIRE(command != nullptr);
  CHECK(command->required);
  CHECK(command->types == payload::kString);
  CHECK_FALSE(payload::shape_of("PreToolUse", "Monitor")->find("tool_input.command")->required);
  CHECK(payload::shape_of("PostToolUse", "Bash")->find("tool_response.stderr") != nullptr);
  CHECK(payload::types_text(payload::kString | payload::kNull) == "string or null");
  for (const char* event : {"PreToolUse", "PostToolUse", "PostToolUseFailure", "ConfigChange", "SessionStart"}) {
    CAPTURE(std::string(event));
    const auto* shape = payload::shape_of(event, "");
    REQUIRE(shape != nullptr);
    CHECK(shape->find("session_id")->required);
    CHECK((shape->find("tool_name") != nullptr) == (std::string(event).find("ToolUse") != std::string::npos));
  }
}

TEST_CASE("ToolCall") {
  const auto call = payload::ToolCall::from(*Payload::read(bash(R"({"command":"ls","description":5,"note":null})", R"(,"agent_id":"a","agent_type":"Explore")")));
  CHECK(call.event == "PreToolUse");
  CHECK(call.tool == "Bash");
  CHECK(call.cwd == "/work/repo");
  CHECK(call.session_id == "s");
  CHECK(call.permission_mode == "default");
  CHECK(call.agent_id == "a");
  CHECK(call.agent_type == "Explore");
  CHECK(call.runs_shell());
  CHECK(call.input("command").value == "ls");
  CHECK(call.input("description").presence == Presence::kWrongType);
  CHECK(call.input("note").presence == Presence::kNull);
  CHECK(call.input("none").presence == Presence::kAbsent);
  const auto empty = payload::ToolCall::from(*Payload::read(R"({"tool_input":"x","cwd":5})"));
  CHECK(empty.tool.empty());
  CHECK(empty.cwd.empty());
  CHECK(empty.input("command").presence == Presence::kAbsent);
  CHECK_FALSE(empty.runs_shell());
}
