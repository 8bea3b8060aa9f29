// SPDX-License-Identifier: Apache-2.0
// The agent's own program, past whatever leads back to us. Aliases and functions are a shell's and never come into it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"

namespace cordon::iso {

// What must not be started: this program under any name, and what a chain of wrappers has started already.
struct Self {
  std::string program;                // "/home/u/.claude/cordon/bin/cordon"
  std::vector<std::string> started;   // of this very chain, see marker_of
};

struct Agent {
  std::string path;                   // "" not found
  bool not_executable = false;        // found, but nothing that can be started: 126 instead of 127
  std::vector<std::string> passed;    // entries of PATH that were passed over, with the reason: "/usr/local/bin/claude: leads back to cordon"
};
// A name with a slash is taken as it is. Else the absolute folders of $PATH in their order, then, for claude, where its own
// installer puts it and only an alias points: ~/.claude/local/claude, ~/.local/bin/claude.
Agent find_agent(World& world, std::string_view name, const Self& self);

// CORDON_ISO in the agent's environment: "<pid>:<program>…". A script that calls us again keeps our pid or is our child: what
// we started before is then a wrapper around us, and the search goes on behind it.
std::string marker_of(int pid, const std::vector<std::string>& started);
std::vector<std::string> started_by(std::string_view marker, int pid, int parent);

}  // namespace cordon::iso
