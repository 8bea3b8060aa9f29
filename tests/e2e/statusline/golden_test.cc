// SPDX-License-Identifier: Apache-2.0
// Golden cases, one folder each below fixtures/statusline/:
//
//   payload.json  standard input, @ROOT@ stands for the scratch folder; absent: empty input
//   env           one NAME=value a line, exactly this environment; absent: HOME, PATH and TERM of an ordinary session
//   args          one argument a line
//   tools         names of the programs in @ROOT@/bin; absent: bwrap and socat
//   files/        copied to @ROOT@ ("dot-claude" becomes ".claude")
//   want.txt      standard output, byte for byte ("\e" stands for escape)
//   stderr.txt    standard error; absent: nothing
//
// Started in @ROOT@/work/repo. UPDATE_GOLDEN=1 rewrites want.txt.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/e2e/statusline/run_program.h"

namespace cordon::test {
namespace fs = std::filesystem;
namespace {

const fs::path kFixtures = fs::path(CORDON_SOURCE_DIR) / "fixtures";

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> lines;
  std::istringstream text(read_text(file));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

std::set<fs::path> cases() {
  std::set<fs::path> found;
  for (const auto& entry : fs::directory_iterator(kFixtures / "statusline")) {
    if (entry.is_directory()) found.insert(entry.path());
  }
  return found;
}

struct Printed {
  std::string out, err;
};
Printed printed(const fs::path& folder) {
  Scratch scratch;
  if (fs::exists(folder / "tools")) scratch.tools(lines_of(folder / "tools"));
  scratch.copy(folder / "files");
  Run run;
  run.environment = scratch.environment();
  if (fs::exists(folder / "env")) {
    run.environment.clear();
    for (const std::string& line : lines_of(folder / "env")) run.environment.push_back(scratch.fill(line));
  }
  if (fs::exists(folder / "args")) run.arguments = lines_of(folder / "args");
  run.cwd = scratch.at("work/repo");
  if (fs::exists(folder / "payload.json")) run.input = scratch.fill(read_text(folder / "payload.json"));
  const Outcome outcome = run_statusline(run);
  CHECK(outcome.status == 0);
  std::string out = scratch.unfill(outcome.out);
  replace_all(out, "\x1b", "\\e");
  return {out, scratch.unfill(outcome.err)};
}

TEST_CASE("golden cases") {
  const char* update = std::getenv("UPDATE_GOLDEN");
  for (const fs::path& folder : cases()) {
    CAPTURE(folder.filename().string());
    const Printed got = printed(folder);
    if (update != nullptr && *update == '1') {
      std::ofstream(folder / "want.txt", std::ios::binary) << got.out;
      if (!got.err.empty()) std::ofstream(folder / "stderr.txt", std::ios::binary) << got.err;
    }
    CHECK(got.out == read_text(folder / "want.txt"));
    CHECK(got.err == read_text(folder / "stderr.txt"));
  }
  CHECK(cases().size() >= 200);
}

}  // namespace
}  // namespace cordon::test
