// SPDX-License-Identifier: Apache-2.0
// The checker's verdict about a set of changes.
#pragma once

#include <string>
#include <vector>

#include "hooks/protected-paths/diff.h"
#include "hooks/protected-paths/list.h"

namespace cordon::protected_paths {

struct Touched {
  std::string path, pattern, source;
  std::string why;  // "a link to .claude/settings.json", "stands where .claude/** would be"; may be empty
};

struct Verdict {
  std::vector<Touched> touched;
  size_t changed = 0;          // paths that were judged
  std::vector<Error> errors;   // not empty: cannot tell
  std::string base, head;      // hashes, when git was asked
  int status() const;          // ExitStatus; "touched" stays "cannot tell" while there are errors
};

// `list` must outlive nothing: all texts are copied.
Verdict judge_changes(const std::vector<Change>& changes, const List& list);

}  // namespace cordon::protected_paths
