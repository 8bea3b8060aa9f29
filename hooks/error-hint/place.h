// SPDX-License-Identifier: Apache-2.0
// Where a command failed: a path that the sandbox lets be written is none of its refusals.
#pragma once

#include <string>
#include <string_view>

#include "hooks/error-hint/catalogue.h"
#include "shared/base/world.h"
#include "shared/hook/hook.h"

namespace cordon::error_hint {

// `under` and `unless_exists` of the entry hold for `subject`. Reads the settings only for an entry that has `under`.
bool fits_the_place(const Entry& entry, std::string_view subject, const std::string& cwd, hook::Settings& settings, World& world);

// The entry of sandbox.filesystem.allowWrite for a path: "/home/u/.npm" -> "~/.npm", "/opt/x" -> "/opt/x".
std::string allow_entry(std::string_view path, const World& world);

}  // namespace cordon::error_hint
