// SPDX-License-Identifier: Apache-2.0
#include "statusline/presets.h"

#include <algorithm>
#include <iterator>

namespace cordon::statusline {
namespace {

// `mode` is in none yet: all that is known is the mode the session started in, and people change it with a key.
constexpr Preset kPresets[] = {
    {"plain", "model sandbox bypasses faults", false},
    {"compact", "model sandbox bypasses context faults", false},
    {"rich", "model sandbox bypasses directory git pr context limits cost lines duration agent session output-style vim faults", true},
};

}  // namespace

std::span<const Preset> presets() { return kPresets; }
const Preset& plain_preset() { return kPresets[0]; }

const Preset* find_preset(std::string_view name) {
  const auto* found = std::find_if(std::begin(kPresets), std::end(kPresets), [&](const Preset& p) { return p.name == name; });
  return found == std::end(kPresets) ? nullptr : found;
}

}  // namespace cordon::statusline
