// SPDX-License-Identifier: Apache-2.0
// What the checker asks git for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hooks/protected-paths/diff.h"
#include "hooks/protected-paths/list.h"
#include "shared/base/result.h"
#include "shared/base/world.h"

namespace cordon::protected_paths {

// Changes to the work tree's top folder. Errors: not in a repository. Empty in a bare repository.
Result<std::string> enter_top();
// Full hash of a commit.
Result<std::string> commit_of(const std::string& ref);
// The commit where `head` left `base`. Errors: none, or a shallow clone, where it cannot be known.
Result<std::string> fork_point(const std::string& base, const std::string& head);
Result<std::vector<Change>> changes_between(const std::string& from, const std::string& to);
Result<std::vector<Change>> staged_changes();
// The list as it stands in a commit ("" the empty tree): gates.json or $GATES_FILE there, else the built-in one.
List list_of_commit(World& world, const std::string& commit);

}  // namespace cordon::protected_paths
