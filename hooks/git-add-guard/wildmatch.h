// SPDX-License-Identifier: Apache-2.0
// git's own wildcards (wildmatch): of pathspecs and of ignore files.
#pragma once

#include <string_view>

#include "shared/match/automaton.h"

namespace cordon::git_add_guard {

// Appends what `pattern` matches. With `path_name` wildcards stop at '/', and `**` between slashes crosses them; with `fold`
// letters match in either case. False when git would match nothing with it: a class without an end.
bool append_wildmatch(match::Automaton& out, std::string_view pattern, bool path_name, bool fold);

}  // namespace cordon::git_add_guard
