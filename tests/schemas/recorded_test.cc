// SPDX-License-Identifier: Apache-2.0
// Every payload recorded from a real runtime is valid, and the generated field tables agree with the validator about it.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "shared/payload/fields.h"
#include "shared/payload/payload.h"
#include "tests/schemas/validate.h"

namespace {

namespace fs = std::filesystem;
using cordon::payload::Payload;
using cordon::testing::Schema;

struct Event {
  const char* folder;
  const char* schema;
  size_t at_least;  // payloads of each recorded version: a loop over nothing proves nothing
};
constexpr Event kEvents[] = {
    {"PreToolUse", "pre-tool-use", 40},   {"PostToolUse", "post-tool-use", 20}, {"PostToolUseFailure", "post-tool-use-failure", 5},
    {"ConfigChange", "config-change", 2}, {"SessionStart", "session-start", 2}, {"status", "status-input", 2},
};
constexpr const char* kVersions[] = {"2.1.202", "2.1.332"};

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

size_t check_folder(const fs::path& folder, const Schema& schema) {
  size_t count = 0;
  if (!fs::is_directory(folder)) return 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    ++count;
    const std::string text = read(entry.path());
    CAPTURE(entry.path().string());
    for (const std::string& fault : schema.faults(text)) FAIL_CHECK(fault);
    const auto payload = Payload::read(text);
    REQUIRE(payload.has_value());
    for (const auto& drift : payload->drift()) FAIL_CHECK(drift.path << ": " << drift.detail);
  }
  return count;
}

}  // namespace

TEST_CASE("recorded payloads are valid and known field by field") {
  for (const Event& event : kEvents) {
    const Schema schema(std::string(CORDON_SOURCE_DIR "/schemas/") + event.schema + ".schema.json");
    for (const char* version : kVersions) {
      CAPTURE(std::string(version));
      CAPTURE(std::string(event.folder));
      CHECK(check_folder(fs::path(CORDON_SOURCE_DIR "/fixtures") / version / event.folder, schema) >= event.at_least);
    }
  }
}

TEST_CASE("every recorded tool call has the tool that its shape names") {
  // Tools with a shape of their own must have been recorded, or the shape is a guess: MultiEdit is the known one.
  std::map<std::string, size_t> seen;
  for (const auto& entry : fs::recursive_directory_iterator(CORDON_SOURCE_DIR "/fixtures")) {
    if (entry.path().extension() != ".json" || entry.path().parent_path().filename() != "PreToolUse") continue;
    const auto payload = Payload::read(read(entry.path()));
    REQUIRE(payload.has_value());
    ++seen[payload->text("tool_name").value];
  }
  for (const char* tool : {"Bash", "PowerShell", "Edit", "Write", "NotebookEdit", "Monitor"}) {
    CAPTURE(tool);
    CHECK(seen[tool] > 0);
    CHECK(cordon::payload::shape_of("PreToolUse", tool)->tool == tool);
  }
}
