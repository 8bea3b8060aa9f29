// SPDX-License-Identifier: Apache-2.0
// Every recorded status payload, with the sandbox on and off.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/e2e/statusline/run_program.h"

namespace cordon::test {
namespace fs = std::filesystem;
namespace {

std::vector<fs::path> recorded() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(CORDON_SOURCE_DIR) / "fixtures")) {
    if (entry.path().extension() == ".json" && entry.path().parent_path().filename() == "status") found.push_back(entry.path());
  }
  return found;
}

std::string line_for(const std::string& payload, const char* user_settings, std::vector<std::string> arguments) {
  Scratch scratch;
  scratch.write("home/.claude/settings.json", user_settings);
  Run run;
  run.arguments = std::move(arguments);
  run.environment = scratch.environment();
  run.environment.push_back("COLUMNS=200");
  run.cwd = scratch.root();
  run.input = payload;
  const Outcome outcome = run_statusline(run);
  CHECK(outcome.status == 0);
  return without_escapes(outcome.out);
}

TEST_CASE("recorded payloads") {
  const auto files = recorded();
  REQUIRE(files.size() >= 10);
  for (const fs::path& file : files) {
    CAPTURE(file.string());
    const std::string payload = read_text(file);
    const auto json = nlohmann::json::parse(payload);
    const std::string model = json["model"]["display_name"];
    CHECK(line_for(payload, R"({"sandbox":{"enabled":true}})", {}) == model + " [sandbox]\n");
    CHECK(line_for(payload, R"({"sandbox":{"enabled":false}})", {}) == model + " [NO SANDBOX]\n");
    // 2.1.202 runs sandboxed commands unasked unless it is told otherwise (shared/settings).
    const std::string tag = json["version"] == "2.1.202" ? " [sandbox auto] " : " [sandbox] ";
    CHECK(line_for(payload, R"({"sandbox":{"enabled":true}})", {"--preset", "rich"}).starts_with(model + tag));
    CHECK(line_for(payload, R"({"sandbox":{"enabled":true,"allowUnsandboxedCommands":false}})", {"--preset", "two-line"}).starts_with("[sandbox strict] "));
  }
}

}  // namespace
}  // namespace cordon::test
