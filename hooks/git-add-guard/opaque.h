// SPDX-License-Identifier: Apache-2.0
// Text in other languages than bash that may stage everything. (Opaque shell text: shared/shell/opaque_text.h.)
#pragma once

#include <string_view>

#include "shared/shell/walk.h"

namespace cordon::git_add_guard {

// For PowerShell that the reader does not understand: true when words of the text could make up a
// blanket add, or text is run from data.
bool powershell_may_stage(std::string_view text);

// `python3 -c`, `perl -e` and the like with a text that starts programs and holds the words of a blanket add. What else an
// interpreter does is not looked into.
bool interpreter_may_stage(const shell::Invocation& invocation);

}  // namespace cordon::git_add_guard
