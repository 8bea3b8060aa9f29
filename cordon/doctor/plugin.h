// SPDX-License-Identifier: Apache-2.0
// Cordon's plugin: it brings the hooks without an entry in any settings file.
//
// Measured on 2.1.202 and 2.1.332: it is loaded when "enabledPlugins" has "cordon@<marketplace>": true in the highest of the
// files that name it, and it is installed (<config>/plugins/installed_plugins.json); since 2.1.332 also when it is not, but a
// settings file names the marketplace's folder. With --plugin-dir always. Of a marketplace that is a folder the runtime
// starts what lies in that folder, not the copy in its cache.
#pragma once

#include <string>
#include <vector>

#include "cordon/doctor/doctor.h"

namespace cordon::doctor {

struct Plugin {
  std::string place;                 // where it is switched on: "path:line:column", "--plugin-dir /x"; "" nowhere
  std::string root;                  // its folder; "" not installed
  std::vector<std::string> missing;  // programs that are not there: its hooks start nothing then
  bool switched_on() const { return !place.empty(); }
  bool works() const { return switched_on() && !root.empty() && missing.empty(); }
  std::string program(std::string_view name) const;
};
Plugin find_plugin(const Context& context);

}  // namespace cordon::doctor
