// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/rules.h"

#include "shared/base/version.h"

namespace cordon::settings {

uint64_t version_number(std::string_view version) {
  constexpr int kMaxPart = 99'999;
  const auto parsed = parse_version(version);
  if (!parsed) return 0;
  uint64_t number = 0;
  for (const int part : *parsed) {
    if (part > kMaxPart) return 0;
    number = number * (kMaxPart + 1) + static_cast<uint64_t>(part);
  }
  return number;
}

bool holds(const VersionRule& rule, std::string_view version) {
  const uint64_t number = version_number(version);
  if (number == 0) return rule.until.empty();
  return number >= version_number(rule.from) && (rule.until.empty() || number < version_number(rule.until));
}

}  // namespace cordon::settings
