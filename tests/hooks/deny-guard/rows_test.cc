// SPDX-License-Identifier: Apache-2.0
// fixtures/hooks/deny-guard/rows.jsonl, {"name","in","want"}, under the rules below. The deny rows of ordinary shell spelling
// are commands the runtime was measured to let through (schemas/runtime/bash-rules.json).
#include <doctest/doctest.h>

#include <fstream>

#include "tests/hooks/deny-guard/scene.h"

using namespace cordon;
using Json = nlohmann::json;

TEST_CASE("rows") {
  std::ifstream in(std::string(CORDON_SOURCE_DIR) + "/fixtures/hooks/deny-guard/rows.jsonl");
  REQUIRE(in.good());
  size_t rows = 0, quiet = 0;
  for (std::string line; std::getline(in, line);) {
    const Json row = Json::parse(line);
    const std::string command = row["in"], want = row["want"];
    test::DenyScene scene;
    scene.rules({"Bash(git push *)", "Bash(rm -rf *)", "Bash(curl:*)", "Bash(npm publish)"}, {"Bash(docker *)"});
    const auto decision = scene.command(command);
    CHECK_MESSAGE(test::verdict_of(decision) == want, row["name"] << ": " << command << "\n" << decision.reason);
    scene.rules({});
    CHECK_MESSAGE(test::verdict_of(scene.command(command)) == "none", row["name"] << " without rules: " << command);
    ++rows;
    quiet += want == "none" ? 1 : 0;
  }
  CHECK(rows >= 220);
  CHECK(quiet * 2 >= rows);
}
