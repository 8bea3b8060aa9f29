// SPDX-License-Identifier: Apache-2.0
// The bare git repository in which sync keeps both sides, ${XDG_STATE_HOME:-~/.local/state}/cordon/sync/repo. Bare: what comes
// from elsewhere is read as blobs and never checked out, so no filter, hook or symbolic link of it has any effect here.
//
//   refs/cordon/base             as both sides last agreed
//   refs/remotes/origin/<branch> as fetched last
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cordon/install_run.h"
#include "cordon/sync/pieces.h"

namespace cordon::sync {

struct Tree {
  Pieces pieces;
  std::vector<Finding> ignored;  // entries that are not carried, and why
};

class Store {
 public:
  // The repository at `folder`, made if need be. `scratch`: a folder for the streams of what is started.
  static Result<Store> open(const std::string& folder, const std::string& scratch);

  std::string remote();                                 // its address, "" none yet
  Result<std::string> set_remote(const std::string& url);  // gives back the branch: what the remote's HEAD names, else "main"
  std::string branch();
  Result<bool> fetch();                                 // false: the remote has no such branch yet
  Result<Tree> tree(const std::string& ref);            // an absent ref is an empty tree

  // A commit on top of `parent` ("" none) with these pieces put and these paths removed; its hash. What else the parent holds
  // (a README, what is not carried) stays as it is.
  Result<std::string> commit(const Pieces& put, const std::vector<std::string>& removed, const std::string& parent, const std::string& message);
  Result<std::string> push(const std::string& commit);  // fails when the remote moved meanwhile
  Result<std::string> set_base(const Pieces& pieces);
  std::string hash_of(const std::string& ref);          // "" absent

  // git with these arguments, in the repository; the exit status is the caller's.
  command::Ran run(const std::vector<std::string>& arguments, const std::string& input = "", const std::vector<std::string>& env = {}, int seconds = 60);

 private:
  Result<std::string> ask(const std::vector<std::string>& arguments, const std::string& input = "", const std::vector<std::string>& env = {}, int seconds = 60);
  std::string folder_, scratch_, git_;
};

inline constexpr const char* kBase = "refs/cordon/base";

}  // namespace cordon::sync
