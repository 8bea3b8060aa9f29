// SPDX-License-Identifier: Apache-2.0
// Presets: which segments in which order. `plain` is the default.
#pragma once

#include <span>
#include <string_view>

namespace cordon::statusline {

struct Preset {
  std::string_view name;      // "rich"
  std::string_view segments;  // names with blanks between: "model sandbox"
  bool has_place;             // shows a folder or a branch: what they need is gathered only then
};

std::span<const Preset> presets();
const Preset& plain_preset();
const Preset* find_preset(std::string_view name);  // nullptr when there is none of this name

}  // namespace cordon::statusline
