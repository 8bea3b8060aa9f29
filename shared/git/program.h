// SPDX-License-Identifier: Apache-2.0
// For those who start git: which one, and the arrays of pointers that exec wants.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"

namespace cordon::git {

// The first program of that name in a folder of `search` ("/usr/bin:/bin"), "" when there is none. Only absolute folders count:
// in a relative one a project could put its own.
std::string find_program(World& world, std::string_view search, std::string_view name = "git");

// For execve and posix_spawn: valid as long as `texts` lives unchanged.
std::vector<char*> pointers(std::vector<std::string>& texts);

}  // namespace cordon::git
