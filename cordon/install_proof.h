// SPDX-License-Identifier: Apache-2.0
// Proves an installation: starts the wired commands the way the runtime does (exec form directly, the rest through
// sh -c) on recorded payloads and judges the answers. A hook that does not start is a guard that is silently off.
//
// The commands see a scratch home whose settings switch the sandbox on, with stand-ins for bwrap and socat in front of
// PATH, so neither the person's settings nor missing packages blur what is proved here: program, wiring, verdict.
#pragma once

#include <string>
#include <vector>

#include "cordon/install_wiring.h"

namespace cordon::command {

struct Proof {
  bool ok = true;
  std::vector<std::string> lines;  // "bypass-warn: a call that leaves the sandbox -> ask: SANDBOX BYPASS …"
  std::string status_line;         // as rendered, with its escapes
};
// Every hook of the table must be among `commands`; the status line is proved even when a foreign one stays wired.
Proof prove(const std::vector<Command>& commands, const std::string& bin);

}  // namespace cordon::command
