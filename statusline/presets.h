// SPDX-License-Identifier: Apache-2.0
// Presets: formats that come along. `plain` is the default. With nothing out of the ordinary it is exactly `<model> [sandbox]`.
#pragma once

#include <span>
#include <string_view>

#include "statusline/format.h"

namespace cordon::statusline {

struct Preset {
  std::string_view name;    // "rich"
  std::string_view what;    // "everything, in one line"
  std::string_view format;  // see format.h; a test parses them all
};

std::span<const Preset> presets();
const Preset& plain_preset();
const Preset* find_preset(std::string_view name);  // nullptr when there is none of this name
Format format_of(const Preset& preset);

}  // namespace cordon::statusline
