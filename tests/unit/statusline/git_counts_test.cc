// SPDX-License-Identifier: Apache-2.0
// fixtures/statusline/git-counts.jsonl: what is shown of counts that somebody else has made.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "statusline/render.h"
#include "tests/unit/statusline/make_facts.h"

namespace cordon::statusline {
namespace {

using Json = nlohmann::json;

GitCounts counts_of(const Json& row) {
  GitCounts counts;
  const std::pair<const char*, uint32_t GitCounts::*> members[] = {
      {"staged", &GitCounts::staged}, {"changed", &GitCounts::changed}, {"untracked", &GitCounts::untracked}, {"conflicted", &GitCounts::conflicted},
      {"ahead", &GitCounts::ahead},   {"behind", &GitCounts::behind},   {"stash", &GitCounts::stash}};
  for (const auto& [name, member] : members) counts.*member = row.value(name, 0u);
  counts.stale = row.value("stale", false);
  return counts;
}

std::string shown(const Facts& facts, Level level, bool utf8) {
  Look look;
  look.format = *parse_format("{sandbox}\n{git}");
  const StyleEnv env{level, 80, utf8};
  const auto lines = render(facts, look, env);
  REQUIRE(lines.size() == 2);
  return print({lines[1]}, look, level);
}

TEST_CASE("counts, operation") {
  std::ifstream file(CORDON_SOURCE_DIR "/fixtures/statusline/git-counts.jsonl");
  size_t rows = 0;
  for (std::string line; std::getline(file, line); ++rows) {
    const Json row = Json::parse(line);
    CAPTURE(row["name"].get<std::string>());
    Facts facts = facts_of("{}");
    facts.head = {git::HeadKind::kBranch, "main"};
    facts.operation = row.value("operation", "");
    if (row.contains("counts")) facts.counts = counts_of(row["counts"]);
    CHECK(shown(facts, Level::kNone, true) == row["want"].get<std::string>());
    CHECK(shown(facts, Level::kNone, false) == row["ascii"].get<std::string>());
    CHECK(shown(facts, Level::kNamed, true) == row["painted"].get<std::string>());
  }
  CHECK(rows >= 9);
}

}  // namespace
}  // namespace cordon::statusline
