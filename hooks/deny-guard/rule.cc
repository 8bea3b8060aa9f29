// SPDX-License-Identifier: Apache-2.0
#include "hooks/deny-guard/rule.h"

#include "hooks/deny-guard/examine.h"
#include "hooks/deny-guard/message.h"
#include "hooks/deny-guard/rules.h"

namespace cordon::deny_guard {

using payload::Decision;
using payload::Verdict;

Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world) {
  if (call.tool != "Bash" && call.tool != "Monitor") return Decision::none();
  const payload::TextField command = call.input("command");
  if (!command) return Decision::none();
  const Examination examination(command.value, call.cwd, world);
  if (examination.nothing_hidden(settings.query().version)) return Decision::none();
  const std::vector<PlacedRule> rules = rules_in_force(world, settings.query(), call.session_id);
  if (rules.empty()) return Decision::none();
  const std::vector<Hit> hits = examination.judge(rules, settings.query().version);
  const Hit* hit = strongest(hits);
  if (hit == nullptr || settings.config().deny_guard == settings::DenyGuardMode::kOff) return Decision::none();
  Decision out = hit->verdict == Verdict::kDeny ? Decision::deny(reason_for(*hit, rules)) : Decision::ask(reason_for(*hit, rules));
  out.rule = hit->rule == nullptr ? "text that cannot be seen" : hit->rule->rule.source() + " in " + hit->rule->place;
  out.begin = hit->range.begin;
  out.end = hit->range.end;
  return out;
}

Decision unreadable(std::string_view /*raw*/, const Error& error) { return hook::ask_unreadable("deny-guard", error); }

}  // namespace cordon::deny_guard
