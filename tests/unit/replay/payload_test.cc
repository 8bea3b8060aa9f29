// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <string>

#include "cordon/install_payloads.h"
#include "cordon/replay/replay.h"

using namespace cordon;
using replay::Payload;

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string shown(const replay::Verdict& verdict) {
  return verdict.fault.empty() ? verdict.word + (verdict.reason.empty() ? "" : ": " + verdict.reason) : "fault: " + verdict.fault;
}

}  // namespace

TEST_CASE("what a payload is, and whom it reaches") {
  struct Row {
    const char *name, *in, *event, *programs;
  };
  const Row rows[] = {
      {"a command", R"({"hook_event_name":"PreToolUse","tool_name":"Bash"})", "PreToolUse", "bypass-warn git-add-guard protected-paths deny-guard"},
      {"an edit", R"({"hook_event_name":"PreToolUse","tool_name":"Edit"})", "PreToolUse", "protected-paths"},
      {"PowerShell has no deny-guard", R"({"hook_event_name":"PreToolUse","tool_name":"PowerShell"})", "PreToolUse", "bypass-warn git-add-guard protected-paths"},
      {"of a server", R"({"hook_event_name":"PreToolUse","tool_name":"mcp__files__write"})", "PreToolUse", "protected-paths"},
      {"a name that only begins like one", R"({"hook_event_name":"PreToolUse","tool_name":"BashOutput"})", "PreToolUse", ""},
      {"reading", R"({"hook_event_name":"PreToolUse","tool_name":"Read"})", "PreToolUse", ""},
      {"after a command", R"({"hook_event_name":"PostToolUse","tool_name":"Bash"})", "PostToolUse", "error-hint"},
      {"after a failed one", R"({"hook_event_name":"PostToolUseFailure","tool_name":"Bash"})", "PostToolUseFailure", "error-hint"},
      {"without a tool", R"({"hook_event_name":"SessionStart"})", "SessionStart", "posture-watch"},
      {"an event nobody waits for", R"({"hook_event_name":"Notification"})", "Notification", ""},
      {"the status line's", R"({"model":{"display_name":"x"}})", "status", "statusline"},
      {"the status line's without a model", R"({"workspace":{}})", "status", "statusline"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto payload = replay::payload_from(row.in, "x.json", 0);
    REQUIRE(payload.has_value());
    CHECK(payload->event == row.event);
    CHECK(joined(replay::programs_for(*payload)) == row.programs);
  }
}

TEST_CASE("what is no payload") {
  struct Row {
    const char *name, *in;
    size_t line;
    const char* want;
  };
  const Row rows[] = {
      {"an array", "[]", 0, "x.json:1:1: expected object"},
      {"cut off", "{\n\"a\":", 0, "x.json:2:"},
      {"a line of several", "{", 7, "x.json:7:"},
      {"some other object", "{\"model\":\"opus\"}", 0, "neither a hook's payload"},
      {"nothing", "", 0, "x.json:1:"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto payload = replay::payload_from(row.in, "x.json", row.line);
    REQUIRE_FALSE(payload.has_value());
    CHECK(payload.error().text().find(row.want) != std::string::npos);
  }
}

TEST_CASE("answers") {
  struct Row {
    const char* name;
    command::Ran in;
    bool status;
    const char* want;
  };
  const Row rows[] = {
      {"silence", {0, "", "", ""}, false, ""},
      {"ask", {0, "", R"({"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"why\nmore"}})", ""}, false, "ask: why"},
      {"block", {0, "", R"({"decision":"block","reason":"why"})", ""}, false, "block: why"},
      {"a message alone", {0, "", R"({"systemMessage":"look"})", ""}, false, "message: look"},
      {"context alone", {0, "", R"({"hookSpecificOutput":{"additionalContext":"look"}})", ""}, false, "message: look"},
      {"a decision that is no text", {0, "", R"({"decision":1})", ""}, false, "message"},
      {"an array", {0, "", "[]", ""}, false, "fault: the answer is no JSON object"},
      {"text before it", {0, "", "hello {}", ""}, false, "fault: the answer is no JSON object"},
      {"exit status", {2, "", "", "blocked"}, false, "fault: exit 2"},
      {"standard error", {0, "", "", "oops\n"}, false, "fault: wrote to standard error: oops"},
      {"did not start", {-1, "did not start: x", "", ""}, false, "fault: did not start: x"},
      {"a line", {0, "", " Opus [sandbox]\n", ""}, true, "Opus [sandbox]"},
      {"no line", {0, "", "", ""}, true, ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(shown(replay::verdict_of(row.in, row.status)) == row.want);
  }
}

TEST_CASE("where recorded answers lie") {
  CHECK(replay::recorded_name({"/r/PreToolUse/x.json", 0, "", "", "", ""}) == "/r/PreToolUse/x.verdicts.json");
  CHECK(replay::recorded_name({"/r/log.jsonl", 3, "", "", "", ""}) == "/r/log.3.verdicts.json");
  CHECK(Payload{"/r/log.jsonl", 3, "", "", "", ""}.label() == "/r/log.jsonl:3");
}

TEST_CASE("a recording's places") {
  struct Row {
    const char *name, *in, *repository, *home, *want;
  };
  const Row rows[] = {
      {"both", "/work/repo/a /home/u/.x", "/t/repo", "/t/home", "/t/repo/a /t/home/.x"},
      {"at the end", "\"/work/repo\"", "/t/repo", "/t/home", "\"/t/repo\""},
      {"a scratch folder below /home/ulla", "/work/repo /home/u", "/home/ulla/tmp/repo", "/home/ulla/tmp/home", "/home/ulla/tmp/repo /home/ulla/tmp/home"},
      {"a scratch folder below /work/repo", "/work/repo/x", "/work/repo/tmp/repo", "/h", "/work/repo/tmp/repo/x"},
      {"longer names are others", "/home/user /work/repository /home/u-2", "/t/repo", "/t/home", "/home/user /work/repository /home/u-2"},
      {"escaped for JSON", "\"/work/repo\"", "/t/a\"b\\c", "/t/home", "\"/t/a\\\"b\\\\c\""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(command::placed(row.in, row.repository, row.home) == row.want);
  }
}
