// SPDX-License-Identifier: Apache-2.0
// From what was seen to what happened, and who prevented it. Pure.
#pragma once

#include <optional>
#include <string>

#include "cordon/live/families.h"
#include "cordon/live/session.h"

namespace cordon::live {

// Everything known about one step when the session is over.
struct Evidence {
  Told told;                           // what the runtime told the model
  std::optional<Question> question;    // the runtime asked
  std::optional<std::string> hooked;   // a hook refused
  std::string trace;                   // what stubs left
  std::string nonce, secret;
  bool is_there = false;               // Family::path
  bool is_reached = false;             // curl's host was asked for through our proxy
  bool has_curl = false;               // a real curl went on from the stub
  bool may_be_sandboxed = false;       // the sandbox is on by the settings
};

// What happened counts before what was said: a step that left its mark ran, whatever the runtime claims.
Tried judge(const Family& family, const Evidence& evidence);

}  // namespace cordon::live
