// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <unistd.h>

#include "shared/settings/flags.h"
#include "shared/settings/query.h"
#include "shared/settings/rules.h"
#include "tests/unit/settings/scratch_world.h"

namespace cordon::test {
namespace {

using settings::Flags;
using settings::parse_flags;

struct FlagRow {
  const char* name;
  std::vector<std::string> in;
  const char* settings;  // nullptr: not given
  const char* sources;
  const char* mode;
  bool skip;
};

std::string given(const std::optional<std::string>& value) { return value.value_or("(none)"); }
std::string wanted(const char* value) { return value == nullptr ? "(none)" : value; }

TEST_CASE("the runtime's command line") {
  const FlagRow rows[] = {
      {"nothing", {"claude"}, nullptr, nullptr, nullptr, false},
      {"no arguments at all", {}, nullptr, nullptr, nullptr, false},
      {"separate", {"claude", "--settings", "{}"}, "{}", nullptr, nullptr, false},
      {"joined", {"claude", "--settings={\"a\":\"b=c\"}"}, "{\"a\":\"b=c\"}", nullptr, nullptr, false},
      {"last one wins (measured)", {"claude", "--settings", "a", "--settings", "b"}, "b", nullptr, nullptr, false},
      {"sources", {"claude", "--setting-sources", "user,project"}, nullptr, "user,project", nullptr, false},
      {"sources empty (measured: none)", {"claude", "--setting-sources", ""}, nullptr, "", nullptr, false},
      {"mode", {"claude", "--permission-mode", "plan"}, nullptr, nullptr, "plan", false},
      {"manual is default (measured)", {"claude", "--permission-mode=manual"}, nullptr, nullptr, "default", false},
      {"skip", {"claude", "--dangerously-skip-permissions"}, nullptr, nullptr, nullptr, true},
      {"merely allowing to skip", {"claude", "--allow-dangerously-skip-permissions"}, nullptr, nullptr, nullptr, false},
      {"value of another option", {"claude", "--append-system-prompt", "--settings", "x"}, nullptr, nullptr, nullptr, false},
      {"value of -n", {"claude", "-n", "--dangerously-skip-permissions"}, nullptr, nullptr, nullptr, false},
      {"print takes none", {"claude", "-p", "--settings", "x"}, "x", nullptr, nullptr, false},
      {"after the end of options", {"claude", "--", "--settings", "x"}, nullptr, nullptr, nullptr, false},
      {"in a prompt", {"claude", "-p", "use --settings x and --dangerously-skip-permissions"}, nullptr, nullptr, nullptr, false},
      {"value missing", {"claude", "--settings"}, nullptr, nullptr, nullptr, false},
      {"another program's word first", {"node", "cli.js", "--settings", "x"}, "x", nullptr, nullptr, false},
      {"similar name", {"claude", "--settings-x", "y", "--setting", "z"}, nullptr, nullptr, nullptr, false},
  };
  for (const FlagRow& row : rows) {
    CAPTURE(row.name);
    const Flags flags = parse_flags(row.in);
    CHECK(given(flags.settings) == wanted(row.settings));
    CHECK(given(flags.setting_sources) == wanted(row.sources));
    CHECK(given(flags.permission_mode) == wanted(row.mode));
    CHECK(flags.skip_permissions == row.skip);
  }
}

TEST_CASE("versions") {
  using settings::holds;
  using settings::version_number;
  CHECK(version_number("2.1.332") > version_number("2.1.202"));
  CHECK(version_number("2.1.99") < version_number("2.1.202"));
  CHECK(version_number("10.0.0") > version_number("2.99999.99999"));
  for (const char* bad : {"", "2", "2.1", "x", "2.1.", "2..1", "999999.1.1"}) CHECK(version_number(bad) == 0);
  CHECK(version_number("2.1.332-beta.1") == version_number("2.1.332"));
  CHECK(holds(settings::kStrictIsKept, ""));
  CHECK(holds(settings::kStrictIsKept, "2.1.332"));
  CHECK_FALSE(holds(settings::kStrictIsKept, "2.1.202"));
}

struct QueryRow {
  const char* name;
  const char* project_env;
  const char* agent;
  settings::SessionHints hints;
  const char* start;
  bool certain;
  const char* version;
};

TEST_CASE("where the session started and what it runs") {
  const QueryRow rows[] = {
      {"environment wins", "/work/repo", "", {.cwd = "/work/repo/sub", .project_dir = "/other"}, "/work/repo", true, ""},
      {"made clean", "/work//repo/", "", {}, "/work/repo", true, ""},
      {"relative environment is not taken", "repo", "", {.cwd = "/work/x"}, "/work/x", false, ""},
      {"status payload", "", "", {.cwd = "/work/repo/sub", .project_dir = "/work/repo", .version = "2.1.300"}, "/work/repo", true, "2.1.300"},
      {"hook payload", "", "", {.cwd = "/work/repo/sub"}, "/work/repo/sub", false, ""},
      {"agent", "/w", "claude-code_2-1-332_harness", {}, "/w", true, "2.1.332"},
      {"payload's version wins", "/w", "claude-code_2-1-332_harness", {.version = "2.1.202"}, "/w", true, "2.1.202"},
      {"foreign agent", "/w", "other-tool", {}, "/w", true, ""},
      {"odd agent", "/w", "claude-code_x-y_z", {}, "/w", true, ""},
  };
  for (const QueryRow& row : rows) {
    CAPTURE(row.name);
    ScratchWorld world;
    if (*row.project_env != 0) world.set("CLAUDE_PROJECT_DIR", row.project_env);
    if (*row.agent != 0) world.set("AI_AGENT", row.agent);
    const settings::Query query = settings::query_for(world, row.hints);
    CHECK(query.start_dir == row.start);
    CHECK(query.start_dir_certain == row.certain);
    CHECK(query.version == row.version);
    CHECK_FALSE(query.permission_mode);
  }
  ScratchWorld world;
  CHECK(settings::query_for(world, {.permission_mode = "plan"}).permission_mode == "plan");
  CHECK(settings::query_for(world, {}).start_dir == world.base() + "/work");
}

TEST_CASE("a pid from the environment names no other file") {
  ScratchWorld world;
  for (const char* bad : {"", "self", "../etc", "1/../2", "-1", "99999999999"}) CHECK_FALSE(settings::arguments_of(world, bad));
  const auto own = settings::arguments_of(world, std::to_string(getpid()));
  REQUIRE(own);
  CHECK_FALSE(own->empty());
}

}  // namespace
}  // namespace cordon::test
