// SPDX-License-Identifier: Apache-2.0
// What git is in the middle of, read from the files it leaves in its own folder; a linked worktree has its own.
//
//   git::read_operation(world, *repo).text()   "rebase 2/5"
//
// Names and order are those of git's own prompt (contrib/completion/git-prompt.sh), in small letters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "shared/base/world.h"
#include "shared/git/repository.h"

namespace cordon::git {

struct Operation {
  std::string_view name;           // "rebase", "am", "am/rebase", "merge", "cherry-pick", "revert", "bisect"; "" nothing
  uint32_t step = 0, total = 0;    // of a rebase or am; both 0 when either is not known
  std::string branch;              // of a rebase: the branch it will move, while HEAD is detached; "" when it began detached, too
  std::string text() const;        // "rebase 2/5", "merge", ""
};
// Costs one listing of git_dir when nothing is going on; three small reads more in a rebase. What cannot be read is absent.
// In a reftable repository a cherry-pick or revert of one commit leaves no file and is not seen.
Operation read_operation(World& world, const Repository& repository);

}  // namespace cordon::git
