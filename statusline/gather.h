// SPDX-License-Identifier: Apache-2.0
// Collects the facts of one render from the payload's text and the world.
#pragma once

#include <string>

#include "shared/base/world.h"
#include "shared/settings/files.h"
#include "statusline/facts.h"
#include "statusline/git_counts.h"
#include "statusline/look.h"

namespace cordon::statusline {

struct Scene {
  Facts facts;
  Look look;
  std::vector<Error> complaints;  // about cordon.toml and the preset asked for: for standard error; `facts.faults` has them, too
  std::string state;              // the session's folder of state; "" when it has none
  std::optional<CountsPlace> to_count;  // where git should count again: the counts in `facts`, if any, are due
  settings::Effective effective;  // where the posture comes from, for `--explain`
};
// `wanted`: the preset asked for on the command line, "" for cordon.toml's choice. Never fails: what cannot be had is absent.
// `everything`: what the format does not show, too. Settings are looked up from the payload's workspace.project_dir (where the session started), never from the folder it has
// moved to; without it from $CLAUDE_PROJECT_DIR, so that even an unreadable payload gets the right tag.
Scene gather(World& world, std::string raw, std::string_view wanted, bool everything = false);

}  // namespace cordon::statusline
