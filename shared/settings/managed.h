// SPDX-License-Identifier: Apache-2.0
// Managed documents are never dropped for a bad key: what is good stays, what is bad is read as its restrictive value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/json/json.h"
#include "shared/settings/validity.h"

namespace cordon::settings {

// Puts `root` into the state the runtime enforces and says in one phrase what was done about the first fault:
// "expected boolean for 'sandbox.enabled', read as true". Measured on 2.1.332 and 2.1.202 (older ones leave out the top key).
std::string repair_managed(json::Value& root, const std::vector<Fault>& faults, std::string_view version);

}  // namespace cordon::settings
