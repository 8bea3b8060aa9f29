// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/rule.h"

#include "hooks/git-add-guard/advice.h"
#include "hooks/git-add-guard/examine.h"

namespace cordon::git_add_guard {
namespace {

using payload::Decision;
using payload::Verdict;

bool counts(const Finding& finding, const settings::Config& config) {
  if (finding.explicit_only && config.add_guard != settings::AddGuardMode::kExplicit) return false;
  return finding.cause != Cause::kWholeCommit || config.commit_all == settings::CommitAll::kDeny;
}

// The strongest; the first of those.
const Finding* strongest(const Examined& examined, const settings::Config& config) {
  const Finding* best = nullptr;
  for (const Finding& finding : examined.findings) {
    if (counts(finding, config) && (best == nullptr || finding.verdict > best->verdict)) best = &finding;
  }
  return best;
}

}  // namespace

Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world) {
  if (!call.runs_shell()) return Decision::none();
  const payload::TextField command = call.input("command");
  if (!command && command.presence != payload::Presence::kWrongType) return Decision::none();
  const std::string& text = command.value;
  const auto dialect = call.tool == "PowerShell" ? shell::Dialect::kPowerShell : shell::Dialect::kBash;
  const Examined examined = examine(text, dialect, session_of(world, call.cwd), world);
  if (examined.findings.empty()) return Decision::none();
  if (!settings.posture().may_be_effective()) return Decision::none();
  const settings::Config& config = settings.config();
  if (config.add_guard == settings::AddGuardMode::kOff) return Decision::none();
  const Finding* finding = strongest(examined, config);
  if (finding == nullptr) return Decision::none();
  std::string reason = reason_for(*finding, examined, text, config.add_guard == settings::AddGuardMode::kExplicit);
  return finding->verdict == Verdict::kDeny ? Decision::deny(std::move(reason)) : Decision::ask(std::move(reason));
}

Decision unreadable(std::string_view /*raw*/, const Error& error) { return hook::ask_unreadable("git-add-guard", error); }

}  // namespace cordon::git_add_guard
