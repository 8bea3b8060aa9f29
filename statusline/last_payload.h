// SPDX-License-Identifier: Apache-2.0
// The payload of a session's last render, kept for `--explain` beside the session's other state. Best effort.
#pragma once

#include <string>
#include <string_view>

#include "shared/base/world.h"

namespace cordon::statusline {

// Written over what is there: three system calls, where a new file and a rename took as long as the whole render (measured). A
// longer payload may have left its end behind the new one; who reads takes the first object (object_in).
void keep_payload(const std::string& session_folder, std::string_view payload);

// Of $CLAUDE_CODE_SESSION_ID, else the newest of all sessions. "" when there is none.
std::string last_payload_file(World& world);
// The first complete JSON object of a text, the whole text when there is none.
std::string object_in(std::string text);

}  // namespace cordon::statusline
