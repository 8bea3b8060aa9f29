// SPDX-License-Identifier: Apache-2.0
// Names of variables that usually hold a credential.
#pragma once

#include <string_view>

namespace cordon::doctor {

// GITHUB_TOKEN, AWS_SECRET_ACCESS_KEY, PGPASSWORD, MY_API_KEY. Not SSH_AUTH_SOCK (no secret itself), not …_TOKEN_FILE (a path),
// not MAX_TOKENS.
bool is_secret_name(std::string_view name);

}  // namespace cordon::doctor
