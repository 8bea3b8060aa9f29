// SPDX-License-Identifier: Apache-2.0
// Days, as feeds, npm and apt write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cordon::pins {

constexpr int64_t kDay = 24 * 60 * 60;

// "2026-11-02", "2026-07-06T23:44:39.600Z", "…+02:00" and RFC 5322's "Sat, 11 Jul 2026 10:16:37 UTC".
std::optional<int64_t> seconds_of(std::string_view date);
std::string day_of(int64_t seconds);  // "2026-07-11"

}  // namespace cordon::pins
