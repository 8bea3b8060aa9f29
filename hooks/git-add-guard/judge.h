// SPDX-License-Identifier: Apache-2.0
// What a staging would do, in both modes of the guard.
#pragma once

#include <optional>
#include <string>

#include "hooks/git-add-guard/place.h"
#include "hooks/git-add-guard/staging.h"
#include "hooks/git-add-guard/words.h"
#include "shared/base/world.h"
#include "shared/payload/decision.h"

namespace cordon::git_add_guard {

enum class Cause : uint8_t {
  kWholeTree,       // git add -A: everything, phantom files included
  kMask,            // git add .claude: a phantom file by name or pattern
  kStash,           // git stash -u
  kWholeCommit,     // git commit -a: a rule of its own, commit_all
  kNotNamed,        // explicit mode: -u, patterns, folders
  kAnswers,         // yes | git add -p
  kUnknownPaths,    // git add $files, xargs git add
  kUnknownOption,   // git add -${x}A
  kUnknownCommand,  // git $sub, $cmd
  kOpaque,          // eval "$x", … | sh
};

struct Finding {
  payload::Verdict verdict = payload::Verdict::kNone;
  Cause cause = Cause::kWholeTree;
  bool explicit_only = false;  // counts in explicit mode only
  Action action = Action::kAdd;
  std::string detail;          // the mask reached, the reason of an opaque text, the word that is not a file's name
  shell::ByteRange range;      // in the command text: what is meant
};

struct Scene {
  const Session& session;
  World& world;
  bool dot_glob = false;  // the text sets dotglob: * matches names that begin with a dot
  FilledNames filled;     // variables the text fills from data
};

// The finding for one command, if any. One that holds in both modes goes before one of the explicit mode.
std::optional<Finding> judge(const GitCommand& command, const Staging& staging, const Scene& scene);

}  // namespace cordon::git_add_guard
