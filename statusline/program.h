// SPDX-License-Identifier: Apache-2.0
// The program `statusline`: one JSON object on standard input, one or more lines on standard output, always.
#pragma once

namespace cordon::statusline {

// Options: see `--help`. Unknown arguments are passed over: a status line that fails for an option is gone from the screen.
void run(int argc, char** argv);

}  // namespace cordon::statusline
