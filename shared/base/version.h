// SPDX-License-Identifier: Apache-2.0
// The runtime's versions: three numbers, ordered. "2.1.332" -> {2,1,332}; a suffix ("-beta.1", " (Claude Code)") is ignored.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace cordon {

using Version = std::array<int, 3>;  // compares as versions do

constexpr std::optional<Version> parse_version(std::string_view text) {
  Version out{};
  size_t at = 0;
  for (size_t part = 0; part < out.size(); ++part) {
    if (part != 0 && (at >= text.size() || text[at++] != '.')) return std::nullopt;
    const size_t from = at;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && at - from < 8; ++at) out[part] = out[part] * 10 + (text[at] - '0');
    if (at == from) return std::nullopt;
  }
  return out;
}

}  // namespace cordon
