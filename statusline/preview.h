// SPDX-License-Identifier: Apache-2.0
// Every preset in every state, for eyes: in the terminal, or as a picture.
#pragma once

#include <string>

#include "statusline/look.h"
#include "statusline/style.h"

namespace cordon::statusline {

// `preset` null: all of them. `base`: theme, icons and segments to use; its format only when it is a person's own.
std::string preview_text(const Preset* preset, const Look& base, const StyleEnv& env);
// An SVG document, drawn for a dark background (a light one with the theme "light").
std::string preview_svg(const Preset* preset, const Look& base);

}  // namespace cordon::statusline
