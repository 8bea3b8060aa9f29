// SPDX-License-Identifier: Apache-2.0
// Where a git command runs and where the masks are. Masks stand in the folder the session works in and in the root of its
// repository; all paths here are absolute and clean.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hooks/git-add-guard/git_command.h"
#include "hooks/git-add-guard/pathspec.h"
#include "shared/base/world.h"

namespace cordon::git_add_guard {

struct Session {
  std::string start_dir;    // folder the text starts in
  std::string project_dir;  // where the session started, when it is told; else ""
};
// Payload's cwd, else $CLAUDE_PROJECT_DIR, else the process's folder.
Session session_of(World& world, std::string_view payload_cwd);

// The folder a git command works in, after its -C: links are not followed. known: false after `cd "$x"`, where the folder the text starts
// in is taken instead.
std::string effective_dir(const GitCommand& command, const Session& session, bool& known);

struct Place {
  Folder folder;
  bool dir_known = true;           // false: after `cd "$x"`; the folder the text starts in is taken instead
  std::vector<std::string> bases;  // folders that hold masks
  bool elsewhere = false;          // a repository in a temporary folder, away from the session's: no masks there
};
Place place_of(const GitCommand& command, const Session& session, World& world);

}  // namespace cordon::git_add_guard
