// SPDX-License-Identifier: Apache-2.0
// Which shell reads the commands of the Bash and Monitor tools.
//
// Measured on 2.1.202 and 2.1.332 (Debian, bash 5.2, zsh 5.9): the first of $CLAUDE_CODE_SHELL and $SHELL whose name holds
// "bash" or "zsh" and that can be run; else the first that is found, zsh before bash unless $SHELL's name holds "bash". So a
// user of fish or dash gets zsh where there is one.
#pragma once

#include "shared/base/world.h"
#include "shared/payload/payload.h"
#include "shared/shell/walk.h"

namespace cordon::hook {

// kBash or kZsh. Costs nothing where $SHELL names a bash, one system call where it names a zsh, a search else.
shell::Dialect runtime_shell(World& world);
// The dialect of a call's command: kPowerShell for that tool, else runtime_shell().
shell::Dialect dialect_of(const payload::ToolCall& call, World& world);

}  // namespace cordon::hook
