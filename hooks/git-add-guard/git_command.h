// SPDX-License-Identifier: Apache-2.0
// An invocation seen as git: its own options (-C, -c, --git-dir, …), the sub-command and what follows.
//
//   git -C sub -c user.name=x add -A   ->   directories {"sub"}, subcommand "add", arguments {"-A"}
//   /usr/lib/git-core/git-add -A       ->   subcommand "add"
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/shell/walk.h"

namespace cordon::git_add_guard {

enum class Program : uint8_t {
  kOther,
  kGit,
  kPerhaps,  // the command word is not known and may be git
};
Program program_of(const shell::Invocation& invocation);

struct PathspecMode {
  bool literal = false;  // --literal-pathspecs
  bool glob = false;     // --glob-pathspecs
  bool icase = false;    // --icase-pathspecs
  bool no_glob = false;  // --noglob-pathspecs
};

struct GitCommand {
  const shell::Invocation* invocation = nullptr;
  std::vector<shell::Word> directories;     // values of -C, in order
  std::optional<shell::Word> git_dir;       // --git-dir or GIT_DIR
  std::optional<shell::Word> work_tree;     // --work-tree or GIT_WORK_TREE
  PathspecMode pathspec_mode;
  std::string subcommand;                   // "" when there is none or it is not known
  std::optional<shell::Word> unknown_word;  // stands where the sub-command should: $x, "$@"
  std::vector<shell::Word> arguments;       // after the sub-command
  bool editor_set = false;                  // an editor is named by -c core.editor or the environment
};

// `invocation` must live as long as the result; argv[0] is taken as git.
GitCommand read_git(const shell::Invocation& invocation);

}  // namespace cordon::git_add_guard
