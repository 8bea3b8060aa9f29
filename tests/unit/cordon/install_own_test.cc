// SPDX-License-Identifier: Apache-2.0
// Which entries are ours: by the program's name, not its path (IN-002); half of the rows are foreign ones.
#include <doctest/doctest.h>

#include "cordon/install_wiring.h"

namespace {

using namespace cordon::command;

struct Row {
  const char* entry;
  const char* want;
};

constexpr Row kEntries[] = {
    {R"({"type":"command","command":"/home/u/.claude/cordon/bin/bypass-warn","args":[]})", "bypass-warn"},
    {R"({"type":"command","command":"/opt/my tools/git-add-guard","args":[]})", "git-add-guard"},
    {R"({"type":"command","command":"/old/bin/protected-paths"})", "protected-paths"},
    {R"({"type":"command","command":"'/opt/my tools/bypass-warn'"})", "bypass-warn"},
    {R"({"type":"command","command":"\"$HOME/.claude/cordon/bin/bypass-warn\""})", "bypass-warn"},
    {R"({"type":"command","command":"~/.claude/cordon/bin/bypass-warn","timeout":60})", "bypass-warn"},
    {R"({"type":"command","command":"/opt/my\\ tools/bypass-warn 2>/dev/null"})", "bypass-warn"},
    {R"({"type":"command","command":"LANG=C /x/bypass-warn"})", "bypass-warn"},
    {R"({"type":"command","command":"/old/bin/suite git-add-guard"})", "git-add-guard"},
    {R"({"type":"command","command":"/b/suite bypass-warn","timeout":60})", "bypass-warn"},
    {R"({"type":"command","command":"/opt/my tools/suite","args":["git-add-guard"]})", "git-add-guard"},
    {R"({"type":"command","command":"bypass-warn"})", "bypass-warn"},

    {R"({"type":"command","command":"/home/u/bin/my-hook"})", ""},
    {R"({"type":"command","command":"/home/u/bin/bypass-warn.sh"})", ""},
    {R"({"type":"command","command":"/home/u/bin/my-git-add-guard"})", ""},
    {R"({"type":"command","command":"echo git-add-guard"})", ""},
    {R"({"type":"command","command":"/usr/bin/logger bypass-warn"})", ""},
    {R"({"type":"command","command":"/x/log.sh; /x/bypass-warn"})", ""},
    {R"({"type":"command","command":"/x/bypass-warn | tee /tmp/log"})", ""},
    {R"({"type":"command","command":"/x/bypass-warn && true"})", ""},
    {R"({"type":"command","command":"/x/protected-paths check --base main"})", ""},
    {R"({"type":"command","command":"/x/protected-paths","args":["check"]})", ""},
    {R"({"type":"command","command":"/x/statusline"})", ""},
    {R"({"type":"command","command":"/x/bypass-warn/run"})", ""},
    {R"({"type":"command","command":""})", ""},
    {R"({"type":"command"})", ""},
    {R"({"type":"command","command":5})", ""},
    {R"({"type":"prompt","prompt":"bypass-warn"})", ""},
    {R"({"type":"http","url":"http://x/bypass-warn","command":"/x/bypass-warn"})", ""},
    {R"("bypass-warn")", ""},
};

TEST_CASE("own hook entries") {
  for (const Row& row : kEntries) {
    CAPTURE(row.entry);
    const auto document = cordon::json::parse(row.entry);
    REQUIRE(document);
    CHECK(own_hook(document->root) == row.want);
  }
}

TEST_CASE("own status lines") {
  struct {
    const char* value;
    bool want;
  } const rows[] = {
      {R"({"type":"command","command":"/home/u/.claude/cordon/bin/statusline"})", true},
      {R"({"type":"command","command":"'/home/my u/.claude/cordon/bin/statusline'","padding":0})", true},
      {R"({"type":"command","command":"~/.claude/cordon/bin/statusline"})", true},
      {R"({"type":"command","command":"/opt/pre/bin/statusline"})", true},
      {R"({"type":"command","command":"/home/u/bin/statusline"})", false},
      {R"({"type":"command","command":"/home/u/.claude/cordon/bin/statusline | cat"})", false},
      {R"({"type":"command","command":"~/.claude/statusline.sh"})", false},
      {R"({"type":"command","command":"statusline"})", false},
      {R"({"type":"command"})", false},
      {R"("statusline")", false},
      {"null", false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.value);
    const auto document = cordon::json::parse(row.value);
    REQUIRE(document);
    CHECK(is_own_status_line(document->root, {"/opt/pre/bin"}) == row.want);
  }
}

TEST_CASE("paths quoted for sh") {
  CHECK(shell_quote("/home/u/.claude/cordon/bin/statusline") == "/home/u/.claude/cordon/bin/statusline");
  CHECK(shell_quote("/my dir/x") == "'/my dir/x'");
  CHECK(shell_quote("/it's") == "'/it'\\''s'");
  CHECK(shell_quote("/a$b`c\"d") == "'/a$b`c\"d'");
  CHECK(shell_quote("/h\xC3\xA9") == "/h\xC3\xA9");
  CHECK(shell_quote("") == "''");
  CHECK(shell_quote("~/x") == "'~/x'");
}

}  // namespace
