// SPDX-License-Identifier: Apache-2.0
// A unified diff (three lines of context) of two texts, for --dry-run. Hidden characters are made visible.
#pragma once

#include <string>
#include <string_view>

namespace cordon::command {

// "" when equal. `name` stands in both header lines; an absent old file is given as an empty text.
std::string unified_diff(std::string_view before, std::string_view after, std::string_view name);

}  // namespace cordon::command
