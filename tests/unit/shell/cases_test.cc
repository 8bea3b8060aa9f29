// SPDX-License-Identifier: Apache-2.0
// Measured facts: what commands really staged (oracle_git) and wrote (oracle_writes), and cases met by others (shell-parse).
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "shared/shell/walk.h"
#include "tests/shell/walk_dump.h"

using namespace cordon::shell;
using nlohmann::json;

namespace {

std::vector<json> read_rows(const std::string& name) {
  std::vector<json> rows;
  std::ifstream in(std::string(CORDON_SOURCE_DIR) + "/fixtures/shell/" + name);
  for (std::string line; std::getline(in, line);) rows.push_back(json::parse(line));
  REQUIRE(rows.size() > 10);
  return rows;
}

WalkOptions options() {
  WalkOptions o;
  o.start_dir = "/work/repo";
  o.home = "/home/u";
  return o;
}

bool stages(const Invocation& i) {
  if (i.certainty == Certainty::kNotCalled || i.argv.size() < 2 || !i.argv[0].may_be("git")) return false;
  for (const char* name : {"add", "commit", "stage", "update-index", "stash"}) {
    for (const Word& word : i.argv) {
      if (word.may_be(name)) return true;
    }
  }
  return false;
}

/// Interpreters are a documented limit: what python does is not shell.
bool interpreter(const std::string& command) { return command.find("python3") != std::string::npos; }

bool seen(const WalkResult& r) {
  if (!r.opaque.empty()) return true;
  for (const Invocation& i : r.invocations) {
    if (stages(i)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("what staged something is seen") {
  for (const json& row : read_rows("oracle_git.jsonl")) {
    const std::string command = row["command"];
    if (row["staged_or_committed"].empty() || interpreter(command)) continue;
    CAPTURE(command);
    const WalkResult r = walk(command, options());
    CHECK(seen(r));
    CHECK(r.opaque.empty());
  }
}

TEST_CASE("mere mention is not a command") {
  for (const char* command :
       {"cat <<EOF\nhello\ngit add -A", "cat <<EOF\n  EOF\ngit add -A\nEOF", "cat <<'EOF'\n$(git add -A)\nEOF", "cat <<EOF\n\\$(git add -A)\nEOF",
        "git status # git add -A", "alias g=git\ng add -A", "echo \\; git add -A", "grep 'git add -A' f", "echo 'git add -A' \"git add -A\"",
        "[[ 'git add -A' == x ]]", "case 'git add' in x) ;; esac", "x='git add -A'", "x=(git add -A)", "echo git add -A > notes.txt",
        "printf '%s\\n' 'git add -A' | grep add", "# git add -A", ": <<'E'\ngit add -A\nE", "git log --grep='git add -A'", "echo \"\\$(git add -A)\"",
        "echo '`git add -A`'", "man git add", "which git", "command -v git add", "type git", "git help add; git-foo add", "false && git add -A",
        "exit; git add -A", "f() { git add -A; }", "bash -n -c 'git add -A'"}) {
    CAPTURE(command);
    const WalkResult r = walk(command, options());
    CHECK(r.opaque.empty());
    for (const Invocation& i : r.invocations) {
      const bool runs = i.certainty != Certainty::kNotCalled && i.argv.size() > 1 && i.argv[0].is("git") && i.argv[1].is("add");
      CHECK_FALSE(runs);
    }
  }
}

TEST_CASE("files that were changed by a redirection are named") {
  for (const json& row : read_rows("oracle_writes.jsonl")) {
    const std::string command = row["command"];
    CAPTURE(command);
    const WalkResult r = walk(command, options());
    CHECK(r.opaque.empty());
    bool writes = false;
    for (const PlacedRedirect& p : r.redirects) {
      if (!p.redirect.writes || p.redirect.target.literal_prefix().starts_with("/dev/")) continue;
      writes = true;
      for (const json& file : row["changed"]) CAPTURE(file);
      // `2>&1x` is an error bash finds at run time: nothing may be claimed.
      if (row["exit"] == 0) CHECK_FALSE(row["changed"].empty());
    }
    const bool redirection = command.find('>') != std::string::npos && command.find("awk") == std::string::npos &&
                             command.find("HEAD") == std::string::npos && command.find("Path") == std::string::npos;
    if (redirection && !row["changed"].empty()) CHECK(writes);
  }
}

TEST_CASE("cases met by others") {
  const auto check = [](const std::string& id, const std::string& command, bool must_see) {
    CAPTURE(id);
    CAPTURE(command);
    if (!must_see || interpreter(command)) return;
    CHECK(seen(walk(command, options())));
  };
  for (const json& row : read_rows("shell-parse.jsonl")) {
    const std::string id = row["id"];
    const std::string verdict = row["expected"]["verdict"];
    const json& input = row["input"];
    const bool must_see = verdict.starts_with("block");
    if (input.contains("command")) check(id, input["command"], must_see);
    if (input.contains("commands")) {
      for (const json& command : input["commands"]) check(id, command, must_see);
    }
    if (input.contains("pairs")) {
      for (const json& pair : input["pairs"]) check(id, pair[0], pair[1].get<std::string>().starts_with("block"));
    }
  }
}
