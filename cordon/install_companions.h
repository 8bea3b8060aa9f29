// SPDX-License-Identifier: Apache-2.0
// What stands beside the installed programs without being one: iso.sh and iso.fish, which people source in their shells.
#pragma once

#include <string>

#include "cordon/install_files.h"

namespace cordon::command {

// Writes those that are not there as they should be. A file of that name that is not ours (a --prefix folder is shared) stays.
Result<Done> write_companions(const std::string& bin);
// Removes ours.
Result<Done> remove_companions(const std::string& bin);

}  // namespace cordon::command
