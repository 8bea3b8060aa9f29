// SPDX-License-Identifier: Apache-2.0
// error-hint: after a command that the sandbox made fail, one line for the model about what happened and what to do instead,
// and one for the person about what to change. PostToolUse and PostToolUseFailure of Bash and PowerShell; silent for all else.
//
// It speaks when (all of): the session is sandboxed, and the call was not let out of it (nor is excluded from it); a signature of catalogue.toml stands in
// the output; the command does more than show text; the call failed, or the runtime's own <sandbox_violations> block says what
// was refused, or the command hides its status (`npm install | tail`); the path it failed at is none that may be written; the
// same hint was not given in this session.
#pragma once

#include <string>
#include <string_view>

#include "hooks/error-hint/catalogue.h"
#include "shared/hook/hook.h"

namespace cordon::error_hint {

payload::Decision decide(const payload::ToolCall& call, hook::Settings& settings, World& world);
// Nothing: a hint that cannot be given harms nobody.
payload::Decision unreadable(std::string_view raw, const Error& error);

// The entry whose signature an output has, for `cordon hints test`: as after a failed command, whatever the session. nullptr: none.
const Entry* entry_for(std::string_view output, std::string& subject);
// `text` with {subject} and {allow} filled in; the subject is made visible and shortened.
std::string filled(std::string_view text, std::string_view subject, const World& world);

}  // namespace cordon::error_hint
