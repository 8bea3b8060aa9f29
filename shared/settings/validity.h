// SPDX-License-Identifier: Apache-2.0
// Would the runtime take this settings document, or drop it? The rules are the runtime's own schema corrected by what the
// sweep measured (schemas/runtime/<version>/), turned into a table by generate_validity.py when the build runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/json/json.h"

namespace cordon::settings {

struct Fault {
  std::string key;      // "permissions.deny[0]", "sandbox.enabled"
  std::string message;  // "expected boolean for 'sandbox.enabled'"
  uint32_t begin = 0;   // byte offset in the document
};

// Faults in document order, at most `max`. Empty: the document counts. The rules are those of the newest swept version that
// is not newer than `version` (the oldest swept one below that, the newest for "").
std::vector<Fault> find_faults(const json::Value& root, std::string_view version, size_t max = 1);

}  // namespace cordon::settings
