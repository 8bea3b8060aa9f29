// SPDX-License-Identifier: Apache-2.0
// The list of protected paths in the runtime's own words: permissions.deny rules and sandbox.filesystem.denyWrite entries.
//
//   .claude/**       Edit(/.claude/**)      .claude                          below the folder of the project's settings
//   **/gates.json    Edit(/**/gates.json)   gates.json  pkg/gates.json       the sandbox takes no patterns: what is there now
//   ~/.ssh/**        Edit(~/.ssh/**)        ~/.ssh
//   a/**  !a/b/**    Edit(/a/x)             a/x                              neither knows exemptions: what is there now
//
// Spellings as measured on 2.1.202 and 2.1.332 (tests/live/test_protected_rules.py): a rule's "/x" counts from the project (in
// the user's file from the folder of that file), "//x" from the file system's root; denyWrite knows "x", "/x" and "~/x", and
// passes over entries with wildcards. A link in either list breaks the sandbox of 2.1.202, so what it leads to is named.
#pragma once

#include <string>
#include <vector>

#include "hooks/protected-paths/list.h"
#include "shared/base/world.h"

namespace cordon::protected_paths {

struct RuleForm {
  std::string root;       // of the repository, absolute and clean
  std::string git_dir;    // where ".git/…" really lies; "" for <root>/.git
  std::string home;
  bool absolute = false;  // for a file that is not the project's: every path from the file system's root
};

// What one entry of the list becomes.
struct Rule {
  std::string pattern;  // as it was written
  std::string source;
  std::vector<std::string> edit;        // "Edit(/.claude/**)"
  std::vector<std::string> deny_write;  // ".claude"
  std::vector<std::string> notes;       // what these do not hold, for people; the hook holds it
};

// In the order of the list; entries that exempt give no rule of their own. Looks at the files there are.
std::vector<Rule> rules_of(const List& list, World& world, const RuleForm& form);

inline constexpr size_t kMaxRuleFiles = 100;      // a pattern that would name more is left to the hook
inline constexpr size_t kMaxRuleVisits = 50'000;  // files looked at for one pattern

}  // namespace cordon::protected_paths
