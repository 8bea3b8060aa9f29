// SPDX-License-Identifier: Apache-2.0
// Exceptions of the merge as the session itself tells them (fixtures/settings/merge.jsonl, tests/live/merge.py).
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "shared/settings/files.h"
#include "tests/unit/settings/scratch_world.h"

namespace cordon::test {
namespace {

using nlohmann::json;

settings::Effective resolve_row(ScratchWorld& world, const json& row) {
  for (const auto& [path, text] : row["files"].items()) world.write(path, text);
  world.make_dir("work");
  settings::Query query;
  query.start_dir = world.base() + "/work";
  query.start_dir_certain = true;
  query.version = row["version"];
  query.arguments = std::vector<std::string>{"claude"};
  for (const auto& argument : row["args"]) query.arguments->push_back(argument);
  return settings::resolve(world, query);
}

json sorted(json value) {
  if (value.is_array()) std::sort(value.begin(), value.end());
  return value;
}

// What the runtime has where nothing is said.
json fallback(const std::string& key, const json& like) {
  if (like.is_array()) return json::array();
  return key == "sandbox.allowUnsandboxedCommands";
}

json ours(const settings::Effective& effective, const std::string& key, const json& like) {
  if (key == "sandbox.autoAllowBashIfSandboxed") return effective.posture.auto_allow;
  if (key == "may be bypassPermissions") return !effective.posture.bypass_disabled;
  const auto value = effective.find(key);
  if (key == "sandbox.network.httpProxyPort") return value.has_value();
  return value ? json::parse(value->value) : fallback(key, like);
}

TEST_CASE("exceptions of the merge") {
  std::ifstream in(CORDON_SOURCE_DIR "/fixtures/settings/merge.jsonl");
  REQUIRE(in.good());
  size_t rows = 0;
  for (std::string line; std::getline(in, line); rows++) {
    const json row = json::parse(line);
    const std::string name = row["name"];
    CAPTURE(name);
    ScratchWorld world;
    const settings::Effective effective = resolve_row(world, row);
    for (const auto& [key, value] : row["values"].items()) {
      if (key == "may be auto") continue;  // not in the posture
      // Of a repository's allowRead the runtime takes out just those items that lie below a path which policy denies.
      if (key == "sandbox.filesystem.allowRead" && name.ends_with(" denies reads; project: read holes")) continue;
      const std::string shown = key;
      CAPTURE(shown);
      CHECK(sorted(ours(effective, key, value)).dump() == sorted(value).dump());
    }
  }
  CHECK(rows >= 300);
}

// Keys that only show in what happens (tests/live/watch.py): whether the loose value is in force.
bool is_in_force(const settings::Effective& effective, const json& row) {
  const auto value = effective.find(row["key"].get<std::string>());
  if (!row["loose"].is_boolean()) return value.has_value();
  return (value && value->value == "true") == row["loose"].get<bool>();
}

TEST_CASE("exceptions that only show in what happens") {
  std::ifstream in(CORDON_SOURCE_DIR "/fixtures/settings/watched.jsonl");
  REQUIRE(in.good());
  size_t rows = 0;
  for (std::string line; std::getline(in, line); rows++) {
    const json row = json::parse(line);
    const std::string name = row["name"].get<std::string>() + " on " + row["version"].get<std::string>();
    CAPTURE(name);
    ScratchWorld world;
    CHECK(is_in_force(resolve_row(world, row), row) == row["in_force"].get<bool>());
  }
  CHECK(rows >= 150);
}

}  // namespace
}  // namespace cordon::test
