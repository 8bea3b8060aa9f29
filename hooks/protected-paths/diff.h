// SPDX-License-Identifier: Apache-2.0
// Unified diffs as text, as git and diff print them: which paths they change. Headers are only believed where a header can
// stand: what looks like one inside a hunk is content.
//
//   diff --git a/.github/ci.yml b/docs/ci.yml     changes {old ".github/ci.yml", new "docs/ci.yml"}
//   rename from .github/ci.yml
//   rename to docs/ci.yml
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace cordon::protected_paths {

struct Change {
  std::vector<std::string> paths;      // every path that changes, below the root; both sides of a rename; not a copy's source
  std::vector<std::string> raw_names;  // names as the headers give them, unquoted, prefixes kept (for patch -pN)
  std::string link_path, link_target;  // a symbolic link that is new or changes: where it stands, what it will point to
  bool submodule = false;              // mode 160000
};

struct Diff {
  std::vector<Change> changes;
  std::vector<Error> faults;  // what could not be understood: a verdict of "untouched" cannot be given
};

Diff parse_diff(std::string_view text);

// "a/b/c" without its first `count` components, as patch -pN does; the last one always stays.
std::string stripped(std::string_view name, int count);
// C quoting undone: "\"a/r\\303\\251\"" -> "a/ré". Text that is not quoted is given back. Nothing when the quoting is broken.
bool unquote(std::string_view text, std::string& out);

}  // namespace cordon::protected_paths
