// SPDX-License-Identifier: Apache-2.0
// From a payload to the hint: any bytes as the payload; as what a command printed, failed or not; as the command. Answers are
// one line of JSON without raw control characters, never long, never twice in a session; nothing is asked or denied. The same
// bytes through what the log leaves out: what was redacted once has nothing left to redact of a known token.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "hooks/error-hint/rule.h"
#include "shared/hook/redact.h"
#include "shared/json/json.h"
#include "tests/hooks/fake_world.h"

namespace {

using namespace cordon;

constexpr hook::Hook kHook{"error-hint", error_hint::decide, error_hint::unreadable, true};

void require(bool condition) {
  if (!condition) std::abort();
}

test::FakeWorld sandboxed_world() {
  test::FakeWorld world;
  world.variables = {{"HOME", "/home/u"}, {"PATH", "/usr/bin"}, {"CLAUDE_PROJECT_DIR", "/work/repo"}};
  world.files["/home/u/.claude/settings.json"] = R"({"sandbox":{"enabled":true}})";
  world.files["/usr/bin/bwrap"] = world.files["/usr/bin/socat"] = "x";
  return world;
}

std::string payload_of(std::string_view text, uint8_t kind) {
  const std::string_view head = text.substr(0, text.find('\0'));
  const std::string_view rest = head.size() < text.size() ? text.substr(head.size() + 1) : text;
  json::Writer out;
  out.begin().field("session_id", "s1").field("cwd", "/work/repo").field("hook_event_name", kind % 2 == 0 ? "PostToolUseFailure" : "PostToolUse");
  out.field("tool_name", "Bash").begin("tool_input").field("command", kind % 4 < 2 ? std::string_view("make | tail") : head).end();
  if (kind % 2 == 0) {
    out.field("error", rest);
  } else {
    out.begin("tool_response").field("stdout", rest).field("stderr", head).end();
  }
  return std::move(out.end().text);
}

void check(const std::string& answer) {
  require(answer.size() < 10000);
  if (answer.empty()) return;
  require(answer.find('\n') == answer.size() - 1);
  for (const char c : answer) require(static_cast<unsigned char>(c) >= ' ' || c == '\n');
  const auto parsed = json::parse(answer);
  require(parsed.has_value());
  require(parsed->root.find("systemMessage") != nullptr && parsed->root.find("decision") == nullptr);
  require(parsed->root.at({"hookSpecificOutput", "permissionDecision"}) == nullptr);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  test::FakeWorld world = sandboxed_world();
  const std::string raw = data[0] % 5 == 4 ? text : payload_of(text, data[0] % 5);
  const std::string first = hook::answer(kHook, raw, world);
  check(first);
  if (!first.empty() && data[0] % 5 != 4) {
    const std::string second = hook::answer(kHook, raw, world);
    require(second != first);
  }
  static_cast<void>(hook::redacted_head(text, 100));
  const std::string token = "ghp_0123456789abcdefABCDEF0123456789abcd";
  require(hook::redacted(text + " " + token).find(token) == std::string::npos);
  return 0;
}
