// SPDX-License-Identifier: Apache-2.0
// Layouts measured on the real runtime: fixtures/settings/oracle.jsonl (given) and measured.jsonl (ours, tests/live/settings
// shows how). Each is built in a scratch folder; the library has to say what the runtime did.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "shared/base/path.h"
#include "shared/settings/files.h"
#include "tests/unit/settings/scratch_world.h"

namespace cordon::test {
namespace {

using nlohmann::json;

std::string with_base(std::string text, const ScratchWorld& world) {
  for (size_t at; (at = text.find("@BASE@")) != std::string::npos;) text.replace(at, 6, world.base());
  return text == "@PATH_WITHOUT_BWRAP@" ? world.base() + "/nobwrap" : text;
}

std::string start_of(const json& row) { return path::clean("work/" + row.value("cwd", "")); }

void build(ScratchWorld& world, const json& row) {
  if (row.contains("pre")) REQUIRE(world.run(row["pre"], "work"));
  if (row.value("git", true)) world.make_repository("work");
  if (row.contains("worktree")) {
    const std::string path = path::clean("work/" + row["worktree"].get<std::string>());
    world.add_worktree("work", path, std::string(path::base_name(path)));
  }
  for (const auto& [path, text] : row["files"].items()) world.write(path, with_base(text, world));
  const json pads = row.value("pad", json::object());  // files filled up with blanks to this size
  for (const auto& [path, size] : pads.items()) {
    std::string text = row["files"][path];
    text.resize(size.get<size_t>(), ' ');
    world.write(path, text);
  }
  world.make_dir(start_of(row));
  if (row.contains("post")) world.run(row["post"], "work");
  world.make_dir(start_of(row));
  const json env = row.value("env", json::object());
  for (const auto& [name, value] : env.items()) world.set(name, with_base(value, world));
}

settings::Query query_of(const ScratchWorld& world, const json& row) {
  settings::Query query;
  query.start_dir = world.base() + "/" + start_of(row);
  query.start_dir = std::filesystem::canonical(query.start_dir).string();  // the runtime starts in the physical folder
  query.start_dir_certain = true;
  query.version = row.value("version", row["measured"].value("runtime", "2.1.332"));
  std::vector<std::string> arguments = {"claude", "-p", "go", "--output-format", "stream-json", "--verbose", "--allowedTools", "Bash"};
  const json args = row.value("args", json::array());
  for (const auto& argument : args) arguments.push_back(with_base(argument, world));
  if (!row.value("mode_probe", false)) arguments.insert(arguments.end(), {"--permission-mode", "bypassPermissions", "--dangerously-skip-permissions"});
  query.arguments = arguments;
  return query;
}

void check(const json& row) {
  const std::string name = row["name"];
  CAPTURE(name);
  ScratchWorld world;
  build(world, row);
  const settings::Effective effective = settings::resolve(world, query_of(world, row));
  const settings::Posture& posture = effective.posture;
  const json& measured = row["measured"];
  CAPTURE(posture.why);
  if (row.contains("ours")) {  // where we say less than the runtime does, on purpose
    CHECK(settings::sandbox_name(posture.sandbox) == row["ours"].get<std::string>());
    return;
  }
  if (measured["refused"]) {
    CHECK(posture.sandbox == settings::Sandbox::kRefuses);
    return;
  }
  if (!measured["sandboxed"].is_null()) CHECK(settings::sandbox_name(posture.sandbox) == std::string(measured["sandboxed"].get<bool>() ? "on" : "off"));
  if (posture.effective() && !measured["bypass_runs_plain"].is_null()) CHECK(posture.strict == !measured["bypass_runs_plain"].get<bool>());
  if (!measured["mode"].is_null()) CHECK(posture.permission_mode.value_or("") == measured["mode"].get<std::string>());
}

std::string path_of(const char* name) { return std::string(CORDON_SOURCE_DIR "/fixtures/settings/") + name; }

void check_file(const char* name, size_t at_least) {
  std::ifstream in(path_of(name));
  REQUIRE(in.good());
  size_t rows = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) continue;
    check(json::parse(line));
    rows++;
  }
  CHECK(rows >= at_least);
}

TEST_CASE("the layouts measured on the real runtime") { check_file("oracle.jsonl", 167); }
TEST_CASE("layouts we measured ourselves") { check_file("measured.jsonl", 150); }
// What tests/live/settings found and nobody has dealt with; mostly not there.
TEST_CASE("layouts in which we were found wrong") {
  if (std::filesystem::exists(path_of("failures.jsonl"))) check_file("failures.jsonl", 1);
}

}  // namespace
}  // namespace cordon::test
