// SPDX-License-Identifier: Apache-2.0
// One settings file: read, parsed, checked, and for managed files repaired the way the runtime does. Internal.
#pragma once

#include <string>
#include <string_view>

#include "shared/base/world.h"
#include "shared/settings/scope.h"

namespace cordon::settings {

SourceFile read_source(World& world, Scope scope, const std::string& path, std::string_view version);
// The text is at hand already (--settings '{…}').
SourceFile check_source(Scope scope, const std::string& path, std::string text, std::string_view version);

}  // namespace cordon::settings
