// SPDX-License-Identifier: Apache-2.0
// Releases newer than what is pinned and installed, and whether they are old enough to be proposed. Pure but for the asking.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cordon/pins/pins.h"

namespace cordon::pins {

struct Release {
  std::string version;
  // Seconds since the epoch. Of a feed and of npm the release itself; of apt the latest it can have been, since apt knows no
  // dates of single packages: the day of the index that lists it, or when it was first seen here. Nothing: not known.
  std::optional<int64_t> released;
  bool withdrawn = false;  // unpublished, deprecated, or marked so in a feed
};

struct Proposal {
  std::vector<Release> aged;   // newest first: newer than pin and base, past the cooldown
  std::vector<Release> young;  // newest first: newer than the newest aged one, but too young or of unknown age
  size_t prereleases = 0, withdrawn = 0;  // newer ones that were left out
};
// What is installed: as the system's package ("1:2.39.5-0+deb12u3") when the releases are packages, else as the program says.
struct Base {
  std::string package, program;
};
Proposal propose(const Pin& pin, const Base& base, const std::vector<Release>& releases, int64_t now);

// {"bubblewrap":[{"version":"0.9.0","released":"2026-11-02","withdrawn":false}]}. Errors carry line and column. A tool that is
// not pinned is no error: feeds may know more than we do.
struct Feed {
  std::vector<std::pair<std::string, std::vector<Release>>> tools;
};
Result<Feed> parse_feed(std::string text, const std::string& file);

struct Asked {
  std::vector<Release> releases;
  std::string package;  // its version as installed ("1:2.39.5-0+deb12u3"), "" when it is no package here
  std::string fault;    // why this machine cannot tell: "apt-cache: not found"
};
// Where apt keeps the index of a source, without "_InRelease": "http://host/debian bookworm/main amd64 Packages" ->
// "host_debian_dists_bookworm". "" for what is no such line.
std::string apt_index(std::string_view source);
// apt-cache madison and dpkg-query, or npm view; never anything that installs.
Asked ask_machine(World& world, const Pin& pin);
// npm only: published still, but marked as not to be used. Asked of single versions, since the whole list is large.
bool is_deprecated(World& world, const Pin& pin, std::string_view version);

}  // namespace cordon::pins
