// SPDX-License-Identifier: Apache-2.0
// Which of two versions is newer, as the packages' own systems order them, and which are not meant for everyone.
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

namespace cordon::pins {

// kDebian: [epoch:]upstream[-revision], '~' sorts before everything (deb-version(7); the same as dpkg --compare-versions).
// kSemver: semver.org 2.0.0; a leading "v" and what follows "+" do not count; the core may have any number of fields.
enum class Order : uint8_t { kDebian, kSemver };

std::strong_ordering compare_versions(Order order, std::string_view a, std::string_view b);

// The same, but only as far as `pin` is exact: a pin without epoch or revision says nothing about them, so that the package
// 1:2.39.5-0+deb12u3 is git 2.39.5.
std::strong_ordering compare_to_pin(Order order, std::string_view version, std::string_view pin);

// alpha, beta, rc, pre, dev (2.50.0-rc0, too), snapshots of a repository, and any tilde in Debian's upstream part (1.8.0~rc1-1). A distribution's
// own suffixes are none: 0.8.0-2~bpo12+1, 2.1~deb12u1, 2.1~dfsg.
bool is_prerelease(Order order, std::string_view version);

// Whether it can be a version at all: no blanks, no controls, a digit somewhere. Feeds are text of others.
bool is_version(std::string_view text);

}  // namespace cordon::pins
