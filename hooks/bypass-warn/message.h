// SPDX-License-Identifier: Apache-2.0
// The words of bypass-warn. Everything that came from the model is made visible and shortened here, nowhere else.
#pragma once

#include <string>

#include "hooks/bypass-warn/barrier.h"
#include "shared/payload/payload.h"
#include "shared/settings/posture.h"

namespace cordon::bypass_warn {

// What the person has to know, already safe to show.
struct Request {
  std::string command;       // head and tail of it
  size_t lines = 0;          // of the whole command
  std::string stated;        // the model's own reason, or "none"
  std::string agent;         // "sub-agent 'Explore'", or "" in the main session
  std::string first_line;    // of the command, for one-line places
  std::string uncertain;     // why it is not known whether the session is sandboxed; "" when it is known
};
Request request_of(const payload::ToolCall& call, const settings::Posture& posture);

// Opens with SANDBOX BYPASS; several lines; at most about 2500 bytes.
std::string question(const Request& request);
// For the `description` under the prompt's title: the warning, shortened.
std::string description(const Request& request);
// One line for the record, shown after the call.
std::string record(const Request& request);
// A desktop notification's text: one line, no control characters.
std::string notification(const Request& request);
std::string denied_by_policy(const Request& request);
std::string denied_for_lack_of_a_prompt(const Request& request, const Barrier& barrier);

}  // namespace cordon::bypass_warn
