// SPDX-License-Identifier: Apache-2.0
// Applies remedies that can be taken back: each is one edit of one file, shown as a diff, the file backed up first.
#pragma once

#include <vector>

#include "cordon/doctor/report.h"

namespace cordon::doctor {

// Every fix of the findings once. With dry_run nothing is written. Errors are in Applied::fault; one does not stop the others.
std::vector<Applied> apply_fixes(const std::vector<Outcome>& outcomes, bool dry_run);

}  // namespace cordon::doctor
