// SPDX-License-Identifier: Apache-2.0
// Scopes of the runtime's settings and what may become of one settings file (runtime.md §3).
#pragma once

#include <cstdint>
#include <string>

#include "shared/json/json.h"

namespace cordon::settings {

// Highest precedence first.
enum class Scope { kManaged, kFlag, kLocal, kProject, kUser };
const char* scope_name(Scope scope);  // "managed", "flag", "local", "project", "user"

enum class FileState {
  kCounted,  // its values are in force
  kAbsent,   // not there
  kDropped,  // there, but the runtime drops it whole (not valid, unreadable, too large): see reason
  kIgnored,  // there or not, not looked at: --setting-sources leaves its scope out, or the main checkout's file wins
};
const char* state_name(FileState state);  // "counted", "absent", "dropped", "ignored"

struct SourceFile {
  Scope scope = Scope::kUser;
  std::string path;    // "--settings" for inline text on the command line
  FileState state = FileState::kAbsent;
  std::string reason;  // why dropped or ignored: "expected boolean for 'sandbox.enabled'"; a counted managed file: what was repaired
  uint32_t line = 0, column = 0;  // of the reason, from 1; 0 unknown
  bool unreadable = false;  // dropped because it could not be read: what it says is not known
  bool refuses = false;     // dropped, and the runtime refuses to start because of it (managed, --settings)
  bool refuses_when_on = false;  // the same, if the other files switch the sandbox on (--settings)
  json::Document document;  // only when counted
};

}  // namespace cordon::settings
