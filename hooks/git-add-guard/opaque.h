// SPDX-License-Identifier: Apache-2.0
// Text that may run and cannot be seen: which of it is worth a question. Everyday set-up (`eval "$(ssh-agent -s)"`) and
// unknown values inside a text that is otherwise seen (`bash -c "cd $dir && make"`) are not.
#pragma once

#include <string_view>

#include "shared/shell/walk.h"

namespace cordon::git_add_guard {

bool may_hide_staging(const shell::Opaque& opaque, const shell::WalkResult& walked);

// PowerShell is read with bash's grammar, which sees simple commands only: true when words of the text could make up a
// blanket add, or text is run from data.
bool powershell_may_stage(std::string_view text);

// `python3 -c`, `perl -e` and the like with a text that starts programs and holds the words of a blanket add. What else an
// interpreter does is not looked into.
bool interpreter_may_stage(const shell::Invocation& invocation);

}  // namespace cordon::git_add_guard
