// SPDX-License-Identifier: Apache-2.0
// pinned-versions.toml as it was when this was built: the installed command has no sources beside it.
#pragma once

#include <string_view>

namespace cordon::pins {

extern const std::string_view kShippedPins;

}  // namespace cordon::pins
