// SPDX-License-Identifier: Apache-2.0
// Copies the programs to their folder and removes them again.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cordon/install_files.h"
#include "cordon/install_layout.h"

namespace cordon::command {

struct Program {
  std::string name;
  std::string bytes;  // of the built one
  std::string hash;
  bool current = false;  // the installed one is the same already
};

// The built programs in `from`, compared with those in `bin`. Refuses when one is missing or no regular file, and when
// `bin` holds a file of that name that no install of ours put there (force overwrites it).
Result<std::vector<Program>> plan_programs(const std::string& from, const std::string& bin, const Manifest& manifest, bool force);
Result<Done> copy_programs(const std::vector<Program>& programs, const Layout& layout);

// Removes our programs from `bin` and the folder if that empties it. A --prefix folder that another config folder still
// uses is left alone: then the other's manifest is returned, else "".
Result<std::string> remove_programs(const std::string& bin, const Manifest& manifest, const std::string& manifest_path);

}  // namespace cordon::command
