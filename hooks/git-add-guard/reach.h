// SPDX-License-Identifier: Apache-2.0
// Operands compiled to pathspecs, and the masks they reach.
#pragma once

#include <string>
#include <vector>

#include "hooks/git-add-guard/judge.h"

namespace cordon::git_add_guard {

struct Operands {
  std::vector<Pathspec> pathspecs;
  bool unknown = false;    // one of them may be anything
  shell::ByteRange doubt;  // that one
};
Operands compile(const Staging& staging, const Place& place, const PathspecMode& mode, const Scene& scene);

struct Reached {
  Reach reach = Reach::kNo;
  bool blanket = false;  // all of the folder git runs in
  std::string mask;      // ".claude/agents"
};
// A mask counts when its path does not exist (what exists is not replaced) and, with `skips_ignored`, no ignore file names it.
Reached reached_masks(const std::vector<Pathspec>& pathspecs, const Place& place, World& world, bool skips_ignored);
// All of the folder git runs in, whatever its files are called.
bool is_blanket(const std::vector<Pathspec>& pathspecs, const Place& place);

// The operand is plainly one path below the folder the text starts in, and no mask: "src/main.cc". Needs no look at the files.
bool is_plain_path(const shell::Word& word);

}  // namespace cordon::git_add_guard
