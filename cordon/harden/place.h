// SPDX-License-Identifier: Apache-2.0
// Which files a scope means, and whether a machine-local one is kept out of git.
#pragma once

#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/base/world.h"

namespace cordon::harden {

struct Place {
  std::string scope;       // "user", "project", "local", "managed"
  std::string config;      // the person's config folder: record and lock
  std::string home;        // "" unknown
  std::string settings;    // the settings file of the scope
  std::string cordon;      // the cordon.toml that belongs to it; "" none (local, managed)
  std::string record;      // <config>/cordon/harden.json
  std::string exclude;     // local, inside a repository: <git folder>/info/exclude; else ""
  std::string work_tree;   // of that repository
};
// `version`: local settings lie in the main checkout since 2.1.284, before where the session started. Errors: no HOME, a folder that
// is gone, names that JSON cannot hold.
Result<Place> find_place(World& world, const std::string& scope, const std::string& version);

// Asks git. kTracked: an ignore rule has no effect on it.
enum class Ignored { kYes, kNo, kTracked, kUnknown };
Ignored is_ignored(World& world, const std::string& file, const std::string& work_tree);

}  // namespace cordon::harden
