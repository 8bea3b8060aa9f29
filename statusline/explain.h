// SPDX-License-Identifier: Apache-2.0
// Why the line is what it is: every segment with its value, where that comes from, why it is absent and what it took; for the
// sandbox every file that was considered and who says what.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "statusline/gather.h"
#include "statusline/style.h"

namespace cordon::statusline {

// `from`: where the payload came from, "standard input" or a path.
std::string explain(const Scene& scene, const StyleEnv& env, std::string_view from);

// What the parts of one render took, in nanoseconds.
struct Timings {
  int64_t read = 0, gather = 0, render = 0, print = 0;
  std::string text() const;  // a line each, microseconds
};
int64_t now_ns();

}  // namespace cordon::statusline
