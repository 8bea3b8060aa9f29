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

namespace {

bool is_within(const Interval& interval, uint64_t number) {
  if (interval.from.empty()) return false;
  if (number == 0) return interval.until.empty();
  return number >= version_number(interval.from) && (interval.until.empty() || number < version_number(interval.until));
}

}  // namespace

bool holds(const VersionRule& rule, std::string_view version) {
  const uint64_t number = version_number(version);
  return is_within(rule.held, number) || is_within(rule.again, number);
}

}  // namespace cordon::settings
