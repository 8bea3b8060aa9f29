// SPDX-License-Identifier: Apache-2.0
// What `cordon iso` adds to claude's command line: read access to the repository for sandboxed commands, for people whose home
// is denied for reading. Nothing of what the person passed is lost or loosened.
//
//   {"claude", "-p", "go"} with /work/repo -> {"claude", "--settings", "{\"sandbox\":{\"filesystem\":{\"allowRead\":[\"/work/repo\"]}}}", "-p", "go"}
#pragma once

#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/base/world.h"

namespace cordon::iso {

// The folders to grant: the checkout around `folder`, of a linked worktree also where its objects lie, and with
// `main_checkout` the main one, too. Empty outside repositories.
std::vector<std::string> repository_folders(World& world, const std::string& folder, bool main_checkout);

// Whether claude's own -w/--worktree is among the arguments (before a "--").
bool wants_worktree(const std::vector<std::string>& arguments);

// `settings` with the folders added to sandbox.filesystem.allowRead; "" stands for {}. A folder that is there already is not added
// again. Errors: not JSON, or a member of another type than the runtime takes, with `name`, line and column.
Result<std::string> merged_settings(const std::string& settings, const std::string& name, const std::vector<std::string>& folders);

// What the last --settings among the arguments says: inline JSON or a file, in one word or in two.
struct Passed {
  size_t index = 0;      // of the word that holds the value
  bool one_word = false; // "--settings=…"
  bool is_file = false;
  std::string value;     // JSON or the file's name
  bool found = false;
};
Passed passed_settings(const std::vector<std::string>& arguments);

// The arguments (without the program) with the grant. Settings passed as JSON stay JSON; those in a file are written, merged, to a
// private file of `state` (0600), because a file may hold what must not be on a command line. Folders empty: unchanged.
Result<std::vector<std::string>> with_grant(World& world, std::vector<std::string> arguments, const std::vector<std::string>& folders, const std::string& state);

}  // namespace cordon::iso
