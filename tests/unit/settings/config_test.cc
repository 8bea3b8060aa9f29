// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "shared/settings/config.h"
#include "tests/unit/settings/scratch_world.h"

namespace cordon::test {
namespace {

using namespace settings;

Config load(ScratchWorld& world) {
  Query query;
  query.start_dir = world.base() + "/work";
  return load_config(world, query);
}

// "deny bell masks allow ask 2 paths": everything that differs from row to row in one line.
std::string summary(const Config& c) {
  std::string out = c.on_bypass == OnBypass::kAsk ? "ask" : c.on_bypass == OnBypass::kWarn ? "warn" : "deny";
  if (c.bell) out += " bell";
  if (c.notify) out += " notify";
  out += c.add_guard == AddGuardMode::kMasks ? " masks" : c.add_guard == AddGuardMode::kExplicit ? " explicit" : " off";
  out += c.commit_all == CommitAll::kDeny ? " deny" : " allow";
  out += c.on_touch == OnTouch::kAsk ? " ask" : " deny";
  if (c.outside == Outside::kDeny) out += " outside";
  for (const ProtectedPath& path : c.protected_paths) out += " " + path.pattern;
  return out;
}

struct Row {
  const char* name;
  const char* user;
  const char* project;
  const char* want;
  std::vector<std::string> faults;  // "line:column message", the file's base left out
};

std::string place(const Error& e) { return std::to_string(e.line) + ":" + std::to_string(e.column) + " " + e.message; }

TEST_CASE("cordon.toml") {
  constexpr const char* kDefaults = "ask masks deny ask";
  const Row rows[] = {
      {"both missing", nullptr, nullptr, kDefaults, {}},
      {"empty", "", "", kDefaults, {}},
      {"comments", "# x\n", nullptr, kDefaults, {}},
      {"user decides", "[bypass_warn]\non_bypass='deny'\nbell=true\nnotify=true\n[git_add_guard]\nmode='off'\ncommit_all='allow'\n[protected_paths]\npaths=['a/**','~/.ssh/**','/etc/**']\non_touch='deny'\n",
       nullptr, "deny bell notify off allow deny a/** ~/.ssh/** /etc/**", {}},
      {"outside", "[protected_paths]\noutside='deny'\n", "[protected_paths]\noutside='allow'\n", "ask masks deny ask outside", {"2:9 a project may only tighten: 'protected_paths.outside' is left as it was"}},
      {"outside by the project", nullptr, "[protected_paths]\noutside='deny'\n", "ask masks deny ask outside", {}},
      {"dotted keys", "bypass_warn.on_bypass = \"warn\"\n", nullptr, "warn masks deny ask", {}},
      {"project tightens", "[bypass_warn]\non_bypass='warn'\n", "[bypass_warn]\non_bypass='deny'\n[git_add_guard]\nmode='explicit'\n[protected_paths]\npaths=['b']\non_touch='deny'\n",
       "deny explicit deny deny b", {}},
      {"project restores what the user loosened", "[git_add_guard]\nmode='off'\ncommit_all='allow'\n", "[git_add_guard]\nmode='masks'\ncommit_all='deny'\n", kDefaults, {}},
      {"project loosens nothing", nullptr, "[bypass_warn]\non_bypass='warn'\n[git_add_guard]\nmode='off'\ncommit_all='allow'\n", kDefaults,
       {"2:11 a project may only tighten: 'bypass_warn.on_bypass' is left as it was", "5:12 a project may only tighten: 'git_add_guard.commit_all' is left as it was",
        "4:6 a project may only tighten: 'git_add_guard.mode' is left as it was"}},
      {"project adds no foreign paths", nullptr, "[protected_paths]\npaths=['/etc/x','~/y','ok']\n", "ask masks deny ask ok",
       {"2:8 a project may only protect paths of its own: '/etc/x' is left out", "2:17 a project may only protect paths of its own: '~/y' is left out"}},
      {"project cannot take paths away", "[protected_paths]\npaths=['a']\n", "[protected_paths]\npaths=[]\n", "ask masks deny ask a", {}},
      {"unknown section", "[bypas_warn]\non_bypass='deny'\n", nullptr, kDefaults, {"1:1 unknown key 'bypas_warn'"}},
      {"unknown key", "[bypass_warn]\nonbypass='deny'\n", nullptr, kDefaults, {"2:10 unknown key 'bypass_warn.onbypass'"}},
      {"unknown value", "[bypass_warn]\non_bypass='never'\nbell=true\n", nullptr, "ask bell masks deny ask",
       {"2:11 expected one of \"ask\", \"warn\", \"deny\" for 'bypass_warn.on_bypass'"}},
      {"wrong type", "[bypass_warn]\nbell='yes'\non_bypass=1\n[protected_paths]\npaths='x'\n", nullptr, kDefaults,
       {"2:6 expected boolean for 'bypass_warn.bell'", "3:11 expected one of \"ask\", \"warn\", \"deny\" for 'bypass_warn.on_bypass'",
        "5:7 expected list of strings for 'protected_paths.paths'"}},
      {"section is a value", "bypass_warn = 1\n", nullptr, kDefaults, {"1:15 expected table for 'bypass_warn'"}},
      {"item is a number", "[protected_paths]\npaths=['a', 1, '']\n", nullptr, "ask masks deny ask a",
       {"2:13 expected path for 'protected_paths.paths'", "2:16 expected path for 'protected_paths.paths'"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    ScratchWorld world;
    if (row.user != nullptr) world.write("home/.claude/cordon.toml", row.user);
    if (row.project != nullptr) world.write("work/.claude/cordon.toml", row.project);
    const Config config = load(world);
    CHECK(summary(config) == row.want);
    std::vector<std::string> faults;
    for (const Error& error : config.faults) faults.push_back(place(error));
    CHECK(faults == row.faults);
  }
}

TEST_CASE("a file that is not TOML counts for nothing and is reported with its place") {
  for (const char* text : {"[bypass_warn\n", "[bypass_warn]\non_bypass=\n", "on_bypass='deny'\n[x]\n[x]\n", "\xff\xfe", "a='\x01'\n", "\u019e = 1\n", "F\u019e"}) {
    ScratchWorld world;
    world.write("home/.claude/cordon.toml", text);
    const Config config = load(world);
    REQUIRE(config.faults.size() == 1);
    CHECK(config.faults[0].file == world.base() + "/home/.claude/cordon.toml");
    CHECK(config.faults[0].line > 0);
    CHECK(config.on_bypass == OnBypass::kAsk);
  }
}

TEST_CASE("what cannot be read is reported") {
  ScratchWorld world;
  world.make_dir("home/.claude/cordon.toml");
  const Config config = load(world);
  REQUIRE(config.faults.size() == 1);
  CHECK(config.faults[0].message == "not a regular file");
}

TEST_CASE("absent files cost one read each; the home folder's file is not read twice") {
  ScratchWorld world;
  load(world);
  CHECK(world.reads == 2);
  CHECK(world.stats == 0);
  world.write("home/.claude/cordon.toml", "[git_add_guard]\nmode='off'\n");
  Query query;
  query.start_dir = world.base() + "/home";
  const Config config = load_config(world, query);
  CHECK(config.add_guard == AddGuardMode::kOff);
  CHECK(config.faults.empty());
  world.set("CLAUDE_CONFIG_DIR", world.base() + "/cfg");
  CHECK(load(world).add_guard == AddGuardMode::kMasks);
}

}  // namespace
}  // namespace cordon::test
