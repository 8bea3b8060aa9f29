// SPDX-License-Identifier: Apache-2.0
#pragma once
// Text that may run and cannot be seen: which of it is worth a question. Everyday set-up (`eval "$(ssh-agent -s)"`) and
// unknown values inside a text that is otherwise seen (`bash -c "cd $dir && make"`) are not.

#include "shared/shell/walk.h"

namespace cordon::shell {

/// `walked` is the result that holds `opaque`.
bool may_hide_commands(const Opaque& opaque, const WalkResult& walked);

}  // namespace cordon::shell
