// SPDX-License-Identifier: Apache-2.0
// The runtime's own command line, read the way its option parser (commander) reads it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cordon::settings {

struct Flags {
  std::optional<std::string> settings;         // the last --settings (measured: the last one wins)
  std::optional<std::string> setting_sources;  // the last --setting-sources
  std::optional<std::string> permission_mode;  // "manual" is given as "default"
  bool skip_permissions = false;               // --dangerously-skip-permissions: beats --permission-mode (measured)
  bool restricted = false;                     // --restricted: user, project and local files are left out
};

// argv[0] is skipped. What follows an option that takes a value is that value, even if it starts with a dash; a prompt that
// looks like an option can therefore not be mistaken for one.
//   parse_flags({"claude", "-p", "go", "--settings={}"}).settings == "{}"
Flags parse_flags(const std::vector<std::string>& arguments);

}  // namespace cordon::settings
