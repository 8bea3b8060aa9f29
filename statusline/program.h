// SPDX-License-Identifier: Apache-2.0
// The program `statusline`: one JSON object on standard input, one line on standard output, always.
#pragma once

namespace cordon::statusline {

//   statusline [--preset NAME]   renders
//   statusline --help            explains itself from the tables of segments and presets
// Unknown arguments are passed over: a status line that fails for an option is gone from the screen.
void run(int argc, char** argv);

}  // namespace cordon::statusline
