// SPDX-License-Identifier: Apache-2.0
// protected-paths rules: the list as permission rules and sandbox entries, to be merged into settings.
//
//   protected-paths rules                           for people: every pattern, what it becomes, what that does not hold
//   protected-paths rules --settings                {"permissions":{"deny":[…]},"sandbox":{"filesystem":{"denyWrite":[…]}}}
//   claude --settings "$(protected-paths rules --settings --absolute)"
//
// Exit status: 0, 2 usage, 3 the list has faults (what could be used of it is printed all the same).
#pragma once

#include <string_view>
#include <vector>

namespace cordon::protected_paths {

int rules_main(const std::vector<std::string_view>& arguments);

}  // namespace cordon::protected_paths
