// SPDX-License-Identifier: Apache-2.0
// The program `statusline`: one JSON object on standard input, one or more lines on standard output, always.
#pragma once

#include <string>

#include "shared/base/world.h"

namespace cordon::statusline {

// Options: see `--help`. Unknown arguments are passed over: a status line that fails for an option is gone from the screen.
void run(int argc, char** argv);

// The payload of the last render, kept beside the session's other state (only where posture-watch has made that folder): of
// $CLAUDE_CODE_SESSION_ID, else the newest of all sessions. "" when there is none.
std::string last_payload_file(World& world);

}  // namespace cordon::statusline
