// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/rules.h"

namespace cordon::settings {

uint64_t version_number(std::string_view version) {
  uint64_t parts[3] = {0, 0, 0};
  size_t part = 0;
  bool has_digit = false;
  for (const char c : version) {
    if (c >= '0' && c <= '9') {
      parts[part] = parts[part] * 10 + static_cast<uint64_t>(c - '0');
      if (parts[part] > 99'999) return 0;
      has_digit = true;
    } else if (c == '.' && has_digit && part < 2) {
      part++;
      has_digit = false;
    } else {
      break;  // "-beta.1" and the like: the numbers before it count
    }
  }
  return part == 2 && has_digit ? parts[0] * 10'000'000'000 + parts[1] * 100'000 + parts[2] : 0;
}

bool holds(const VersionRule& rule, std::string_view version) {
  const uint64_t number = version_number(version);
  if (number == 0) return rule.until.empty();
  return number >= version_number(rule.from) && (rule.until.empty() || number < version_number(rule.until));
}

}  // namespace cordon::settings
