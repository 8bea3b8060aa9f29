// SPDX-License-Identifier: Apache-2.0
// Which files git would change in the work tree, asked of git's plumbing. Names count from the top of the work tree.
//
//   Commits it(git, "/work/repo");
//   it.between("HEAD's hash", "other hash")  {"src/a.c", ".github/workflows/ci.yml"}
//
// An error means that it cannot be told: git is missing, too slow, or refuses the repository.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hooks/protected-paths/process.h"
#include "shared/base/result.h"

namespace cordon::protected_paths {

using Names = std::vector<std::string>;

class Commits {
 public:
  Commits(GitRunner& git, std::string dir) : git_(git), dir_(std::move(dir)) {}

  // Full hash; "" when there is no such commit (git itself fails then). Errors also for "a..b" and for what looks like an option.
  Result<std::string> commit(const std::string& revision);
  // The commits a branch name means that exists only at remotes: `git checkout x` makes x from origin/x.
  Result<Names> remote_branches(const std::string& name);
  // Files that differ; a commit "" stands for the empty tree.
  Result<Names> between(const std::string& from, const std::string& to);
  // What merging `other` into `head` changes there: its own changes since they parted, also under names `head` gave them since.
  Result<Names> merged(const std::string& head, const std::string& other);
  // What `other` changed since it parted from `head`.
  Result<Names> since(const std::string& head, const std::string& other);
  // What these commits (or ranges) change, as git cherry-pick and revert take them.
  Result<Names> picked(const Names& revisions);
  // Tracked files whose text or mode in the index or the work tree is not that of HEAD.
  Result<Names> edited(const Names& pathspecs = {});
  // Files whose text or mode in the index is not that of HEAD, whatever the work tree has.
  Result<Names> staged(const Names& pathspecs = {});
  Result<Names> untracked(bool ignored_too, const Names& pathspecs = {});
  Result<Names> stashed(const std::string& stash);

 private:
  Result<Output> ask(const Names& arguments, std::string_view input = {});
  Result<std::string> text(const Names& arguments, std::string_view input = {});
  Result<Names> names(const Names& arguments, std::string_view input = {});
  Result<Names> bases(const std::string& head, const std::string& other);
  Result<void> add_renamed(const std::string& base, const std::string& head, Names& changed);

  GitRunner& git_;
  std::string dir_;
};

// `more` added to `to`; what failed stays failed.
void unite(Result<Names>& to, Result<Names> more);

}  // namespace cordon::protected_paths
