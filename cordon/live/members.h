// SPDX-License-Identifier: Apache-2.0
// Members of JSON that others wrote: what is missing, or of another type, is nothing.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cordon::live {

using Json = nlohmann::ordered_json;

const Json& member(const Json& object, const char* key);     // null when it is not there, or `object` is no object
std::string text_at(const Json& object, const char* key);    // "" when it is no string

}  // namespace cordon::live
