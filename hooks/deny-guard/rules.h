// SPDX-License-Identifier: Apache-2.0
// The Bash rules in force for a session, with their places.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"
#include "shared/settings/bash_rule.h"
#include "shared/settings/query.h"

namespace cordon::deny_guard {

struct PlacedRule {
  settings::BashRule rule;
  bool denies = false;  // else: asks
  std::string place;    // "/home/u/.claude/settings.json:7", "--disallowedTools"
};

// permissions.deny and permissions.ask of every file that counts, the command line's --disallowedTools, and what a blocked
// settings change would have taken away (posture-watch remembers it). Deny rules first. Rules of other tools are left out.
std::vector<PlacedRule> rules_in_force(World& world, const settings::Query& query, std::string_view session_id);

}  // namespace cordon::deny_guard
