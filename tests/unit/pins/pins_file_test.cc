// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <string>

#include "../settings/scratch_world.h"
#include "cordon/pins/ask.h"
#include "cordon/pins/pins.h"

using namespace cordon::pins;

namespace {

Pin pin_of(const std::string& toml) {
  auto pins = parse_pins(toml, "pins.toml");
  REQUIRE_MESSAGE(pins.has_value(), (pins ? "" : pins.error().text()));
  REQUIRE(pins->size() == 1);
  return pins->front();
}

}  // namespace

TEST_CASE("the shipped pins are whole") {
  cordon::test::ScratchWorld world;
  const auto list = load_pins(world);
  REQUIRE(list.has_value());
  for (const char* tool : {"bubblewrap", "socat", "claude-code", "git"}) {
    CAPTURE(tool);
    const Pin* pin = find_pin(*list, tool);
    REQUIRE(pin != nullptr);
    CHECK(pin->released.size() == 10);
    CHECK(pin->cooldown_days == 7);
    CHECK_FALSE(pin->purpose.empty());
    CHECK_FALSE(pin->install.empty());
  }
  CHECK(find_pin(*list, "claude-code")->min_version == "2.1.202");
  CHECK(find_pin(*list, "claude-code")->version.empty());
  CHECK(list->notes.empty());
}

TEST_CASE("faults have a place") {
  struct {
    const char *name, *toml, *want;
  } const rows[] = {
      {"not TOML", "[git\n", "pins.toml:1:"},
      {"unknown key", "[git]\nmin_version = \"1.0\"\nprogram = \"git\"\nminversion = \"2\"\n", "pins.toml:4:14: unknown key 'git.minversion'"},
      {"both", "[git]\nprogram = \"git\"\nmin_version = \"1.0\"\nversion = \"1.0\"\n", "pins.toml:1:1: 'git' has both version and min_version: give one"},
      {"neither", "[git]\nprogram = \"git\"\n", "pins.toml:1:1: 'git' has neither version nor min_version"},
      {"a path", "[git]\nmin_version = \"1.0\"\nprogram = \"./git\"\n", "pins.toml:3:11: expected a program's name without folder for 'git.program'"},
      {"no version", "[git]\nprogram = \"git\"\nmin_version = \"; rm\"\n", "pins.toml:3:15: expected a version such as \"1.2.3\" for 'git.min_version'"},
      {"days", "[git]\nprogram = \"git\"\nmin_version = \"1.0\"\ncooldown_days = -1\n", "pins.toml:4:17: expected a number of days for 'git.cooldown_days'"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    const auto pins = parse_pins(row.toml, "pins.toml");
    REQUIRE_FALSE(pins.has_value());
    CHECK(pins.error().text().substr(0, std::string(row.want).size()) == row.want);
  }
}

TEST_CASE("the person's own file") {
  cordon::test::ScratchWorld world;
  world.set("CLAUDE_CONFIG_DIR", world.base() + "/config");
  SUBCASE("replaces single keys, and says what it lowers") {
    world.write("config/pinned-versions.toml", "[claude-code]\nmin_version = \"2.0.0\"\n[mine]\nversion = \"3.1\"\nprogram = \"mine\"\n");
    const auto list = load_pins(world);
    REQUIRE(list.has_value());
    CHECK(find_pin(*list, "claude-code")->npm == "@anthropic-ai/claude-code");
    CHECK(find_pin(*list, "claude-code")->shipped == "min_version 2.1.202");
    REQUIRE(list->notes.size() == 1);
    CHECK(list->notes[0].find("lowers min_version 2.1.202 of 'claude-code' to min_version 2.0.0") != std::string::npos);
    CHECK(find_pin(*list, "mine")->version == "3.1");
    CHECK(find_pin(*list, "git")->origin == "shipped");
  }
  SUBCASE("an exact version takes the place of a floor") {
    world.write("config/pinned-versions.toml", "[git]\nversion = \"2.39.5\"\n");
    CHECK(find_pin(*load_pins(world), "git")->min_version.empty());
  }
  SUBCASE("a broken one is an error, not silence") {
    world.write("config/pinned-versions.toml", "[git]\nmin_version = 2\n");
    const auto list = load_pins(world);
    REQUIRE_FALSE(list.has_value());
    CHECK(list.error().text().find("pinned-versions.toml:2:") != std::string::npos);
  }
  SUBCASE("changing nothing notes nothing") {
    world.write("config/pinned-versions.toml", "[git]\ncooldown_days = 30\n");
    const auto list = load_pins(world);
    REQUIRE(list.has_value());
    CHECK(list->notes.empty());
    CHECK(find_pin(*list, "git")->cooldown_days == 30);
  }
}

TEST_CASE("the version in what programs say of themselves") {
  struct {
    const char *said, *want;
  } const rows[] = {{"git version 2.39.5 (Apple Git-154)\n", "2.39.5"}, {"bubblewrap 0.8.0\n", "0.8.0"}, {"2.1.332 (Claude Code)\n", "2.1.332"}, {"node v20.1.0", "20.1.0"},
                    {"socat by Somebody - see www.example.org\nsocat version 1.7.4.4 on 06 Nov 2022 08:15:51\n", "1.7.4.4"}, {"usage: git\n", ""}, {"", ""}, {"built 2022\n", ""}, {"5 files\n", ""}};
  for (const auto& row : rows) {
    CAPTURE(row.said);
    CHECK(version_in(row.said) == row.want);
  }
}

TEST_CASE("installed against pinned") {
  cordon::test::ScratchWorld world;
  const Pin floor = pin_of("[git]\nprogram = \"git\"\nmin_version = \"2.39.0\"\n"), exact = pin_of("[git]\nprogram = \"git\"\nversion = \"2.39.0\"\n");
  const Pin optional = pin_of("[git]\nprogram = \"git\"\noptional = true\nversion = \"2.39.0\"\n"), elsewhere = pin_of("[git]\nprogram = \"git\"\nsystems = [\"plan9\"]\nversion = \"2.39.0\"\n");
  struct {
    const char* name;
    const Pin& pin;
    Installed installed;
    State want;
  } const rows[] = {
      {"older than the floor", floor, {"/usr/bin/git", "2.30.2", ""}, State::kOlder},
      {"the floor itself", floor, {"/usr/bin/git", "2.39.0", ""}, State::kFits},
      {"above the floor", floor, {"/usr/bin/git", "2.100.0", ""}, State::kFits},
      {"newer than the exact one", exact, {"/usr/bin/git", "2.39.1", ""}, State::kNewer},
      {"the exact one", exact, {"/usr/bin/git", "2.39.0", ""}, State::kFits},
      {"missing", floor, {"", "", ""}, State::kMissing},
      {"optional and not there", optional, {"", "", ""}, State::kAbsent},
      {"another system's", elsewhere, {"", "", ""}, State::kElsewhere},
      {"no version to be had", floor, {"/usr/bin/git", "", "git: exit 1"}, State::kUnknown},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK(check(world, row.pin, row.installed).state == row.want);
  }
}

TEST_CASE("only absolute folders of PATH are searched, and only for what can be started") {
  cordon::test::ScratchWorld world;
  world.make_program("tools/bwrap");
  world.make_dir("folder/bwrap");
  world.write("text/bwrap", "no program");
  const std::string base = world.base();
  world.set("PATH", ".:tools::" + base + "/folder:" + base + "/text:" + base + "/tools");
  CHECK(program_on_path(world, "bwrap") == base + "/tools/bwrap");
  world.set("PATH", ".:tools:");
  CHECK(program_on_path(world, "bwrap").empty());
}
