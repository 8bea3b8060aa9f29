// SPDX-License-Identifier: Apache-2.0
// The hook entries that start a program of Cordon's, in the settings files in force.
//
//   hook::own_hooks(effective)
//     {{"bypass-warn", "PreToolUse", "Bash|PowerShell|Monitor", "/home/u/.claude/settings.json", true}, …}
//
// Hooks that a plugin brings stand in no settings file and are not among them: plugin_hooks.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/settings/files.h"

namespace cordon::hook {

struct OwnHook {
  std::string_view program;  // "bypass-warn"
  std::string event;         // "PreToolUse"
  std::string matcher;       // "" every tool, or an event that has none
  std::string file;          // the settings file; "--settings" for inline text
  bool always = true;        // false: the entry has an `if`, the runtime starts it for some of the calls only
};

// In order of precedence and as they stand in the files. Empty under disableAllHooks; managed files' alone under
// allowManagedHooksOnly.
std::vector<OwnHook> own_hooks(const settings::Effective& effective);

// Whether a switch such as "disableAllHooks" is true in force.
bool is_true(const settings::Effective& effective, std::string_view key);

// Those that one document wires, as they stand there: a settings file, or the hooks.json of a plugin.
std::vector<OwnHook> own_hooks_in(const json::Value& document, const std::string& file);

// "/x/cordon/bin/bypass-warn" and "'/x/bypass-warn' 2>/dev/null" -> "bypass-warn"; "" for a foreign command.
std::string_view own_program(std::string_view command);

// Whether a matcher is certain to match the tool: "" and "*" all, else one of the alternatives is the name itself, or ends in
// ".*" and the name begins so. Other patterns are never certain.
bool surely_matches(std::string_view matcher, std::string_view tool);

}  // namespace cordon::hook
