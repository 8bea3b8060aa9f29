// SPDX-License-Identifier: Apache-2.0
// The oldest runtime that was measured.
#pragma once

#include <string>

namespace cordon::doctor {

inline std::string floor_version() { return "2.1.202"; }

}  // namespace cordon::doctor
