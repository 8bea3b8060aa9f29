// SPDX-License-Identifier: Apache-2.0
// Decoding of JSON string escapes the way JavaScript does it: simdjson refuses lone surrogates, the runtime does not.
#pragma once

#include <string>
#include <string_view>

namespace cordon::json {

// `raw` is the text between the quotes. Lone surrogates become U+FFFD. False on an unknown or truncated escape.
bool unescape(std::string_view raw, std::string& out);

}  // namespace cordon::json
