// SPDX-License-Identifier: Apache-2.0
// Payloads the runtime itself sent (fixtures/, recorded on 2.1.332), compiled in by CMake so that the installed command
// can prove an installation without the sources.
#pragma once

#include <string>
#include <string_view>

namespace cordon::command {

extern const std::string_view kPayloadBypass;    // Bash with dangerouslyDisableSandbox
extern const std::string_view kPayloadAddAll;    // git add -A
extern const std::string_view kPayloadWorkflow;  // Write of .github/workflows/x.yml
extern const std::string_view kPayloadNested;    // bash -c with a command that a deny rule is about
extern const std::string_view kPayloadPlain;     // echo hello: nothing must fire
extern const std::string_view kPayloadFailed;    // a write to /usr that failed in the sandbox
extern const std::string_view kPayloadStart;     // a session starts
extern const std::string_view kPayloadStatus;    // the status line's first render

// Recordings name their repository /work/repo and their home /home/u: both become these, escaped for JSON. In one pass, so that
// a scratch folder below /home/user is not taken for the recording's home.
std::string placed(std::string_view payload, const std::string& repository, const std::string& home);

}  // namespace cordon::command
