// SPDX-License-Identifier: Apache-2.0
// How the program behaves as a process: input that never ends, closed ends, missing folders. The limits on time are those
// the program promises, with room for a busy machine.
#include <doctest/doctest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "tests/e2e/statusline/run_program.h"

namespace cordon::test {
namespace {

const char kOn[] = R"({"sandbox":{"enabled":true}})";

Run run_in(const Scratch& scratch, std::string input) {
  Run run;
  run.environment = scratch.environment();
  run.environment.push_back("NO_COLOR=1");
  run.cwd = scratch.at("work/repo");
  run.input = std::move(input);
  return run;
}

void check(const Run& run, std::string_view want) {
  const Outcome outcome = run_statusline(run);
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  CHECK(outcome.out == want);
}

TEST_CASE("input that does not end") {
  Scratch scratch;
  scratch.write("home/.claude/settings.json", kOn);
  struct Row {
    const char* name;
    std::string input;
    const char* want;
  };
  const Row rows[] = {
      {"SL-009 complete, writer sleeps", R"({"model":"m"})", "m [sandbox]\n"},
      {"nothing, writer sleeps", "", "Claude [SANDBOX ?] !payload\n"},
      {"half a payload, writer sleeps", R"({"model":"m)", "Claude [SANDBOX ?] !payload\n"},
      {"a 1 MB payload, writer sleeps", R"({"model":"m","x":")" + std::string(1 << 20, 'x') + "\"}", "m [sandbox]\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Run run = run_in(scratch, row.input);
    run.hold_input_open = true;
    check(run, row.want);
  }
}

TEST_CASE("odd payloads") {
  Scratch scratch;
  scratch.write("home/.claude/settings.json", kOn);
  struct Row {
    const char* name;
    std::string input;
    const char* want;
  };
  const Row rows[] = {
      {"10 000 levels deep", R"({"a":)" + std::string(10'000, '[') + std::string(10'000, ']') + "}", "Claude [SANDBOX ?] !payload\n"},
      {"never closed", std::string(100'000, '{'), "Claude [SANDBOX ?] !payload\n"},
      {"50 MB of text", "{\"a\":\"" + std::string(50 << 20, 'x'), "Claude [SANDBOX ?] !payload\n"},
      {"50 MB that are no object", std::string(50 << 20, 'x'), "Claude [SANDBOX ?] !payload\n"},
      {"NUL", std::string("{\"model\":\"m\"\0}", 14), "Claude [SANDBOX ?] !payload\n"},
      {"duplicate keys", R"({"model":"a","model":"b"})", "b [sandbox]\n"},
      {"numbers as strings", R"({"model":"m","version":2,"session_id":7,"cost":"x"})", "m [sandbox]\n"},
      {"session id climbs", R"({"model":"m","session_id":"../../../etc"})", "m [sandbox]\n"},
      {"relative project", R"({"model":"m","workspace":{"project_dir":"."}})", "m [sandbox]\n"},
      {"project with NUL", R"({"model":"m","workspace":{"project_dir":"/a\u0000b"}})", "m [sandbox]\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    check(run_in(scratch, row.input), row.want);
  }
}

TEST_CASE("closed output") {
  Scratch scratch;
  Run run = run_in(scratch, R"({"model":"m"})");
  run.close_output = true;
  CHECK(run_statusline(run).status == 0);
}

TEST_CASE("SL-026 a folder that is not UTF-8") {
  Scratch scratch;
  scratch.write("home/.claude/settings.json", kOn);
  const std::string folder = scratch.at("work/\xff\xfe");
  REQUIRE(mkdir(folder.c_str(), 0700) == 0);
  Run run = run_in(scratch, "{}");
  run.cwd = folder;
  check(run, "Claude [sandbox]\n");
  run.arguments = {"--preset", "rich"};
  check(run, "Claude [sandbox] " + scratch.at("work/") + "\uFFFD\uFFFD --\n");
}

TEST_CASE("settings that are a FIFO are not waited for") {
  Scratch scratch;
  std::filesystem::create_directories(scratch.at("home/.claude"));
  REQUIRE(mkfifo(scratch.at("home/.claude/settings.json").c_str(), 0600) == 0);
  const Outcome outcome = run_statusline(run_in(scratch, R"({"model":"m"})"));
  CHECK(outcome.status == 0);
  CHECK(outcome.out.find("[sandbox]") == std::string::npos);
  CHECK(outcome.out.find("settings.json: ") != std::string::npos);
}

TEST_CASE("no environment at all") {
  Scratch scratch;
  Run run = run_in(scratch, R"({"model":"m"})");
  run.environment.clear();
  const Outcome outcome = run_statusline(run);
  CHECK(outcome.status == 0);
  CHECK(without_escapes(outcome.out).starts_with("m [SANDBOX ?: HOME is not set"));
}

TEST_CASE("help is made from the tables") {
  Scratch scratch;
  Run run = run_in(scratch, "");
  run.arguments = {"--help"};
  const Outcome outcome = run_statusline(run);
  CHECK(outcome.status == 0);
  for (const char* word : {"plain", "rich", "sandbox", "context", "absent: "}) CHECK(outcome.out.find(word) != std::string::npos);
}

}  // namespace
}  // namespace cordon::test
