// SPDX-License-Identifier: Apache-2.0
// Repository discovery and HEAD, read natively: no git process is started, a repository root costs one lstat.
//
//   auto repo = git::discover(world, "/work/repo/sub");
//   repo->work_tree  "/work/repo"      repo->git_dir  "/work/repo/.git"
//   git::read_head(world, *repo)       {kBranch, "main"}
//
// Git's own safety checks (safe.directory) and $GIT_DIR are not applied: the runtime looks for `.git` upwards, so do we.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shared/base/world.h"

namespace cordon::git {

// All paths absolute and clean (links in them are not resolved). Empty where unknown.
struct Repository {
  std::string work_tree;        // the folder that holds `.git`; "" in a bare repository
  std::string git_dir;          // "/work/repo/.git", of a linked worktree "/work/repo/.git/worktrees/w1"
  std::string common_dir;       // where config and refs live; equals git_dir except in a linked worktree
  std::string main_checkout;    // work tree of the main checkout; equals work_tree outside linked worktrees and when the main
                                // repository does not name this worktree in return; "" when it is bare or keeps its folder elsewhere
  std::string worktree_name;    // "w1" in a linked worktree, else ""
  bool is_linked_worktree = false;
  bool is_bare = false;
  bool is_submodule = false;    // git_dir lies below some ".git/modules/"
};

// The innermost repository around absolute `start_dir`, by the runtime's upward search (measured): any folder or file named
// `.git` ends it, even an empty folder or a file of garbage (git_dir is then ""); a FIFO or a dangling link does not.
// Nothing when no folder up to "/" has one, or `start_dir` is not absolute.
std::optional<Repository> discover(World& world, std::string_view start_dir);

enum class HeadKind { kBranch, kDetached, kUnborn, kUnknown };
struct Head {
  HeadKind kind = HeadKind::kUnknown;
  std::string name;  // branch name without "refs/heads/" (kBranch, kUnborn); full hash (kDetached); else ""
  bool is_reftable = false;  // kUnknown because HEAD stands in tables (<git_dir>/reftable), which only git itself reads
};
// One read for kBranch: whether the branch has a commit (kUnborn) is only asked with `check_unborn` (a stat, and a read of
// packed-refs when there is no loose ref). kUnknown: HEAD unreadable, or a reftable repository.
Head read_head(World& world, const Repository& repository, bool check_unborn = false);

// The value of `alias.<name>` as git would take it: repository config first (last one wins), then the user's
// ($GIT_CONFIG_GLOBAL, or $XDG_CONFIG_HOME/git/config and ~/.gitconfig). `repository` may be null (outside any repository).
struct Alias {
  std::optional<std::string> value;  // "!sh -c …", "add -A"; nothing when it is not defined
  bool unknown = false;              // a config has [include]/[includeIf], or could not be read: an alias may exist there
};
Alias find_alias(World& world, const Repository* repository, std::string_view name);

}  // namespace cordon::git
