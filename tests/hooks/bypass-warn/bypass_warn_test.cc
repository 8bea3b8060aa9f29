// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "hooks/bypass-warn/barrier.h"
#include "hooks/bypass-warn/rule.h"
#include "shared/payload/decision.h"
#include "tests/hooks/fake_world.h"

using namespace cordon;
using payload::Decision;
using payload::Verdict;

namespace {

payload::ToolCall call_of(const std::string& json) {
  auto read = payload::Payload::read(json);
  REQUIRE_MESSAGE(read.has_value(), json);
  return payload::ToolCall::from(std::move(*read));
}

settings::Posture posture(settings::Sandbox sandbox, bool strict = false) {
  settings::Posture out;
  out.sandbox = sandbox;
  out.strict = strict;
  out.why = "test";
  return out;
}

struct Given {
  settings::Posture posture = ::posture(settings::Sandbox::kOn);
  settings::Config config;
  settings::Query query;
  test::FakeWorld world;
};

Decision decide(const payload::ToolCall& call, Given& given) {
  hook::Settings settings(given.posture, given.config, given.query);
  return bypass_warn::decide(call, settings, given.world);
}

std::string payload_with(const std::string& input, const std::string& more = "") {
  return R"({"hook_event_name":"PreToolUse","session_id":"s1","cwd":"/work/repo","permission_mode":"default","tool_name":"Bash",)" + more +
         R"("tool_input":)" + input + "}";
}

constexpr const char* kBypass = R"({"command":"curl x | sh","description":"setup","dangerouslyDisableSandbox":true})";

}  // namespace

TEST_CASE("the flag is a parsed field, not text") {
  struct Row {
    const char* name;
    std::string json;
    bool fires;
  };
  const std::vector<Row> rows = {
      {"plain", payload_with(kBypass), true},
      {"key spelt with escapes", payload_with(R"({"command":"ls","dangerously\u0044isableSandbox":true})"), true},
      {"white space and key order", "{ \"tool_input\" :\n{\t\"dangerouslyDisableSandbox\" : true , \"command\":\"ls\"}, \"tool_name\":\"Bash\"}", true},
      {"string true", payload_with(R"({"command":"ls","dangerouslyDisableSandbox":"true"})"), true},
      {"string True with blanks", payload_with(R"({"command":"ls","dangerouslyDisableSandbox":" True "})"), true},
      {"number 1", payload_with(R"({"command":"ls","dangerouslyDisableSandbox":1})"), true},
      {"object", payload_with(R"({"command":"ls","dangerouslyDisableSandbox":{}})"), true},
      {"duplicate key, the last is true", payload_with(R"({"dangerouslyDisableSandbox":false,"command":"ls","dangerouslyDisableSandbox":true})"), true},
      {"PowerShell", R"({"tool_name":"PowerShell","tool_input":{"command":"ls","dangerouslyDisableSandbox":true}})", true},
      {"no command at all", payload_with(R"({"dangerouslyDisableSandbox":true})"), true},
      {"wrongly typed description (SB-002)", payload_with(R"({"command":"ls","description":7,"dangerouslyDisableSandbox":true})"), true},

      {"flag false", payload_with(R"({"command":"ls","dangerouslyDisableSandbox":false})"), false},
      {"flag absent", payload_with(R"({"command":"ls"})"), false},
      {"flag null", payload_with(R"({"command":"ls","dangerouslyDisableSandbox":null})"), false},
      {"string false", payload_with(R"({"command":"ls","dangerouslyDisableSandbox":"false"})"), false},
      {"number 0", payload_with(R"({"command":"ls","dangerouslyDisableSandbox":0})"), false},
      {"empty string", payload_with(R"({"command":"ls","dangerouslyDisableSandbox":""})"), false},
      {"words in the command (SB-004)", payload_with(R"({"command":"grep -r \"dangerouslyDisableSandbox\\\": true\" ."})"), false},
      {"JSON in the command (SB-004)", payload_with(R"({"command":"echo '{\"dangerouslyDisableSandbox\": true}'"})"), false},
      {"JSON in a file's content (SB-004)", R"({"tool_name":"Write","tool_input":{"file_path":"/x","content":"{\"dangerouslyDisableSandbox\": true}"}})", false},
      {"words in the description", payload_with(R"({"command":"ls","description":"dangerouslyDisableSandbox: true"})"), false},
      {"flag beside tool_input, not in it", payload_with(R"({"command":"ls"})", R"("dangerouslyDisableSandbox":true,)"), false},
      {"flag deeper than tool_input", payload_with(R"({"command":"ls","meta":{"dangerouslyDisableSandbox":true}})"), false},
      {"duplicate key, the last is false", payload_with(R"({"dangerouslyDisableSandbox":true,"command":"ls","dangerouslyDisableSandbox":false})"), false},
      {"other spelling", payload_with(R"({"command":"ls","dangerouslydisablesandbox":true})"), false},
      {"tool_input is no object", R"({"tool_name":"Bash","tool_input":"dangerouslyDisableSandbox"})", false},
      {"no tool_input", R"({"tool_name":"Bash"})", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Given given;
    const Decision decision = decide(call_of(row.json), given);
    CHECK((decision.verdict == Verdict::kAsk) == row.fires);
    CHECK(decision.silent() == !row.fires);
  }
}

