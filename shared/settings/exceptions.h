// SPDX-License-Identifier: Apache-2.0
// What the runtime does not take from a file although the file counts: strictness a repository cannot loosen, what policy takes
// away from others. Internal to shared/settings. Measured: fixtures/settings/merge.jsonl (tests/live/merge.py).
#pragma once

#include <string_view>
#include <vector>

#include "shared/settings/merge.h"

namespace cordon::settings {

// Sets `honoured` to false in those of `settings` (all about `key`) that the runtime leaves out of account.
void apply_exceptions(const std::vector<SourceFile>& files, std::string_view key, std::string_view version, std::vector<Setting>& settings);

}  // namespace cordon::settings
