// SPDX-License-Identifier: Apache-2.0
// The guards' words of a profile in a person's cordon.toml.
#pragma once

#include <string>
#include <vector>

#include "cordon/harden/merge.h"

namespace cordon::harden {

// As merge(), for the entries that are cordon.toml's. Refuses a file that is not TOML, and one where a value cannot be set without
// understanding more than a line.
Result<Merged> merge_toml(const std::string& bytes, const std::string& name, const Profile& profile, const CompareOptions& options);
Result<Merged> unmerge_toml(const std::string& bytes, const std::string& name, const std::vector<Change>& changes);

// One line in a list of ignored files.
Merged add_line(const std::string& bytes, const std::string& line);
Merged remove_line(const std::string& bytes, const std::vector<Change>& changes);

}  // namespace cordon::harden
