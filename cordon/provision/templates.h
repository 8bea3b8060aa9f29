// SPDX-License-Identifier: Apache-2.0
// The files of templates/, compiled in by CMake: the installed command has no sources beside it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "shared/base/result.h"

namespace cordon::provision {

struct Template {
  std::string_view name;  // "systemd"
  std::string_view text;  // with {{user}}, {{uid}}, {{home}}, {{project}}, {{ports}}, {{command}}
  std::string_view what;
};
std::span<const Template> templates();

struct Values {
  std::string user = "agent", home, project = "/srv/agent/project", command = "/usr/bin/cordon iso claude", ports = "3128, 8080";
  int uid = 1200;
};
// Fills a template in. Refuses a value that would not stand in the file as it is meant (a space in a path, '%' in a unit):
// these are files for root. home defaults to /home/<user>.
Result<std::string> fill(const Template& from, const Values& values);

}  // namespace cordon::provision
