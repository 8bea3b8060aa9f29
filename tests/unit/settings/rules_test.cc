// SPDX-License-Identifier: Apache-2.0
// The boundaries in rules.h are those that were measured (schemas/runtime/rules.json).
#include "shared/settings/rules.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "shared/json/json.h"
#include "shared/settings/validity.h"

namespace cordon::test {
namespace {

TEST_CASE("version rules") {
  std::ifstream in(CORDON_SOURCE_DIR "/schemas/runtime/rules.json");
  REQUIRE(in.good());
  const nlohmann::json data = nlohmann::json::parse(in);
  CHECK(data["rules"].size() == std::size(settings::kVersionRules));
  for (const settings::VersionRule& rule : settings::kVersionRules) {
    const std::string name(rule.name);
    CAPTURE(name);
    REQUIRE(data["rules"].contains(name));
    CHECK(data["rules"][name]["from"].get<std::string>() == rule.from);
    CHECK(data["rules"][name].value("until", "") == rule.until);
    for (const auto& [version, holds] : data["rules"][name]["measured"].items()) CHECK(settings::holds(rule, version) == holds.get<bool>());
  }
}

TEST_CASE("validity follows the version") {
  // 2.1.332 tolerates it, 2.1.202 drops the file (both swept).
  const auto document = json::parse("{\"spinnerTipsOverride\":7}");
  REQUIRE(document);
  CHECK(settings::find_faults(document->root, "2.1.332").empty());
  CHECK(settings::find_faults(document->root, "").empty());
  CHECK(settings::find_faults(document->root, "9.9.9").empty());
  CHECK(settings::find_faults(document->root, "2.1.202").size() == 1);
  CHECK(settings::find_faults(document->root, "2.1.100").size() == 1);
}

TEST_CASE("several faults, in order, up to the limit") {
  const auto document = json::parse("{\"sandbox\":{\"enabled\":1,\"network\":5},\"statusLine\":7}");
  REQUIRE(document);
  const auto faults = settings::find_faults(document->root, "2.1.332", 10);
  REQUIRE(faults.size() == 3);
  CHECK(faults[0].key == "sandbox.enabled");
  CHECK(faults[1].key == "sandbox.network");
  CHECK(faults[2].message == "expected object for 'statusLine'");
  CHECK(settings::find_faults(document->root, "2.1.332", 2).size() == 2);
}

}  // namespace
}  // namespace cordon::test
