// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4), so that a person can compare the manifest with sha256sum. Tells drift from what was installed;
// nothing rests on it as a secret.
#pragma once

#include <string>
#include <string_view>

namespace cordon::command {

std::string sha256(std::string_view data);  // 64 lower-case hexadecimal digits

}  // namespace cordon::command
