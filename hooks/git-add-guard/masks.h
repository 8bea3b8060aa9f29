// SPDX-License-Identifier: Apache-2.0
// The paths that exist inside the sandbox as character devices although the repository does not have them (runtime.md §4,
// measured on 2.1.332). A path that really exists is not replaced. `.git/config.lock` is one too, but git never looks there.
#pragma once

#include <string_view>

namespace cordon::git_add_guard {

inline constexpr std::string_view kMasks[] = {
    ".bash_profile", ".bashrc", ".gitconfig", ".gitmodules", ".idea", ".mcp.json", ".profile", ".ripgreprc", ".vscode", ".zprofile", ".zshrc",
    ".claude/agents", ".claude/commands", ".claude/hooks", ".claude/launch.json", ".claude/loop.md", ".claude/output-styles",
    ".claude/routines", ".claude/scheduled_tasks.json", ".claude/settings.json", ".claude/settings.local.json", ".claude/skills",
    ".claude/workflows"};

// Whether `name` is a segment of some mask path: ".claude", "agents", ".bashrc".
constexpr bool is_mask_segment(std::string_view name) {
  for (const std::string_view mask : kMasks) {
    const size_t slash = mask.find('/');
    if (mask == name) return true;
    if (slash != std::string_view::npos && (mask.substr(0, slash) == name || mask.substr(slash + 1) == name)) return true;
  }
  return false;
}

}  // namespace cordon::git_add_guard
