// SPDX-License-Identifier: Apache-2.0
// What the writers of git's sub-commands share.
#pragma once

#include <map>
#include <string>

#include "hooks/protected-paths/commits.h"
#include "hooks/protected-paths/writes.h"

namespace cordon::protected_paths {

// What earlier git commands of the same text do to what later ones mean.
struct GitHistory {
  std::map<std::string, std::string, std::less<>> made;  // branch -> where it starts
  bool fetched = false;    // references that are not there yet may be then
  bool moved = false;      // references may mean other commits then
  bool committed = false;  // what is edited now is in HEAD then
  int stashed = 0;         // stashes whose files were judged when they were made
};

struct Git {
  const Call& call;  // base already follows -C and --work-tree
  Args args;         // of the sub-command
  std::string root;  // of the work tree, or the folder the command runs in
  std::string config;
  std::string git_dir = {};
  bool found = false;  // a repository is there
  bool plain = true;   // no --git-dir and the like: git run by us sees the same repository
};

// Unknown files of the work tree.
void whole_tree(const Git& git, const char* why);
void other_commits(const Git& git);
void pathspec(const Git& git, const shell::Word& word);
void pathspecs(const Git& git, size_t from);
// checkout and restore of pathspecs: the files among them that are not as in the index, or in commit `source`.
void restore_paths(const Git& git, size_t from, const shell::Word* source);

struct GitSubCommand {
  std::string_view names;
  OptionSpec options;
  void (*write)(const Git&);
};
// Those that move the work tree to another commit: checkout, merge, stash, …   writers_commits.cc
std::span<const GitSubCommand> commit_writers();
std::span<const GitSubCommand> repository_writers();  // clone, init, am, bisect    writers_repository.cc
// What the command does to references, for those that follow.
void note_git(GitHistory& history, const std::string& name, const Git& git);

}  // namespace cordon::protected_paths
