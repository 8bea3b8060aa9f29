// SPDX-License-Identifier: Apache-2.0
// One command through the rule, under the rules a row gives.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "hooks/deny-guard/rule.h"
#include "tests/hooks/fake_world.h"

namespace cordon::test {

struct DenyScene {
  FakeWorld world;
  settings::Config config;
  std::string tool = "Bash";
  std::string version = "2.1.332";
  std::string session_id = "s1";

  // In the user's settings.
  void rules(const std::vector<std::string>& deny, const std::vector<std::string>& ask = {}) {
    world.files["/home/u/.claude/settings.json"] = nlohmann::ordered_json{{"permissions", {{"deny", deny}, {"ask", ask}}}}.dump(2);
  }
  payload::Decision command(const std::string& text) {
    const nlohmann::json json = {{"session_id", session_id}, {"cwd", "/work/repo"}, {"hook_event_name", "PreToolUse"}, {"permission_mode", "default"},
                                 {"tool_name", tool},        {"tool_input", {{"command", text}}}};
    auto read = payload::Payload::read(json.dump());
    const payload::ToolCall call = payload::ToolCall::from(std::move(*read));
    settings::Query query;
    query.start_dir = "/work/repo";
    query.start_dir_certain = true;
    query.version = version;
    query.arguments = arguments;
    hook::Settings settings({}, config, query);
    return deny_guard::decide(call, settings, world);
  }
  std::vector<std::string> arguments{"claude"};
};

inline std::string verdict_of(const payload::Decision& decision) {
  return decision.verdict == payload::Verdict::kDeny ? "deny" : decision.verdict == payload::Verdict::kAsk ? "ask" : "none";
}

}  // namespace cordon::test
