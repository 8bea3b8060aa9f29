// SPDX-License-Identifier: Apache-2.0
// Groups of patterns that a list may name: "preset:ci".
#pragma once

#include <span>
#include <string_view>

namespace cordon::protected_paths {

struct Preset {
  std::string_view name;
  std::span<const std::string_view> patterns;
};
// harness, ci, git, home.
std::span<const Preset> presets();
std::span<const std::string_view> built_in_patterns();

}  // namespace cordon::protected_paths
