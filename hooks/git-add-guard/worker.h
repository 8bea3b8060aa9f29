// SPDX-License-Identifier: Apache-2.0
// worker_guard: a session that works in a linked worktree below .claude/worktrees/ (or with $CORDON_WORKER=1) does not change
// the git state of the main checkout.
//
//   in /work/repo/.claude/worktrees/w1
//   cd /work/repo && git commit -m x    deny; so are git -C, --git-dir, GIT_DIR= and links that lead there
//   git -C "$dir" commit                ask: the folder is known only when it runs
//   git commit -m x, git -C /work/repo log, git -C /other/repo commit    nothing
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hooks/git-add-guard/place.h"
#include "shared/git/repository.h"
#include "shared/payload/decision.h"
#include "shared/shell/walk.h"

namespace cordon::git_add_guard {

struct Worker {
  std::string own_git_dir;    // real path: "/work/repo/.git/worktrees/w1"
  std::string main_git_dir;   // "/work/repo/.git"
  std::string main_checkout;  // "/work/repo"
  std::string where;          // the worktree, for the message
};
// Nothing when the session is no worker, or its repository has no main checkout.
std::optional<Worker> worker_of(const Session& session, World& world);

struct WorkerFinding {
  payload::Verdict verdict = payload::Verdict::kNone;  // deny, or ask when the folder or the sub-command is not known
  std::string why;                                      // "--git-dir", "cd", …: how it gets there; or what is not known
  shell::ByteRange range;
};
std::vector<WorkerFinding> worker_findings(std::string_view text, shell::Dialect dialect, const Session& session, const Worker& worker, World& world);
// The strongest of them, the first of those; nullptr when there is none.
const WorkerFinding* strongest(const std::vector<WorkerFinding>& findings);
std::string worker_reason(const WorkerFinding& finding, const Worker& worker, std::string_view text);

}  // namespace cordon::git_add_guard
