// SPDX-License-Identifier: Apache-2.0
// git's raw format, with NUL (-z) or with lines:
//
//   :100644 100644 bcd1234 0123456 M\tfile0      :100644 100644 abcd123 1234567 R100\told\tnew
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hooks/protected-paths/diff.h"

namespace cordon::protected_paths {

struct RawEntry {
  std::string_view old_mode, new_mode, new_id;
  char status = 0;  // A C D M R T U X
  std::vector<std::string> paths;
};
struct Raw {
  std::vector<RawEntry> entries;  // views point into the parsed text
  Diff diff;                      // the same as changes (link targets are not in this format)
};

bool is_raw(std::string_view text);
Raw parse_raw(std::string_view text);

}  // namespace cordon::protected_paths
