// SPDX-License-Identifier: Apache-2.0
// Lists of changed files as other programs print them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hooks/protected-paths/diff.h"

namespace cordon::protected_paths {

// Names one a line (quoted names as git prints them are understood), NUL-terminated ones with `nul`, or JSON:
//   {"files":[{"path":"a"},…]}                              gh pr view --json files: at most 100, so 100 are taken for cut
//   [{"filename":"a","previous_filename":"b"},…] ["a",…]    the REST interface
// Absolute names count below `root`. Faults: JSON without names, 100 files or more unless `complete`, broken quoting.
Diff read_names(std::string_view text, bool nul, bool complete, std::string_view root);

}  // namespace cordon::protected_paths
