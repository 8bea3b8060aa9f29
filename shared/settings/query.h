// SPDX-License-Identifier: Apache-2.0
// Which session is asked about: where it started, which runtime, which command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"

namespace cordon::settings {

struct Query {
  std::string start_dir;           // absolute; "" when not even the process's folder is known
  bool start_dir_certain = false;  // false: a live `cwd`, the session may have been started elsewhere
  std::string version;             // "2.1.332"; "" unknown: the newest rules are used
  std::optional<std::string> permission_mode;           // from a hook payload: beats everything the files say
  std::optional<std::vector<std::string>> arguments;    // the runtime's argv; unset: read /proc/$CLAUDE_PID/cmdline
};

// What a payload (or a command line of ours) tells about the session; every field may be empty.
struct SessionHints {
  std::string_view cwd = {};              // hook payload `cwd` / status `workspace.current_dir`: follows `cd`
  std::string_view project_dir = {};      // status payload `workspace.project_dir`: where the session started
  std::string_view version = {};          // status payload `version`
  std::string_view permission_mode = {};  // hook payload
};
// start_dir: absolute $CLAUDE_PROJECT_DIR, else project_dir (both certain), else cwd, else the process's folder (uncertain).
// version: the hint, else from $AI_AGENT ("claude-code_2-1-332_harness"), else "".
Query query_for(World& world, const SessionHints& hints);

// argv of process `pid` as /proc (macOS: KERN_PROCARGS2) gives it; nothing when it cannot be read (gone, another user's).
std::optional<std::vector<std::string>> arguments_of(World& world, std::string_view pid);

}  // namespace cordon::settings
