// SPDX-License-Identifier: Apache-2.0
// For those who start programs: which one, and the arrays of pointers that exec wants.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"

namespace cordon {

// The first program of that name in a folder of `search` ("/usr/bin:/bin"), "" when there is none. Only absolute folders count:
// in a relative one a project could put its own.
std::string find_program(World& world, std::string_view search, std::string_view name);
// The same in $PATH's folders; in /usr/bin and /bin when it is not set or empty.
std::string find_on_path(World& world, std::string_view name);

// For execve and posix_spawn, which write to none of them: valid as long as `texts` lives unchanged.
std::vector<char*> pointers(const std::vector<std::string>& texts);

}  // namespace cordon
