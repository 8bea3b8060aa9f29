// SPDX-License-Identifier: Apache-2.0
// Rows of our own: fixtures/hooks/git-add-guard/rows.jsonl, {"name","in","want","explicit","tool"}; `explicit` is the verdict of the
// explicit mode where it differs.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/hooks/git-add-guard/scene.h"

using namespace cordon;
using Json = nlohmann::json;
using test::GuardScene;
using test::verdict_of;

TEST_CASE("rows") {
  std::ifstream in(std::string(CORDON_SOURCE_DIR) + "/fixtures/hooks/git-add-guard/rows.jsonl");
  REQUIRE(in.good());
  size_t rows = 0, quiet = 0;
  for (std::string line; std::getline(in, line);) {
    const Json row = Json::parse(line);
    const std::string command = row["in"], want = row["want"];
    GuardScene scene;
    scene.tool = row.value("tool", "Bash");
    CHECK_MESSAGE(verdict_of(scene.command(command)) == want, row["name"] << ": " << command);
    scene.mode = settings::AddGuardMode::kExplicit;
    CHECK_MESSAGE(verdict_of(scene.command(command)) == row.value("explicit", want), row["name"] << " (explicit): " << command);
    ++rows;
    quiet += want == "none" ? 1 : 0;
  }
  CHECK(rows > 600);
  CHECK(quiet * 2 >= rows);
}
