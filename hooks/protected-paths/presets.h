// SPDX-License-Identifier: Apache-2.0
// Groups of patterns that a list may name: "preset:ci".
#pragma once

#include <span>
#include <string_view>

namespace cordon::protected_paths {

struct Preset {
  std::string_view name;
  std::string_view patterns;  // separated by blanks: one pointer to correct at the start, not a hundred
};
// harness, ci, git, home.
std::span<const Preset> presets();
std::string_view built_in_patterns();  // separated by blanks

}  // namespace cordon::protected_paths
