// SPDX-License-Identifier: Apache-2.0
// One headless session of the runtime: the process, the port it talks to, and what it says, in one poll loop without threads.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cordon/live/listener.h"
#include "cordon/live/standin.h"

namespace cordon::live {

// A question the runtime put to the one who might have agreed.
struct Question {
  std::string type;    // "rule", "hook", "mode", "other", "safetyCheck", "sandboxOverride", …; "" not said
  std::string reason;  // "This command requires approval"
  std::string path;    // the path it is about, if it is about one
};

struct SessionSpec {
  std::vector<std::string> argv;  // argv[0] absolute
  std::vector<std::string> env;
  std::string folder;
  std::string prompt;
  unsigned milliseconds = 0;  // for all of it
};

struct SessionSeen {
  std::string fault;                         // why it did not run to its end: "stopped after 120 seconds", …
  int exit = -1;
  std::string errors;                        // stderr, at most 64 KiB
  std::string permission_mode;               // as it started
  std::map<std::string, Question> asked;     // by tool_use_id; each was answered with No
  std::map<std::string, std::string> hooked; // by tool_use_id: what a PreToolUse hook said that refused it
};

// Starts it in a session (and process group) of its own, plays the model until it has ended, and leaves no process behind:
// the group is ended by its id, and what of it was orphaned and came to us is ended by its own.
SessionSeen run_session(const SessionSpec& spec, Listener& listener, StandIn& api);

}  // namespace cordon::live
