// SPDX-License-Identifier: Apache-2.0
// The magic in front of a pathspec: ":(top,icase)x", ":/x", ":!x".
#pragma once

#include <string_view>

namespace cordon::git_add_guard {

struct Magic {
  bool top = false;
  bool literal = false;
  bool glob = false;
  bool icase = false;
  bool exclude = false;
  bool attr = false;
  bool refused = false;     // git does not know it
  std::string_view pattern; // the rest
};

Magic read_magic(std::string_view element);

}  // namespace cordon::git_add_guard
