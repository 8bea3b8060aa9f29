// SPDX-License-Identifier: Apache-2.0
#include "statusline/presets.h"

#include <algorithm>
#include <iterator>

namespace cordon::statusline {
namespace {

constexpr Preset kPresets[] = {
    {"plain", "the model and the sandbox, nothing else while all is well", "{model} {sandbox:tag} {bypasses} {faults}"},
    {"compact", "with the share of the context", "{model} {sandbox:tag} {mode} {bypasses} {context} {faults}"},
    {"rich", "everything worth a look, in one line",
     "{model} {sandbox} {mode} {bypasses} {directory} {git} {pr} {context:bar,percent} {limits} {cost} {lines} {duration} {agent} {session} {output-style} {vim} {faults}"},
    {"two-line", "where you are in the first line, what it costs in the second",
     "{sandbox} {mode} {bypasses} {directory} {git} {pr} {agent} {session} {vim} {faults}\n"
     "{model}( · {effort})( · {thinking})( · {fast})( · {output-style}) · {context:bar,percent,tokens}( · {limits:5h,7d,spend,reset})( · {cost})( · {lines})( · {duration})( · "
     "{cache})"},
    {"powerline", "blocks of colour; with icons = \"nerd\" the borders are arrows", "{model}{>}{sandbox}{>}{mode}{>}{bypasses}{>}{directory}{>}{git}{>}{pr}{>}{context}{>}{limits}{>}{cost}{>}{faults}"},
};

}  // namespace

std::span<const Preset> presets() { return kPresets; }
const Preset& plain_preset() { return kPresets[0]; }

const Preset* find_preset(std::string_view name) {
  const auto* found = std::find_if(std::begin(kPresets), std::end(kPresets), [&](const Preset& p) { return p.name == name; });
  return found == std::end(kPresets) ? nullptr : found;
}

Format format_of(const Preset& preset) {
  auto format = parse_format(preset.format);
  return format ? std::move(*format) : Format{{{}}};
}

}  // namespace cordon::statusline
