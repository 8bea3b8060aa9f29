// SPDX-License-Identifier: Apache-2.0
#include "cordon/pins/releases.h"

#include <doctest/doctest.h>

#include <string>

#include "cordon/pins/dates.h"

using namespace cordon::pins;

namespace {

constexpr int64_t kNow = 1'796'000'000;  // 2026-11-29T22:13:20Z

Release days_ago(const char* version, int days, bool withdrawn = false) { return {version, kNow - days * kDay, withdrawn}; }

std::string versions(const std::vector<Release>& releases) {
  std::string out;
  for (const Release& release : releases) out += release.version + " ";
  return out;
}

Pin floor_pin(Order order) {
  Pin pin;
  pin.tool = "tool";
  pin.min_version = "1.0.0";
  pin.order = order;
  return pin;
}

}  // namespace

TEST_CASE("what is proposed") {
  const Pin pin = floor_pin(Order::kSemver);
  struct {
    const char* name;
    Base base;
    std::vector<Release> releases;
    const char *aged, *young;
  } const rows[] = {
      {"newest first, by number", {}, {days_ago("1.9.0", 9), days_ago("1.10.0", 8)}, "1.10.0 1.9.0 ", ""},
      {"exactly the cooldown is old enough", {}, {days_ago("1.1.0", 7)}, "1.1.0 ", ""},
      {"one day less is not", {}, {days_ago("1.1.0", 6)}, "", "1.1.0 "},
      {"a day in the future is not", {}, {days_ago("1.1.0", -3)}, "", "1.1.0 "},
      {"an unknown day is not", {}, {{"1.1.0", std::nullopt, false}}, "", "1.1.0 "},
      {"young ones below the newest aged are of no interest", {}, {days_ago("1.1.0", 1), days_ago("1.2.0", 30)}, "1.2.0 ", ""},
      {"withdrawn", {}, {days_ago("1.1.0", 30, true)}, "", ""},
      {"pre-release", {}, {days_ago("1.1.0-rc.1", 30)}, "", ""},
      {"the pinned one itself", {}, {days_ago("1.0.0", 30)}, "", ""},
      {"older than the pin", {}, {days_ago("0.9.0", 300)}, "", ""},
      {"not newer than what is installed", {"", "1.5.0"}, {days_ago("1.4.0", 30), days_ago("1.5.0", 20)}, "", ""},
      {"newer than what is installed", {"", "1.5.0"}, {days_ago("1.6.0", 30)}, "1.6.0 ", ""},
      {"what is no version", {}, {days_ago("; rm -rf 9", 30)}, "", ""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    const Proposal found = propose(pin, row.base, row.releases, kNow);
    CHECK(versions(found.aged) == row.aged);
    CHECK(versions(found.young) == row.young);
  }
}

TEST_CASE("packages: a new revision of the installed one is newer, the pin's own number is not") {
  const Pin pin = floor_pin(Order::kDebian);
  CHECK(versions(propose(pin, {"1.0.0-2", "1.0.0"}, {days_ago("1.0.0-2+deb12u1", 30)}, kNow).aged) == "1.0.0-2+deb12u1 ");
  CHECK(versions(propose(pin, {"1.0.0-2+deb12u1", "1.0.0"}, {days_ago("1.0.0-2", 30)}, kNow).aged).empty());
  CHECK(versions(propose(pin, {}, {days_ago("1.0.0-2", 30)}, kNow).aged).empty());
  CHECK(propose(pin, {}, {days_ago("1.1.0~rc1-1", 30)}, kNow).prereleases == 1);
}

TEST_CASE("an exact pin: what is newer than the pin, whatever is installed") {
  Pin pin = floor_pin(Order::kSemver);
  pin.version = "1.0.0";
  pin.min_version.clear();
  CHECK(versions(propose(pin, {"", "2.0.0"}, {days_ago("1.5.0", 30)}, kNow).aged) == "1.5.0 ");
}

TEST_CASE("days") {
  struct {
    const char* text;
    int64_t want;  // -1: none
  } const rows[] = {
      {"1970-01-01", 0},          {"2026-11-29", 1'795'910'400},           {"2026-07-06T23:44:39.600000+00:00", 1'783'381'479},
      {"2024-02-29", 1'709'164'800}, {"2026-07-07T01:44:39.6+02:00", 1'783'381'479}, {"Sat, 11 Jul 2026 10:16:37 UTC", 1'783'764'997},
      {"2026-02-29", -1},         {"2026-13-01", -1},                      {"yesterday", -1},
      {"", -1},                   {"2026-11-29T25:00:00Z", -1},            {"2026-1-1", -1},
      {"-026-11-29", -1},         {"Sat, 11 Jul 26 10:16:37 UTC", -1},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(seconds_of(row.text).value_or(-1) == row.want);
  }
  CHECK(day_of(0) == "1970-01-01");
  CHECK(day_of(1'709'164'800) == "2024-02-29");
  for (int64_t day = 0; day < 40'000; day += 13) CHECK(seconds_of(day_of(day * kDay)) == day * kDay);
}

TEST_CASE("the names of apt's indexes") {
  CHECK(apt_index("http://mirror.example.org/debian bookworm/main amd64 Packages") == "mirror.example.org_debian_dists_bookworm");
  CHECK(apt_index("https://example.org/debian-security/ bookworm-security/main amd64 Packages") == "example.org_debian-security_dists_bookworm-security");
  CHECK(apt_index("http://example.org/ubuntu jammy/updates/main amd64 Packages") == "example.org_ubuntu_dists_jammy_updates");
  CHECK(apt_index("").empty());
  CHECK(apt_index("http://example.org/debian").empty());
}

TEST_CASE("feeds: faults have a place") {
  CHECK(parse_feed(R"({"git":[{"version":"2.50.0","released":"2026-10-01","withdrawn":true}],"other":[]})", "f")->tools[0].second[0].withdrawn);
  struct {
    const char *text, *want;
  } const rows[] = {
      {"[]", "f:1:1: expected object"},
      {"{\"git\":5}", "f:1:8: expected list of releases for 'git'"},
      {"{\"git\":[{\"released\":\"2026-10-01\"}]}", "f:1:9: expected a version"},
      {"{\"git\":[{\"version\":\"1.0\"}]}", "f:1:9: expected a date"},
      {"{\"git\":[{\"version\":\"1.0\",\"released\":\"soon\"}]}", "f:1:37: expected a date"},
      {"{\"git\":", "f:1:"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const auto feed = parse_feed(row.text, "f");
    REQUIRE_FALSE(feed.has_value());
    CHECK(feed.error().text().substr(0, std::string(row.want).size()) == row.want);
  }
}
