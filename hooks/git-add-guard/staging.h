// SPDX-License-Identifier: Apache-2.0
// What a git command would put into the index (or, for stash -u, read like it): which sub-command, everything or the paths
// it names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hooks/git-add-guard/git_command.h"

namespace cordon::git_add_guard {

enum class Action : uint8_t { kAdd, kCommit, kStash, kUpdateIndex };

struct Staging {
  Action action = Action::kAdd;
  bool whole = false;         // everything in reach, by option and without a path: add -A, stash -u, commit -a
  bool tracked_only = false;  // add -u, commit: never meets a file git does not know
  bool skips_ignored = false; // what an ignore file names is passed over: add without -f, stash -u
  bool answers_given = false; // interactive form whose answers do not come from a person: yes | git add -p
  std::vector<shell::Word> paths;
  std::vector<std::string> listed;  // paths read from known standard input, one literal pathspec each
  bool open = false;                // more paths follow that are not known: xargs, --stdin
  bool unsure = false;              // a word that may be any option
  shell::ByteRange doubt;           // the place of `unsure` or `open`
};

// Nothing when the command stages nothing, whatever its operands: dry run, refused options, another sub-command.
std::optional<Staging> staging_of(const GitCommand& command);

}  // namespace cordon::git_add_guard
