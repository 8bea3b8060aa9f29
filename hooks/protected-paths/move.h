// SPDX-License-Identifier: Apache-2.0
// One git command that takes the work tree to another commit: collects the files it changes and makes targets of them.
#pragma once

#include <string>

#include "hooks/protected-paths/commits.h"
#include "hooks/protected-paths/writers_git.h"

namespace cordon::protected_paths {

inline constexpr const char* kOtherCommit = "which files differ in the commits concerned is not known";

class Move {
 public:
  explicit Move(const Git& git) : git_(git), commits_(*git.call.git, git.call.base) {}

  // Whether git can be asked at all. Without a repository git fails itself; where there is no folder yet nobody can tell.
  bool begins();

  // The commit of a word or revision; "" when it does not exist, or when it cannot be told (known() is false then).
  std::string commit(const shell::Word& word);
  std::string commit(const std::string& name);
  // The same where what earlier commands fetch is not missed.
  std::string known_commit(std::string name);
  std::string upstream();  // "" without one: git says so and stops
  std::string head();      // "" before the first commit

  void add(Result<Names> names);
  void go(const std::string& to);        // from HEAD to there
  void merge(const std::string& other);  // into HEAD
  void lose_edits();                     // what is edited becomes as in HEAD
  bool cannot_tell(const char* why);     // false

  bool known() const { return why_ == nullptr; }
  size_t count() const { return names_.size(); }
  Commits& commits() { return commits_; }

  // Adds the targets to the call's writes: the files, or the whole tree when it could not be told.
  void say();

 private:
  const Git& git_;
  Commits commits_;
  Names names_;
  const char* why_ = nullptr;
};

}  // namespace cordon::protected_paths
