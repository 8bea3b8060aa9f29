// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <utility>

#include "cordon/install_payloads.h"
#include "shared/json/json.h"

namespace cordon::command {
namespace {

// As it stands between the quotes of a JSON string.
std::string in_json(const std::string& path) {
  const std::string text = json::quote(path);
  return text.substr(1, text.size() - 2);
}

bool goes_on(std::string_view text, size_t at) {
  return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_' || text[at] == '-' || text[at] == '.');
}

}  // namespace

std::string placed(std::string_view payload, const std::string& repository, const std::string& home) {
  const std::pair<std::string_view, std::string> names[] = {{"/work/repo", in_json(repository)}, {"/home/u", in_json(home)}};
  std::string out;
  for (size_t at = 0; at < payload.size();) {
    size_t taken = 0;
    for (const auto& [from, to] : names) {
      if (taken != 0 || !payload.substr(at).starts_with(from) || goes_on(payload, at + from.size())) continue;
      out += to;
      taken = from.size();
    }
    if (taken == 0) out += payload[at++];
    at += taken;
  }
  return out;
}

}  // namespace cordon::command
