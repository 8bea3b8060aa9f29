// SPDX-License-Identifier: Apache-2.0
// Every measured row of schemas/runtime/bash-rules.json: the guard takes the runtime for having caught what it caught, never
// what it let pass, and says nothing where it did. Of the oldest version less is taken for granted.
#include <doctest/doctest.h>

#include <fstream>
#include <set>

#include "hooks/deny-guard/examine.h"
#include "hooks/deny-guard/runtime_view.h"
#include "tests/hooks/deny-guard/scene.h"

using namespace cordon;
using Json = nlohmann::json;

namespace {

std::vector<Json> measured() {
  std::ifstream in(std::string(CORDON_SOURCE_DIR) + "/schemas/runtime/bash-rules.json");
  REQUIRE(in.good());
  return Json::parse(in)["rows"].get<std::vector<Json>>();
}

constexpr const char* kNewest = "2.1.332";
constexpr const char* kFloor = "2.1.202";

bool taken_for_caught(const std::string& rule, const std::string& command, bool denies, const char* version) {
  auto parsed = settings::BashRule::parse(rule);
  if (!parsed) return false;
  test::FakeWorld world;
  const deny_guard::Examination examination(command, "/work/repo", world);
  return deny_guard::RuntimeView(command, examination.walked(), version).catches({std::move(*parsed), denies, "x"});
}

// Caught although the words are not those of the rule, or by reading more than the guard takes for granted.
const std::set<std::string> kUnclaimed = {
    "pand a && pandb", "pand a&&pandb", "ppip a | ppipb",  // the whole line against the rule
};

}  // namespace

TEST_CASE("deny rules: what the runtime catches, row by row") {
  size_t rows = 0, caught = 0;
  for (const Json& row : measured()) {
    const std::string rule = row["rule"], command = row["command"];
    const bool really = row["deny"][kNewest];
    const bool claimed = taken_for_caught(rule, command, true, kNewest);
    CHECK_MESSAGE((claimed == really || (!claimed && kUnclaimed.count(command) != 0)), rule << " | " << command << " | measured " << really << ", taken for " << claimed);
    ++rows;
    caught += really ? 1 : 0;
  }
  CHECK(rows > 900);
  CHECK(caught > 300);
}

TEST_CASE("never taken for caught where it ran") {
  for (const char* kind : {"deny", "ask"}) {
    for (const char* version : {kNewest, kFloor}) {
      size_t claimed_rows = 0;
      for (const Json& row : measured()) {
        const std::string rule = row["rule"], command = row["command"];
        const bool claimed = taken_for_caught(rule, command, std::string(kind) == "deny", version);
        claimed_rows += claimed ? 1 : 0;
        CHECK_MESSAGE((!claimed || row[kind][version].get<bool>()), version << " " << kind << ": " << rule << " | " << command);
      }
      CHECK(claimed_rows > 150);
    }
  }
}

TEST_CASE("the guard says nothing where the runtime refuses by itself, and on the oldest version stops what that lets pass") {
  size_t silent = 0, stopped = 0;
  for (const Json& row : measured()) {
    if (!row["deny"][kNewest].get<bool>()) continue;
    test::DenyScene scene;
    scene.rules({row["rule"]});
    const auto decision = scene.command(row["command"]);
    CHECK_MESSAGE(test::verdict_of(decision) == "none", row["rule"] << " | " << row["command"] << ": " << decision.reason);
    ++silent;
    if (row["deny"][kFloor].get<bool>()) continue;
    scene.version = kFloor;
    stopped += test::verdict_of(scene.command(row["command"])) == "deny" ? 1 : 0;
  }
  CHECK(silent > 300);
  CHECK(stopped > 80);
}
