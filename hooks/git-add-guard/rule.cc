// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/rule.h"

#include "hooks/git-add-guard/advice.h"
#include "hooks/git-add-guard/examine.h"
#include "hooks/git-add-guard/worker.h"
#include "shared/hook/runtime_shell.h"

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

Decision answer(Verdict verdict, std::string reason, const char* rule, shell::ByteRange range) {
  Decision out = verdict == Verdict::kDeny ? Decision::deny(std::move(reason)) : Decision::ask(std::move(reason));
  out.rule = rule;
  out.begin = range.begin;
  out.end = range.end;
  return out;
}

}  // namespace

Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world) {
  if (!call.runs_shell()) return Decision::none();
  const payload::TextField command = call.input("command");
  if (!command && command.presence != payload::Presence::kWrongType) return Decision::none();
  const std::string& text = command.value;
  const shell::Dialect dialect = hook::dialect_of(call, world);
  const Session session = session_of(world, call.cwd);
  if (const auto worker = worker_of(session, world); worker && settings.config().worker_guard) {
    const std::vector<WorkerFinding> findings = worker_findings(text, dialect, session, *worker, world);
    if (const WorkerFinding* found = strongest(findings)) {
      return answer(found->verdict, worker_reason(*found, *worker, text), "git_add_guard.worker_guard", found->range);
    }
  }
  const Examined examined = examine(text, dialect, session, world);
  if (examined.findings.empty()) return Decision::none();
  if (!settings.posture().may_be_effective()) return Decision::none();
  const settings::Config& config = settings.config();
  if (config.add_guard == settings::AddGuardMode::kOff) return Decision::none();
  const Finding* finding = strongest(examined, config);
  if (finding == nullptr) return Decision::none();
  const bool explicit_mode = config.add_guard == settings::AddGuardMode::kExplicit;
  const char* const rule = finding->cause == Cause::kWholeCommit ? "git_add_guard.commit_all = deny" : explicit_mode ? "git_add_guard.mode = explicit" : "git_add_guard.mode = masks";
  return answer(finding->verdict, reason_for(*finding, examined, text, explicit_mode), rule, finding->range);
}

Decision unreadable(std::string_view /*raw*/, const Error& error) { return hook::ask_unreadable("git-add-guard", error); }

}  // namespace cordon::git_add_guard
