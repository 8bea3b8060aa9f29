// SPDX-License-Identifier: Apache-2.0
// Git's configuration format, as far as one variable has to be found in it (git-config(1), "Syntax").
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cordon::git {

struct ConfigScan {
  std::optional<std::string> value;  // the last one in the text; "" for a name without "="
  bool has_include = false;          // [include] or [includeIf …] is present: more may be set elsewhere
  bool broken = false;               // a line git would refuse: what follows is not read
};
// Looks for `section.name` without sub-section; both are compared without regard to case, as git does.
//   scan_config("[alias]\n  st = status -sb\n", "alias", "st").value == "status -sb"
ConfigScan scan_config(std::string_view text, std::string_view section, std::string_view name);

}  // namespace cordon::git
