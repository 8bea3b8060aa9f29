// SPDX-License-Identifier: Apache-2.0
// Whether the runtime drops an `ask` of ours. In bypassPermissions mode a call that writes to a name the runtime is careful
// about by itself (.claude, .git, .envrc, .npmrc, lefthook.yml, …) gets the runtime's own question in place of the hook's, and
// that mode answers it with yes: the call runs. One such name anywhere in a command voids the ask for all of it, so
// `echo x > gates.json; touch .envrc` runs (measured on 2.1.202 and 2.1.332, headless and in a terminal:
// tests/live/test_protected_paths.py). A deny holds.
//
//   bypassPermissions  Edit .claude/settings.json                true
//   bypassPermissions  echo x > gates.json; touch .envrc         true
//   bypassPermissions  Edit .github/workflows/ci.yml             false: this ask is shown
//   default            anything                                  false
//
// Which names count differs between versions and only grows, so every hidden name is taken for one.
#pragma once

#include <string_view>

#include "shared/payload/payload.h"

namespace cordon::protected_paths {

bool ask_is_void(const payload::ToolCall& call);
// The text names something the runtime may be careful about, as the shell would read it.
bool names_hidden(std::string_view text);

}  // namespace cordon::protected_paths
