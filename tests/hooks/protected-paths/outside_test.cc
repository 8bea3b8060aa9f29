// SPDX-License-Identifier: Apache-2.0
// [protected_paths] outside = "deny": what the file tools may write.
#include <doctest/doctest.h>

#include "hooks/protected-paths/process.h"
#include "hooks/protected-paths/rule.h"
#include "shared/settings/query.h"
#include "tests/hooks/fake_world.h"

using namespace cordon;
using settings::Outside;

namespace {

struct Row {
  const char* name;
  const char* tool;
  const char* input;
  bool denied;
};

payload::Decision decided(test::FakeWorld& world, const std::string& tool, const std::string& input, Outside outside) {
  auto read = payload::Payload::read(R"({"hook_event_name":"PreToolUse","cwd":"/work/repo/src","tool_name":")" + tool + R"(","tool_input":)" + input + "}");
  REQUIRE(read.has_value());
  settings::Config config;
  config.outside = outside;
  settings::Query query = settings::query_for(world, {});
  query.start_dir = "/work/repo";
  hook::Settings fixed(settings::Posture{}, config, query);
  return protected_paths::decide(payload::ToolCall::from(std::move(*read)), fixed, world);
}

}  // namespace

TEST_CASE("files outside the project") {
  const Row rows[] = {
      {"home", "Write", R"({"file_path":"/home/u/notes.txt","content":"x"})", true},
      {"system", "Edit", R"({"file_path":"/etc/hosts"})", true},
      {"beside the project", "Write", R"({"file_path":"/work/repo2/a"})", true},
      {"up and out", "Write", R"({"file_path":"/work/repo/../other/a"})", true},
      {"relative, up and out", "MultiEdit", R"({"file_path":"../../other/a"})", true},
      {"notebook", "NotebookEdit", R"({"notebook_path":"/home/u/a.ipynb"})", true},
      {"the runtime's own settings", "Write", R"({"file_path":"/home/u/.claude/settings.json"})", true},
      {"in the project", "Write", R"({"file_path":"/work/repo/a","content":"x"})", false},
      {"relative", "Edit", R"({"file_path":"a.c"})", false},
      {"up and in", "Edit", R"({"file_path":"../lib/a.c"})", false},
      {"temporary", "Write", R"({"file_path":"/tmp/a"})", false},
      {"TMPDIR", "Write", R"({"file_path":"/scratch/t/a"})", false},
      {"an additional folder", "Write", R"({"file_path":"/srv/shared/a"})", false},
      {"an additional folder of the home", "Edit", R"({"file_path":"/home/u/notes/a.md"})", false},
      {"a plan", "Write", R"({"file_path":"/home/u/.claude/plans/p.md"})", false},
      {"the runtime's memory", "Edit", R"({"file_path":"/home/u/.claude/projects/-work-repo/memory/a.md"})", false},
      {"reading", "Read", R"({"file_path":"/etc/hosts"})", false},
      {"the shell is the sandbox's", "Bash", R"({"command":"echo x > /home/u/notes.txt"})", false},
      {"no file of this machine", "mcp__web__create", R"({"path":"/etc/x"})", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    test::FakeWorld world;
    world.variables["TMPDIR"] = "/scratch/t";
    world.files["/home/u/.claude/settings.json"] = R"({"permissions":{"additionalDirectories":["/srv/shared","~/notes"]}})";
    const auto decision = decided(world, row.tool, row.input, Outside::kDeny);
    CHECK((decision.verdict == payload::Verdict::kDeny) == row.denied);
    if (row.denied) CHECK(decision.reason.find("OUTSIDE THE PROJECT") == 0);
    CHECK(decided(world, row.tool, row.input, Outside::kAllow).verdict != payload::Verdict::kDeny);
  }
}
