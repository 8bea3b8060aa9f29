// SPDX-License-Identifier: Apache-2.0
// The hooks of ours that a plugin brings stand in no settings file: <plugin>/hooks/hooks.json wires them, and only a hook of the plugin
// is told which folder that is ($CLAUDE_PLUGIN_ROOT). posture-watch keeps what it finds there at the start of a session, in
// <the session's state folder>/plugin-hooks; who draws the status line reads that.
//
//   hook::note_plugin_hooks(world, "0b1c…")             by the hook
//   hook::noted_plugin_hooks(world, "…/sessions/0b1c…") {{"bypass-warn", "PreToolUse", "Bash|PowerShell|Monitor", "/x/hooks/hooks.json", true}, …}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"
#include "shared/hook/own_hooks.h"

namespace cordon::hook {

inline constexpr std::string_view kPluginHooks = "plugin-hooks";  // the file's name

// Best effort; nothing without $CLAUDE_PLUGIN_ROOT.
void note_plugin_hooks(World& world, std::string_view session_id);

// What the note says when this process's runtime ($CLAUDE_PID) made it: a session that was resumed without the plugin has an old one.
std::vector<OwnHook> noted_plugin_hooks(World& world, const std::string& session_folder);

}  // namespace cordon::hook
