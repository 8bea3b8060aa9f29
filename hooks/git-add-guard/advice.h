// SPDX-License-Identifier: Apache-2.0
// What the guard says: what was seen, why it matters, what to run instead. Plain text, hostile parts made visible, at most
// about 1500 bytes.
#pragma once

#include <string>
#include <string_view>

#include "hooks/git-add-guard/examine.h"

namespace cordon::git_add_guard {

// `finding` is the one that decides; `text` the whole command. In explicit mode folders are no way out.
std::string reason_for(const Finding& finding, const Examined& examined, std::string_view text, bool explicit_mode);

}  // namespace cordon::git_add_guard
