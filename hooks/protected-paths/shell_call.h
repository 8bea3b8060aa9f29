// SPDX-License-Identifier: Apache-2.0
// What a shell call writes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hooks/protected-paths/writes.h"
#include "shared/payload/payload.h"

namespace cordon::protected_paths {

// Shell text that a call runs. Besides the runtime's own tools: MCP tools whose name speaks of a shell and that have the text
// under "command", "cmd" or "script" (a string, or words as in ["bash","-c","ls"]; "args" and "cwd" count).
struct ShellText {
  std::string text;
  std::string cwd;          // absolute when known
  bool powershell = false;
  bool certain = true;      // a shell reads it; an "execute" or "run" tool may have another language: only what it names counts
};
std::optional<ShellText> shell_text(const payload::ToolCall& call);

struct ShellWrites {
  Writes writes;
  std::vector<std::string> opaque;  // what may run and cannot be seen, each a phrase
  bool temporary = false;           // the text calls mktemp
};

ShellWrites shell_writes(const ShellText& call, World& world, GitRunner& git);

// The parts of a text that may be paths: runs of letters, digits and ./~-_\ and their like. Whole lines of code go in.
std::vector<std::string_view> path_tokens(std::string_view text);

}  // namespace cordon::protected_paths
