// SPDX-License-Identifier: Apache-2.0
// What the guard says: the rule and where it is set, the command it is about, what hides it from the runtime, what to do.
#pragma once

#include <string>
#include <vector>

#include "hooks/deny-guard/examine.h"

namespace cordon::deny_guard {

// The strongest of the hits, the first of those; nullptr when there is none.
const Hit* strongest(const std::vector<Hit>& hits);
// `rules` are those in force, for texts that cannot be seen.
std::string reason_for(const Hit& hit, const std::vector<PlacedRule>& rules);

}  // namespace cordon::deny_guard
