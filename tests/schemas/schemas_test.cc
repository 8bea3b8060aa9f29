// SPDX-License-Identifier: Apache-2.0
// The schemas reject what is broken: a validator that accepts everything is a test that cannot fail.
#include <doctest/doctest.h>

#include <map>
#include <stdexcept>

#include "tests/schemas/validate.h"

namespace {

using cordon::testing::Schema;

const Schema& schema(const std::string& name) {
  static std::map<std::string, Schema> loaded;
  return loaded.try_emplace(name, std::string(CORDON_SOURCE_DIR "/schemas/") + name + ".schema.json").first->second;
}

struct Row {
  const char* name;
  const char* schema;
  const char* text;
  bool valid;
};

#define SESSION R"("session_id":"s","transcript_path":"/t","cwd":"/work/repo")"
#define CALL SESSION R"(,"permission_mode":"default","tool_use_id":"u")"

constexpr Row kRows[] = {
    // hook decisions
    {"an ask", "hook-decision", R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"r"}})", true},
    {"a deny with a message", "hook-decision",
     R"({"systemMessage":"m","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"r"}})", true},
    {"an ask with updatedInput", "hook-decision",
     R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"r","updatedInput":{"command":"ls"}}})", true},
    {"a message alone", "hook-decision", R"({"systemMessage":"two\nlines"})", true},
    {"bell", "hook-decision", R"({"terminalSequence":"\u0007"})", true},
    {"bell and notification", "hook-decision", R"({"terminalSequence":"\u0007\u001b]9;text\u0007"})", true},
    {"notification closed by ST", "hook-decision", R"({"terminalSequence":"\u001b]777;notify;a;b\u001b\\"})", true},
    {"context after a call", "hook-decision", R"({"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"c"}})", true},
    {"a blocked change", "hook-decision", R"({"decision":"block","reason":"r"})", true},
    {"empty object", "hook-decision", R"({})", false},
    {"array", "hook-decision", R"([])", false},
    {"text before the JSON", "hook-decision", R"(x {"systemMessage":"m"})", false},
    {"two objects", "hook-decision", R"({"systemMessage":"m"}{})", false},
    {"allow", "hook-decision", R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"r"}})", false},
    {"unknown decision", "hook-decision", R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"block","permissionDecisionReason":"r"}})",
     false},
    {"no reason", "hook-decision", R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}})", false},
    {"empty reason", "hook-decision", R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":""}})", false},
    {"reason without decision", "hook-decision", R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecisionReason":"r"}})", false},
    {"no event name", "hook-decision", R"({"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"r"}})", false},
    {"verdict on another event", "hook-decision",
     R"({"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"c","permissionDecision":"ask","permissionDecisionReason":"r"}})", false},
    {"misspelt field", "hook-decision", R"({"system_message":"m"})", false},
    {"misspelt field inside", "hook-decision",
     R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"r","updated_input":{}}})", false},
    {"message is a number", "hook-decision", R"({"systemMessage":5})", false},
    {"updatedInput is text", "hook-decision",
     R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"r","updatedInput":"ls"}})", false},
    {"escape in the message", "hook-decision", R"({"systemMessage":"a\u001b[31mb"})", false},
    {"escape in the reason", "hook-decision",
     R"({"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"\u001b[31mb"}})", false},
    {"colour as terminal sequence", "hook-decision", R"({"terminalSequence":"\u001b[31m"})", false},
    {"clipboard as terminal sequence", "hook-decision", R"({"terminalSequence":"\u001b]52;c;eA==\u0007"})", false},
    {"terminal sequence that is not closed", "hook-decision", R"({"terminalSequence":"\u001b]9;text"})", false},
    {"block without reason", "hook-decision", R"({"decision":"block"})", false},
    // payloads
    {"Bash", "pre-tool-use", "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}})", true},
    {"unknown fields", "pre-tool-use", "{" CALL R"(,"new":1,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","new":[]}})", true},
    {"unknown tool", "pre-tool-use", "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"mcp__x__y","tool_input":{"command":5}})", true},
    {"PowerShell", "pre-tool-use",
     "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"PowerShell","tool_input":{"command":"ls","dangerouslyDisableSandbox":true}})", true},
    {"MultiEdit", "pre-tool-use",
     "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"MultiEdit","tool_input":{"file_path":"a","edits":[{"old_string":"a","new_string":"b"}]}})", true},
    {"Monitor on a socket", "pre-tool-use",
     "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"Monitor","tool_input":{"description":"d","ws":{"url":"u"}}})", true},
    {"no command", "pre-tool-use", "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}})", false},
    {"command null", "pre-tool-use", "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":null}})", false},
    {"flag as text", "pre-tool-use",
     "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","dangerouslyDisableSandbox":"true"}})", false},
    {"flag as number on PowerShell", "pre-tool-use",
     "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"PowerShell","tool_input":{"command":"ls","dangerouslyDisableSandbox":1}})", false},
    {"Edit without old_string", "pre-tool-use",
     "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"Edit","tool_input":{"file_path":"a","new_string":"b"}})", false},
    {"Write with content as array", "pre-tool-use",
     "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":"a","content":[]}})", false},
    {"NotebookEdit without a path", "pre-tool-use", "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"NotebookEdit","tool_input":{"new_source":"x"}})",
     false},
    {"MultiEdit with a bad edit", "pre-tool-use",
     "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"MultiEdit","tool_input":{"file_path":"a","edits":[{"old_string":"a"}]}})", false},
    {"another event", "pre-tool-use", "{" CALL R"(,"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"}})", false},
    {"unknown permission mode", "pre-tool-use",
     "{" SESSION R"(,"tool_use_id":"u","permission_mode":"yolo","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}})", false},
    {"no tool name", "pre-tool-use", "{" CALL R"(,"hook_event_name":"PreToolUse","tool_input":{"command":"ls"}})", false},
    {"tool_input is text", "pre-tool-use", "{" CALL R"(,"hook_event_name":"PreToolUse","tool_name":"Glob","tool_input":"x"})", false},
    {"result of Bash", "post-tool-use",
     "{" CALL R"(,"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_response":{"stdout":"","stderr":"","interrupted":false}})",
     true},
    {"result without stdout", "post-tool-use",
     "{" CALL R"(,"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_response":{"stderr":"","interrupted":false}})", false},
    {"no result", "post-tool-use", "{" CALL R"(,"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"}})", false},
    {"failure", "post-tool-use-failure",
     "{" CALL R"(,"hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{"command":"ls"},"error":"Exit code 1\n"})", true},
    {"failure without error", "post-tool-use-failure",
     "{" CALL R"(,"hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{"command":"ls"}})", false},
    {"change", "config-change", "{" SESSION R"(,"hook_event_name":"ConfigChange","source":"local_settings","file_path":"/x"})", true},
    {"change without source", "config-change", "{" SESSION R"(,"hook_event_name":"ConfigChange","file_path":"/x"})", false},
    {"change of an unknown source", "config-change", "{" SESSION R"(,"hook_event_name":"ConfigChange","source":"x"})", false},
    {"start", "session-start", "{" SESSION R"(,"hook_event_name":"SessionStart","source":"startup"})", true},
    {"start without a session", "session-start", R"({"hook_event_name":"SessionStart","source":"startup"})", false},
    {"empty status", "status-input", "{}", true},
    {"status of nulls", "status-input", R"({"model":null,"workspace":null,"context_window":{"used_percentage":null}})", true},
    {"model as text", "status-input", R"({"model":"Opus"})", false},
    {"percentage as text", "status-input", R"({"context_window":{"used_percentage":"7"}})", false},
    {"status is an array", "status-input", "[]", false},
};

}  // namespace

TEST_CASE("schemas accept what is right and reject what is broken") {
  for (const Row& row : kRows) {
    CAPTURE(std::string(row.name));
    const auto faults = schema(row.schema).faults(row.text);
    CAPTURE(faults.empty() ? std::string("no fault") : faults.back());
    CHECK(faults.empty() == row.valid);
  }
}

TEST_CASE("a file that is no usable schema is an error") {
  CHECK_THROWS_AS(Schema(CORDON_SOURCE_DIR "/schemas/absent.schema.json"), std::runtime_error);
}
