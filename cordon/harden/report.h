// SPDX-License-Identifier: Apache-2.0
// What harden says. Internal to harden.
#pragma once

#include <string>
#include <vector>

#include "cordon/harden/harden.h"

namespace cordon::harden {

void say_plan(const Plan& plan, const Options& options, bool written);
// schemas/harden-report.schema.json
std::string plan_json(const Plan& plan, const Options& options);
std::string findings_json(const Place& place, const Options& options, const std::vector<Finding>& findings);
const char* need_word(Need need);  // "must be", "must hold", …

}  // namespace cordon::harden
