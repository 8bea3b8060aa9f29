// SPDX-License-Identifier: Apache-2.0
// The boundaries in rules.h are those that were measured (schemas/runtime/rules.json).
#include "shared/settings/rules.h"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "shared/json/json.h"
#include "shared/settings/exceptions.h"
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
    nlohmann::json intervals = nlohmann::json::array();
    for (const settings::Interval& interval : {rule.held, rule.again}) {
      if (interval.from.empty()) continue;
      intervals.push_back({interval.from, interval.until.empty() ? nlohmann::json() : nlohmann::json(interval.until)});
    }
    CHECK(data["rules"][name]["held"].dump() == intervals.dump());
    for (const auto& [version, holds] : data["rules"][name]["measured"].items()) CHECK(settings::holds(rule, version) == holds.get<bool>());
  }
}

std::string_view name_of(settings::Which which) {
  return which == settings::Which::kAny ? "any" : which == settings::Which::kTrue ? "true" : "false";
}

TEST_CASE("exceptions of the merge are those of the data") {
  std::ifstream in(CORDON_SOURCE_DIR "/schemas/runtime/rules.json");
  const nlohmann::json data = nlohmann::json::parse(in)["exceptions"];
  REQUIRE(data.size() == settings::exceptions().size());
  for (size_t i = 0; i < data.size(); i++) {
    const settings::Exception& row = settings::exceptions()[i];
    CAPTURE(std::string(row.key));
    CHECK(data[i]["key"].get<std::string>() == row.key);
    CHECK(data[i]["values"].get<std::string>() == name_of(row.which));
    CHECK(data[i]["rule"].dump() == (row.since == nullptr ? nlohmann::json() : nlohmann::json(row.since->name)).dump());
    nlohmann::json scopes = nlohmann::json::array();
    for (unsigned scope = 0; scope < 5; scope++) {
      if (row.scopes >> scope & 1) scopes.push_back(settings::scope_name(static_cast<settings::Scope>(scope)));
    }
    CHECK(data[i]["not_from"].dump() == scopes.dump());
  }
}

TEST_CASE("a rule that came, went and came back") {
  constexpr settings::VersionRule kRule{"x", {"2.1.5", "2.1.7"}, {"2.1.9"}};
  for (const auto& row : {std::pair{"2.1.4", false}, {"2.1.5", true}, {"2.1.6", true}, {"2.1.7", false}, {"2.1.8", false}, {"2.1.9", true}, {"3.0.0", true}, {"", true}}) {
    CAPTURE(row.first);
    CHECK(settings::holds(kRule, row.first) == row.second);
  }
  CHECK_FALSE(settings::holds({"x", {"2.1.5", "2.1.7"}}, ""));
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
