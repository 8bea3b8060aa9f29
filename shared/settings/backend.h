// SPDX-License-Identifier: Apache-2.0
// Can the sandbox be had on this machine?
#pragma once

#include <string>

#include "shared/base/world.h"

namespace cordon::settings {

// "" when it can (or that cannot be judged), else what is missing: "bwrap missing", "bwrap and socat missing". The two
// paths are managed settings (bwrapPath, socatPath) and may be empty. Costs one stat per $PATH entry until found.
std::string missing_backend(World& world, const std::string& bwrap_path, const std::string& socat_path);

// For people, not for the fast path: why unprivileged user namespaces, which bwrap needs, may not be had here, although the
// programs are there ("kernel.unprivileged_userns_clone is 0"); "" when nothing speaks against it. Root needs none.
std::string namespace_doubts(World& world);

}  // namespace cordon::settings
