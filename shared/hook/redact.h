// SPDX-License-Identifier: Apache-2.0
// Commands hold secrets; what is kept of them must not. What looks like one becomes "[redacted]".
//
//   curl -H "Authorization: Bearer abc.def" https://u:p@example.org   ->   curl -H "Authorization: [redacted]" https://[redacted]@example.org
//   DB_PASSWORD=x ./run --token y                                     ->   DB_PASSWORD=[redacted] ./run --token [redacted]
//   git push https://ghp_0123…@example.org/x.git                      ->   git push https://[redacted]@example.org/x.git
//
// By name (assignments, options, headers, JSON members whose name speaks of a token, secret, password, key, cookie …), by
// place (user and password of a URL, curl -u, sshpass -p), by shape (known prefixes, JWTs, private keys, long random words).
// In doubt it is redacted: a log is for seeing what was decided, not for running it again.
#pragma once

#include <string>
#include <string_view>

namespace cordon::hook {

std::string redacted(std::string_view text);

// What of a long text is kept, redacted: its first `most` bytes, never half a word (half a token has no shape).
std::string redacted_head(std::string_view text, size_t most);

// "DB_PASSWORD", "--api-key", "x-auth-token": whether the value of such a name is a secret.
bool names_a_secret(std::string_view name);

}  // namespace cordon::hook
