// SPDX-License-Identifier: Apache-2.0
// Every row is what the runtime did (2.1.332, and 2.1.202 where both were asked).
#include "shared/hook/runtime_shell.h"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/hooks/fake_world.h"

using namespace cordon;
using shell::Dialect;

namespace {

struct Row {
  std::string name;
  std::map<std::string, std::string> environment;
  std::vector<std::string> programs;
  Dialect want;
};

const std::vector<std::string> kBoth = {"/usr/bin/zsh", "/usr/bin/bash", "/bin/bash", "/usr/bin/fish", "/opt/bash", "/opt/zsh"};

}  // namespace

TEST_CASE("the shell the runtime takes") {
  const Row rows[] = {
      {"bash", {{"SHELL", "/bin/bash"}}, kBoth, Dialect::kBash},
      {"zsh", {{"SHELL", "/usr/bin/zsh"}}, kBoth, Dialect::kZsh},
      {"neither: zsh before bash", {{"SHELL", "/usr/bin/fish"}}, kBoth, Dialect::kZsh},
      {"not set", {}, kBoth, Dialect::kZsh},
      {"empty", {{"SHELL", ""}}, kBoth, Dialect::kZsh},
      {"neither, no zsh here", {{"SHELL", "/usr/bin/fish"}}, {"/usr/bin/fish", "/bin/bash"}, Dialect::kBash},
      {"its own", {{"SHELL", "/usr/bin/zsh"}, {"CLAUDE_CODE_SHELL", "/bin/bash"}}, kBoth, Dialect::kBash},
      {"its own, zsh", {{"SHELL", "/bin/bash"}, {"CLAUDE_CODE_SHELL", "/usr/bin/zsh"}}, kBoth, Dialect::kZsh},
      {"its own that it does not speak", {{"SHELL", "/bin/bash"}, {"CLAUDE_CODE_SHELL", "/bin/dash"}}, kBoth, Dialect::kBash},
      {"its own that is not there", {{"SHELL", "/usr/bin/zsh"}, {"CLAUDE_CODE_SHELL", "/nonexist/bash"}}, kBoth, Dialect::kZsh},
      {"a bash that is not there", {{"SHELL", "/nonexist/bash"}}, kBoth, Dialect::kBash},
      {"a zsh that is not there, another is", {{"SHELL", "/nonexist/zsh"}}, kBoth, Dialect::kZsh},
      {"a zsh that is not there, none is", {{"SHELL", "/nonexist/zsh"}}, {"/bin/bash"}, Dialect::kBash},
      {"a name", {{"SHELL", "zsh"}}, kBoth, Dialect::kZsh},
      {"elsewhere", {{"SHELL", "/opt/bash"}}, kBoth, Dialect::kBash},
      {"found by PATH", {{"PATH", "/opt"}}, {"/opt/zsh", "/bin/bash"}, Dialect::kZsh},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    test::FakeWorld world;
    world.variables = row.environment;
    for (const std::string& program : row.programs) world.files[program] = "";
    CHECK(hook::runtime_shell(world) == row.want);
  }
}