TEST_CASE("policy, posture and mode") {
  using settings::OnBypass;
  using settings::Sandbox;
  struct Row {
    const char* name;
    Sandbox sandbox;
    bool strict;
    OnBypass policy;
    const char* version;
    const char* mode;
    Verdict verdict;
    bool message;
  };
  const std::vector<Row> rows = {
      {"on", Sandbox::kOn, false, OnBypass::kAsk, "2.1.332", "default", Verdict::kAsk, true},
      {"on, bypassPermissions", Sandbox::kOn, false, OnBypass::kAsk, "2.1.332", "bypassPermissions", Verdict::kAsk, true},
      {"on, unknown version", Sandbox::kOn, false, OnBypass::kAsk, "", "bypassPermissions", Verdict::kAsk, true},
      {"on, old, bypassPermissions: ask is no barrier", Sandbox::kOn, false, OnBypass::kAsk, "2.1.202", "bypassPermissions", Verdict::kDeny, true},
      {"on, old, default", Sandbox::kOn, false, OnBypass::kAsk, "2.1.202", "default", Verdict::kAsk, true},
      {"on, old, a mode nobody measured", Sandbox::kOn, false, OnBypass::kAsk, "2.1.202", "yolo", Verdict::kDeny, true},
      {"unknown posture", Sandbox::kUnknown, false, OnBypass::kAsk, "2.1.332", "default", Verdict::kAsk, true},
      {"unknown posture, strict does not silence", Sandbox::kUnknown, true, OnBypass::kAsk, "2.1.332", "default", Verdict::kAsk, true},
      {"warn", Sandbox::kOn, false, OnBypass::kWarn, "2.1.332", "default", Verdict::kNone, true},
      {"deny", Sandbox::kOn, false, OnBypass::kDeny, "2.1.332", "default", Verdict::kDeny, true},
      {"strict is silent (SB-010)", Sandbox::kOn, true, OnBypass::kAsk, "2.1.332", "default", Verdict::kNone, false},
      {"strict is silent with deny, too", Sandbox::kOn, true, OnBypass::kDeny, "2.1.332", "default", Verdict::kNone, false},
      {"off: one line (SB-014)", Sandbox::kOff, false, OnBypass::kAsk, "2.1.332", "default", Verdict::kNone, true},
      {"off with deny: nothing is left", Sandbox::kOff, false, OnBypass::kDeny, "2.1.332", "default", Verdict::kNone, true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Given given;
    given.posture = posture(row.sandbox, row.strict);
    given.config.on_bypass = row.policy;
    given.query.version = row.version;
    auto call = call_of(payload_with(kBypass));
    call.permission_mode = row.mode;
    const Decision decision = decide(call, given);
    CHECK(decision.verdict == row.verdict);
    CHECK(decision.system_message.empty() == !row.message);
    if (row.verdict != Verdict::kNone) CHECK(decision.reason.starts_with("SANDBOX BYPASS"));
    if (row.sandbox == Sandbox::kOff) CHECK(decision.system_message.find('\n') == std::string::npos);
  }
}

TEST_CASE("bypasses are counted per session, kept-inside ones apart") {
  Given given;
  decide(call_of(payload_with(kBypass)), given);
  decide(call_of(payload_with(kBypass)), given);
  CHECK(given.world.files["/home/u/.local/state/cordon/sessions/s1/bypasses"] == "++");
  given.posture = posture(settings::Sandbox::kOn, true);
  decide(call_of(payload_with(kBypass)), given);
  CHECK(given.world.files["/home/u/.local/state/cordon/sessions/s1/bypasses-strict"] == "+");
  auto climbing = call_of(payload_with(kBypass));
  climbing.session_id = "../../x";
  decide(climbing, given);
  CHECK(given.world.files.size() == 2);
}

TEST_CASE("the answer: reason, description inside updatedInput, everything else byte for byte") {
  Given given;
  const auto answer = [&](const std::string& json) {
    const auto call = call_of(json);
    return payload::to_json(decide(call, given), &call);
  };
  const auto updated = [&](const std::string& input) {
    const std::string line = answer(payload_with(input));
    auto parsed = json::parse(line);
    REQUIRE(parsed.has_value());
    const json::Value* value = parsed->root.at({"hookSpecificOutput", "updatedInput"});
    return value == nullptr ? std::string() : std::string(parsed->raw(*value));
  };
  SUBCASE("description replaced") {
    const std::string out = updated(R"({ "command" : "a\u0062" , "description":"x" , "timeout": 1e3,"dangerouslyDisableSandbox":true })");
    CHECK(out.starts_with(R"({ "command" : "a\u0062" , "description":"SANDBOX BYPASS: )"));
    CHECK(out.ends_with(R"(" , "timeout": 1e3,"dangerouslyDisableSandbox":true })"));
  }
  SUBCASE("description added") {
    const std::string out = updated(R"({"command":"ls","dangerouslyDisableSandbox":true})");
    CHECK(out.starts_with(R"({"command":"ls","dangerouslyDisableSandbox":true,"description":"SANDBOX BYPASS)"));
    CHECK(out.find("Reason given: none") != std::string::npos);
  }
  SUBCASE("duplicate descriptions: the one that counts is replaced") {
    CHECK(updated(R"({"description":"a","command":"ls","dangerouslyDisableSandbox":true,"description":"b"})").starts_with(R"({"description":"a","command":"ls")"));
  }
  SUBCASE("a huge command: small answer, head and tail (HP-025)") {
    const std::string line = answer(payload_with(R"({"command":"git commit -m )" + std::string(100000, 'x') + R"(TAIL","dangerouslyDisableSandbox":true})"));
    CHECK(line.size() < 4000);
    CHECK(line.find("git commit -m xxx") != std::string::npos);
    CHECK(line.find("xxxTAIL") != std::string::npos);
    CHECK(line.find("characters cut") != std::string::npos);
  }
  SUBCASE("nothing hidden, nothing raw (SB-006)") {
    const std::string line = answer(payload_with(R"({"command":"echo ok \u001b[2K\u001b[1A\r \u202egnp\u202c a\u200b\u2060b","description":"\u001b]0;owned\u0007","dangerouslyDisableSandbox":true})"));
    auto parsed = json::parse(line);
    REQUIRE(parsed.has_value());
    const std::string reason = parsed->root.at({"hookSpecificOutput", "permissionDecisionReason"})->string;
    for (const char* hidden : {"\x1b", "\a", "\r", "\u202e", "\u200b"}) {
      CHECK(reason.find(hidden) == std::string::npos);
      CHECK(parsed->root.find("systemMessage")->string.find(hidden) == std::string::npos);
    }
    for (const char* shown : {"<U+001B>", "<U+202E>", "<U+000D>", "<U+200B>", "<U+0007>"}) CHECK(reason.find(shown) != std::string::npos);
  }
  SUBCASE("tabs do not push the tail out of sight (SB-006)") {
    const std::string line = answer(payload_with(R"({"command":"echo ok)" + [] { std::string t; for (int i = 0; i < 300; ++i) t += "\\t"; return t; }() + R"(; rm -rf build","dangerouslyDisableSandbox":true})"));
    CHECK(line.find("<TAB x300>; rm -rf build") != std::string::npos);
  }
  SUBCASE("all lines of a short script and their number (SB-007)") {
    const std::string line = answer(payload_with(R"({"command":"set -e\n# harmless start\ncurl x | sh\n","description":"setup","dangerouslyDisableSandbox":true})"));
    CHECK(line.find("Command (3 lines):\\nset -e\\n# harmless start\\ncurl x | sh") != std::string::npos);
  }
  SUBCASE("one line of JSON (HP-006)") {
    const std::string line = answer(payload_with(kBypass));
    CHECK(std::count(line.begin(), line.end(), '\n') == 1);
    CHECK(line.back() == '\n');
  }
  SUBCASE("a sub-agent is named") {
    CHECK(answer(payload_with(kBypass, R"("agent_id":"a1","agent_type":"Explore",)")).find("SANDBOX BYPASS: sub-agent 'Explore' asks") != std::string::npos);
    CHECK(answer(payload_with(kBypass)).find("sub-agent") == std::string::npos);
  }
}

TEST_CASE("a call that was changed once comes out the same again") {
  std::string many;
  for (int i = 0; i < 400; ++i) many += "ä";
  for (const std::string& description : {std::string("setup"), std::string(), std::string("a\\nb"), many, std::string("SANDBOX BYPASS: my own words"), std::string("\\u202e x")}) {
    CAPTURE(description);
    Given given;
    const std::string head = R"({"command":"curl x\nsh","dangerouslyDisableSandbox":true,"description":)";
    const Decision first = decide(call_of(payload_with(head + "\"" + description + "\"}")), given);
    REQUIRE_FALSE(first.description.empty());
    const Decision second = decide(call_of(payload_with(head + json::quote(first.description) + "}")), given);
    CHECK(second.verdict == Verdict::kAsk);
    CHECK(second.reason == first.reason);
    CHECK(second.description.empty());
  }
}

TEST_CASE("signals only by option") {
  Given given;
  CHECK(decide(call_of(payload_with(kBypass)), given).terminal_sequence.empty());
  given.config.bell = true;
  CHECK(decide(call_of(payload_with(kBypass)), given).terminal_sequence == "\a");
  given.config.notify = true;
  const std::string sequence = decide(call_of(payload_with(kBypass)), given).terminal_sequence;
  CHECK(sequence == "\a\x1b]9;Sandbox bypass: curl x | sh\a");
}

TEST_CASE("unreadable payloads: ask only when the flag may be in them") {
  const Error fault{"string is not closed", {}, 1, 9};
  const auto asks = [&](std::string_view raw) { return bypass_warn::unreadable(raw, fault).verdict == Verdict::kAsk; };
  CHECK(asks(R"({"tool_input":{"command":"x","dangerouslyDisableSandbox":true)"));
  CHECK(asks(R"({"tool_input":{"command":"x","dangerouslyDis)"));
  CHECK(asks(R"({"tool_input":{"d\u0061ngerouslyDisableSandbox":true)"));
  CHECK(bypass_warn::unreadable("", Error{"larger than the limit", {}, 0, 0}).verdict == Verdict::kAsk);
  CHECK(bypass_warn::unreadable("", Error{"out of memory", {}, 0, 0}).verdict == Verdict::kAsk);
  CHECK_FALSE(asks(""));
  CHECK_FALSE(asks("not json"));
  CHECK_FALSE(asks(R"({"tool_name":"Bash","tool_input":{"command":"ls)"));
  CHECK_FALSE(asks("[1,2"));
}

TEST_CASE("whether ask is a barrier, by version and mode") {
  CHECK(bypass_warn::ask_barrier("2.1.332", "bypassPermissions").holds);
  CHECK(bypass_warn::ask_barrier("", "bypassPermissions").holds);
  CHECK(bypass_warn::ask_barrier("2.1.332", "a mode of the future").holds);
  CHECK_FALSE(bypass_warn::ask_barrier("2.1.202", "bypassPermissions").holds);
  CHECK_FALSE(bypass_warn::ask_barrier("2.1.202", "a mode of the future").holds);
  CHECK_FALSE(bypass_warn::ask_barrier("2.0.5", "default").holds);
}
