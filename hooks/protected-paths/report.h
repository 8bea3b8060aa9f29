// SPDX-License-Identifier: Apache-2.0
// The checker's output. Names of files are hostile: in text and annotations hidden characters are made visible.
#pragma once

#include <string>
#include <string_view>

#include "hooks/protected-paths/verdict.h"

namespace cordon::protected_paths {

// text: for people. json: schemas/protected-paths-report.schema.json. github: workflow commands. sarif: SARIF 2.1.0.
std::string report(const Verdict& verdict, std::string_view format);

inline constexpr const char* kLabel = "needs-human";

}  // namespace cordon::protected_paths
