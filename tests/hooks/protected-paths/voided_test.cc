// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/voided.h"

#include <doctest/doctest.h>

using namespace cordon;

TEST_CASE("texts that name what the runtime may have a question of its own about") {
  const struct {
    const char* text;
    bool want;
  } kRows[] = {
      {"echo x > .claude/settings.json", true},
      {"echo x > gates.json; touch .envrc", true},
      {"touch .n\"p\"mrc", true},
      {"touch \\.npmrc", true},
      {"touch '.'npmrc", true},
      {"touch $'\\x2enpmrc'", true},
      {"touch {.npmrc,a}", true},
      {"touch a/.{npmrc,x}", true},
      {"touch .np*", true},
      {"x=.npmrc; touch $x", true},
      {"cat <.Git/config", true},
      {"touch lefthook.yml", true},
      {"touch ~/.bashrc", true},
      {"mkdir .githubx", true},
      {"echo x > .github/workflows/ci.yml", false},
      {"sed -i s/a/b/ gates.json", false},
      {"cp ../a ./b", false},
      {"ls . .. ./ ../..", false},
      {"echo 1.5 a.b x..y", false},
      {"git diff main...topic", false},
      {"echo done.", false},
      {"find . -name '*.o'", false},
      {"", false},
  };
  for (const auto& row : kRows) {
    CAPTURE(std::string(row.text));
    CHECK(protected_paths::names_hidden(row.text) == row.want);
  }
}

TEST_CASE("only bypassPermissions drops an ask") {
  const struct {
    const char *mode, *tool, *input;
    bool want;
  } kRows[] = {
      {"bypassPermissions", "Bash", R"({"command":"echo x > .claude/a"})", true},
      {"bypassPermissions", "Edit", R"({"file_path":"/work/repo/.claude/a"})", true},
      {"bypassPermissions", "mcp__fs__write_file", R"({"path":"/work/repo/.git/config"})", true},
      {"bypassPermissions", "Edit", R"({"file_path":"/work/repo/.github/workflows/a"})", false},
      {"bypassPermissions", "Bash", R"({"command":"echo x > gates.json"})", false},
      {"default", "Bash", R"({"command":"echo x > .claude/a"})", false},
      {"acceptEdits", "Edit", R"({"file_path":"/work/repo/.claude/a"})", false},
      {"", "Edit", R"({"file_path":"/work/repo/.claude/a"})", false},
  };
  for (const auto& row : kRows) {
    CAPTURE(std::string(row.mode) + row.input);
    auto read = payload::Payload::read(std::string(R"({"hook_event_name":"PreToolUse","cwd":"/work/repo","permission_mode":")") + row.mode + R"(","tool_name":")" + row.tool +
                                       R"(","tool_input":)" + row.input + "}");
    REQUIRE(read.has_value());
    CHECK(protected_paths::ask_is_void(payload::ToolCall::from(std::move(*read))) == row.want);
  }
}
