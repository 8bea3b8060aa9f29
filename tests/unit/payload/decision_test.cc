// SPDX-License-Identifier: Apache-2.0
#include "shared/payload/decision.h"

#include <doctest/doctest.h>

using namespace cordon;
using payload::Decision;

namespace {

payload::ToolCall call_with(const std::string& tool_input) {
  return payload::ToolCall::from(*payload::Payload::read("{\"tool_name\":\"Bash\",\"tool_input\":" + tool_input + "}"));
}

// The text of updatedInput in the answer, "" when there is none.
std::string updated_input(const std::string& tool_input, const std::string& description) {
  const auto call = call_with(tool_input);
  Decision decision = Decision::ask("r");
  decision.description = description;
  const auto answer = json::parse(payload::to_json(decision, &call));
  REQUIRE(answer.has_value());
  const json::Value* updated = answer->root.at({"hookSpecificOutput", "updatedInput"});
  return updated == nullptr ? "" : std::string(answer->raw(*updated));
}

}  // namespace

TEST_CASE("answers") {
  CHECK(payload::to_json(Decision::none(), nullptr) == "");
  CHECK(payload::to_json(Decision::note("two\nlines"), nullptr) == "{\"systemMessage\":\"two\\nlines\"}\n");
  CHECK(payload::to_json(Decision::ask("why"), nullptr) ==
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"ask\",\"permissionDecisionReason\":\"why\"}}\n");
  CHECK(payload::to_json(Decision::deny("why"), nullptr) ==
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"why\"}}\n");
  Decision all = Decision::deny("why");
  all.system_message = "m";
  all.terminal_sequence = "\a";
  CHECK(payload::to_json(all, nullptr) ==
        "{\"systemMessage\":\"m\",\"terminalSequence\":\"\\u0007\",\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\","
        "\"permissionDecision\":\"deny\",\"permissionDecisionReason\":\"why\"}}\n");
}

TEST_CASE("updatedInput is the input with another description, byte for byte") {
  struct Row {
    const char *name, *in, *want;
  };
  constexpr Row kRows[] = {
      {"replaced", R"({"command":"ls","description":"old"})", R"({"command":"ls","description":"NEW"})"},
      {"added", R"({"command":"ls"})", R"({"command":"ls","description":"NEW"})"},
      {"added to nothing", "{}", R"({"description":"NEW"})"},
      {"added to a blank", "{ }", R"({ "description":"NEW"})"},
      {"blanks, escapes, order and numbers kept", R"({ "x" : 1.50e1 , "description" : null , "command":"\u006cs \/" })",
       R"({ "x" : 1.50e1 , "description" : "NEW" , "command":"\u006cs \/" })"},
      {"escaped key", R"({"descriptio\u006e":"old"})", R"({"descriptio\u006e":"NEW"})"},
      {"the last of two", R"({"description":"a","description":"b"})", R"({"description":"a","description":"NEW"})"},
      {"only the outer one", R"({"o":{"description":"in"}})", R"({"o":{"description":"in"},"description":"NEW"})"},
      {"line breaks between values", "{\n\"command\":\r\n\"ls\"\n}", "{ \"command\":  \"ls\" ,\"description\":\"NEW\"}"},
      {"no object", R"("ls")", ""},
  };
  for (const Row& row : kRows) {
    CAPTURE(std::string(row.name));
    CHECK(updated_input(row.in, "NEW") == row.want);
  }
  CHECK(updated_input("{}", "a\"\n") == "{\"description\":\"a\\\"\\n\"}");
  CHECK(updated_input(R"({"command":"ls"})", "") == "");
  CHECK(updated_input("{\"command\":\"" + std::string(payload::kMaxUpdatedInput, 'x') + "\"}", "NEW") == "");
}

TEST_CASE("a description alone changes the input and forces no prompt") {
  Decision decision = Decision::none();
  decision.description = "NEW";
  CHECK_FALSE(decision.silent());
  const auto call = call_with(R"({"command":"ls"})");
  CHECK(payload::to_json(decision, &call) ==
        "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"updatedInput\":{\"command\":\"ls\",\"description\":\"NEW\"}}}\n");
  CHECK(payload::to_json(decision, nullptr) == "");
}
