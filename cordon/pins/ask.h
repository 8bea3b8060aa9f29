// SPDX-License-Identifier: Apache-2.0
// Starts a program of this machine and takes what it says. For questions only: versions, lists of releases.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"

namespace cordon::pins {

// The first absolute folder of $PATH that holds it as an executable regular file; "" when none does.
std::string program_on_path(World& world, std::string_view name);

struct Answer {
  bool ok = false;     // it ran and ended with 0
  std::string output;  // standard output
  std::string fault;   // "apt-cache: not found", "npm: exit 1: …", "claude: did not end within 20 seconds"
};
// Started in "/", so that no .npmrc or the like of the folder one stands in has a say; without standard input.
Answer ask_program(World& world, std::string_view name, const std::vector<std::string>& arguments);

}  // namespace cordon::pins
