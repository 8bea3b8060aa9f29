// SPDX-License-Identifier: Apache-2.0
// Collects the facts of one render from the payload's text and the world.
#pragma once

#include <string>

#include "shared/base/world.h"
#include "statusline/facts.h"
#include "statusline/presets.h"

namespace cordon::statusline {

struct Scene {
  Facts facts;
  const Preset* preset;
};
// `wanted`: the preset asked for on the command line, "" for cordon.toml's choice. Never fails: what cannot be had is absent.
// Settings are looked up from the payload's workspace.project_dir (where the session started), never from the folder it has
// moved to; without it from $CLAUDE_PROJECT_DIR, so that even an unreadable payload gets the right tag.
Scene gather(World& world, std::string raw, std::string_view wanted);

}  // namespace cordon::statusline
