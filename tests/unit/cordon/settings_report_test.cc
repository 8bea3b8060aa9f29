// SPDX-License-Identifier: Apache-2.0
// What `cordon settings` prints: the JSON follows its schema, the text names who set what, nothing hostile reaches the terminal.
#include "cordon/settings_report.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cordon/settings_session.h"
#include "tests/schemas/validate.h"
#include "tests/unit/settings/scratch_world.h"

namespace cordon::test {
namespace {

using command::Report;

settings::Effective resolve_in(ScratchWorld& world) {
  settings::Query query;
  query.start_dir = world.base() + "/work";
  query.start_dir_certain = true;
  query.arguments = std::vector<std::string>{"claude"};
  return settings::resolve(world, query);
}

void fill(ScratchWorld& world) {
  world.write("home/.claude/settings.json", "{\"sandbox\":{\"enabled\":true,\"excludedCommands\":[\"git\"],\"bwrapPath\":\"/x\"},\"x\\u001b[31m\":\"\\u202eevil\"}");
  world.write("work/.claude/settings.json", "{\"sandbox\":{\"enabled\":false,\"excludedCommands\":[\"make\",\"git\"]}}");
  world.write("work/.claude/settings.local.json", "{\"statusLine\":5}");
}

TEST_CASE("cordon settings --json follows its schema") {
  ScratchWorld world;
  fill(world);
  const settings::Effective effective = resolve_in(world);
  const testing::Schema schema(CORDON_SOURCE_DIR "/schemas/settings-report.schema.json");
  for (const char* key : {"", "sandbox", "sandbox.enabled", "nothing.like.it"}) {
    const std::string text = report_json(Report{effective, world.base() + "/work", key, {"a note"}});
    CAPTURE(text);
    CHECK(schema.faults(text).empty());
  }
  const auto report = nlohmann::json::parse(report_json(Report{effective, "/w", "sandbox", {}}));
  CHECK(report["posture"]["sandbox"] == "off");
  CHECK(report["values"]["sandbox.enabled"]["value"] == false);
  CHECK(report["values"]["sandbox.enabled"]["overrides"][0]["value"] == true);
  CHECK(report["values"]["sandbox.excludedCommands"]["value"] == nlohmann::json({"make", "git"}));
  CHECK_FALSE(report["values"].contains("sandbox.bwrapPath"));
  CHECK(report["files"][1]["state"] == "dropped");
  CHECK(report["files"][1]["column"] == 15);
}

TEST_CASE("cordon settings for people") {
  ScratchWorld world;
  fill(world);
  const settings::Effective effective = resolve_in(world);
  const std::string all = report_text(Report{effective, world.base() + "/work", "", {}});
  const auto says = [&](const char* part) { return all.find(part) != std::string::npos; };
  CHECK(says("sandbox           off (sandbox.enabled is false in "));
  CHECK(says("expected object for 'statusLine'"));
  CHECK(says("overridden:   true"));
  CHECK(says("not honoured: \"/x\""));
  CHECK(says("[\"make\",\"git\"]  (united)"));
  CHECK(all.find('\x1b') == std::string::npos);
  CHECK(all.find("\u202e") == std::string::npos);
  const std::string one = report_text(Report{effective, "/w", "zzz", {}});
  CAPTURE(one);
  CHECK(one.starts_with("  no settings file in force sets zzz\n  local    dropped  "));
  CHECK(one.ends_with("/work/.claude/settings.local.json:1:15: expected object for 'statusLine'\n"));
}

TEST_CASE("cordon settings shows a value in one line") {
  ScratchWorld world;
  world.write("home/.claude/settings.json", "{\n  \"sandbox\": {\n    \"excludedCommands\": [\n      \"git\",\n      \"a  b\"\n    ]\n  }\n}");
  const std::string all = report_text(Report{resolve_in(world), world.base() + "/work", "", {}});
  CAPTURE(all);
  CHECK(all.find("sandbox.excludedCommands = [\"git\", \"a  b\"] ") != std::string::npos);
}

TEST_CASE("which session is asked about") {
  command::SessionChoice choice;
  choice.dir = "/nonexistent-folder";
  CHECK_FALSE(command::find_session(choice));
  choice.dir = "/";
  choice.arguments = std::vector<std::string>{"--setting-sources", "user"};
  choice.version = "2.1.202";
  const auto session = command::find_session(choice);
  REQUIRE(session);
  CHECK(session->query.start_dir == "/");
  CHECK(session->query.start_dir_certain);
  CHECK(session->query.version == "2.1.202");
  CHECK(session->query.arguments == std::vector<std::string>{"claude", "--setting-sources", "user"});
  choice.pid = "not a number";
  CHECK_FALSE(command::find_session(choice));
}

}  // namespace
}  // namespace cordon::test
