// SPDX-License-Identifier: Apache-2.0
// Every row of fixtures/statusline/cases.jsonl, on the real program with the rich preset; rows that are settled elsewhere
// are named with the place.
#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/e2e/statusline/run_program.h"

namespace cordon::test {
namespace {

using Json = nlohmann::json;

std::map<std::string, Json> rows() {
  std::map<std::string, Json> found;
  std::istringstream text(read_text(CORDON_SOURCE_DIR "/fixtures/statusline/cases.jsonl"));
  for (std::string line; std::getline(text, line);) {
    Json row = Json::parse(line);
    found[row["id"]] = row;
  }
  return found;
}

struct Stage {
  Scratch scratch;
  Stage() { scratch.write("home/.claude/settings.json", R"({"sandbox":{"enabled":true}})"); }
  std::string line(const Json& payload, std::vector<std::string> extra = {"COLUMNS=200"}, const char* preset = "rich") const {
    Run run;
    run.arguments = {"--preset", preset};
    run.environment = {"HOME=" + scratch.at("home"), "PATH=" + scratch.at("bin")};
    run.environment.insert(run.environment.end(), extra.begin(), extra.end());
    run.cwd = scratch.at("work");
    run.input = payload.dump();
    const Outcome outcome = run_statusline(run);
    CHECK(outcome.status == 0);
    CHECK(outcome.err == "");
    const std::string plain = without_escapes(outcome.out);
    CHECK(plain.find("[sandbox") != std::string::npos);
    CHECK(plain.find_first_of("\x1b\x07\r") == std::string::npos);
    CHECK(plain.find('\n') == plain.size() - 1);
    return outcome.out;
  }
};

std::vector<Json> payloads(const Json& row) {
  const Json& input = row["input"];
  if (input.contains("stdins")) return input["stdins"];
  return {input["stdin"]};
}

std::vector<std::string> texts(const Json& value) {
  if (value.is_string()) return {value.get<std::string>()};
  return value.get<std::vector<std::string>>();
}

void check_payload_row(const Json& row) {
  const Stage stage;
  const Json& expected = row["expected"];
  size_t at = 0;
  for (const Json& payload : payloads(row)) {
    const std::string line = without_escapes(stage.line(payload));
    CAPTURE(line);
    for (const char* key : {"shows", "stdout_utf8"}) {
      if (!expected.contains(key)) continue;
      for (const std::string& text : texts(expected[key])) CHECK(line.find(text) != std::string::npos);
    }
    for (const char* key : {"must_not", "must_not_contain"}) {
      if (expected.contains(key)) CHECK(line.find(expected[key].get<std::string>()) == std::string::npos);
    }
    if (expected.contains("shows_percent") && !expected["shows_percent"][at].is_null()) {
      CHECK(line.find(" " + expected["shows_percent"][at].get<std::string>() + " ") != std::string::npos);
    }
    ++at;
  }
}

std::vector<std::string> environment_of(const Json& variables) {
  std::vector<std::string> out;
  for (const auto& [name, value] : variables.items()) out.push_back(name + "=" + value.get<std::string>());
  return out;
}

TEST_CASE("rows with payloads") {
  const auto all = rows();
  for (const char* id : {"SL-001", "SL-003", "SL-004", "SL-007", "SL-029", "SL-033", "SL-034"}) {
    CAPTURE(id);
    check_payload_row(all.at(id));
  }
}

TEST_CASE("SL-022 widths") {
  const Stage stage;
  const Json payload = Json::parse(R"({"model":"Opus 4.6"})");
  const std::vector<std::string> want = {"Opus 4.6 [sandbox]\n", "Opus 4.6 [sandbox]\n", "Opus 4.6 [sandbox]\n", "Opus 4.6 [sandbox]\n", "[sandbox]\n", "Opus 4.6 [sandbox]\n"};
  const Json envs = rows().at("SL-022")["input"]["envs"];
  for (size_t i = 0; i < envs.size(); ++i) CHECK(without_escapes(stage.line(payload, environment_of(envs[i]), "plain")) == want[i]);
}

TEST_CASE("SL-024 colours") {
  const Stage stage;
  const Json row = rows().at("SL-024");
  for (size_t i = 0; i < row["input"]["envs"].size(); ++i) {
    CAPTURE(i);
    const std::string line = stage.line(Json::object(), environment_of(row["input"]["envs"][i]), "plain");
    CHECK((line.find('\x1b') == std::string::npos) == row["expected"]["plain"][i].get<bool>());
  }
}

TEST_CASE("SL-025 locales") {
  const Stage stage;
  const Json row = rows().at("SL-025");
  for (const Json& variables : row["input"]["envs"]) {
    CHECK(stage.line(row["input"]["stdin"], environment_of(variables)).find("日本") != std::string::npos);
  }
}

std::string line_in_repository(const std::map<std::string, std::string>& files, const std::string& folder) {
  const Stage stage;
  for (const auto& [path, text] : files) stage.scratch.write(path, stage.scratch.fill(text));
  const std::string at = stage.scratch.at(folder);
  return without_escapes(stage.line({{"model", "m"}, {"workspace", {{"current_dir", at}, {"project_dir", at}}}}));
}

TEST_CASE("SL-015 worktrees") {
  const char* kHead = "work/repo/.git/worktrees/wt/HEAD";
  for (const char* link : {"gitdir: @ROOT@/work/repo/.git/worktrees/wt\n", "gitdir: ../repo/.git/worktrees/wt\n", "gitdir: @ROOT@/work/repo/.git/worktrees/wt\r\n"}) {
    CAPTURE(link);
    CHECK(line_in_repository({{"work/wt/.git", link}, {kHead, "ref: refs/heads/feat/x"}, {"work/repo/.git/HEAD", "ref: refs/heads/main"}}, "work/wt").find(" feat/x ") != std::string::npos);
  }
}

TEST_CASE("SL-016, SL-017, SL-018 heads") {
  struct Row {
    const char* id;
    std::vector<std::string> want;  // parts of the line, "" for no branch at all
  };
  const Row wanted[] = {{"SL-016", {" 1c9d64c (detached) ", " 1a2b3c4 "}}, {"SL-017", {" trunk ", "", "", ""}}, {"SL-018", {" a<U+001B>[31mb<U+0007> "}}};
  const auto all = rows();
  for (const Row& row : wanted) {
    const Json heads = all.at(row.id)["input"]["heads"];
    REQUIRE(heads.size() == row.want.size());
    for (size_t i = 0; i < heads.size(); ++i) {
      std::string head = heads[i];
      if (const size_t remark = head.find(" ("); remark != std::string::npos) head.resize(remark);
      CAPTURE(head);
      const std::string line = line_in_repository({{"work/repo/.git/HEAD", head + "\n"}}, "work/repo");
      CAPTURE(line);
      if (row.want[i].empty()) {
        CHECK(line.find("work/repo -- ") == std::string::npos);
        CHECK(line.find("work/repo --\n") != std::string::npos);
      } else {
        CHECK(line.find(row.want[i]) != std::string::npos);
      }
    }
  }
}

TEST_CASE("SL-018 texts of the payload") {
  const Stage stage;
  const Json row = rows().at("SL-018");
  for (const Json& text : row["input"]["pr_titles"]) {
    stage.line({{"model", {{"display_name", text}}}, {"session_name", text}, {"pr", {{"number", 1}, {"review_state", text}}}, {"agent", {{"name", text}}}});
  }
  CHECK(without_escapes(stage.line({{"model", "line1\nline2"}})).starts_with("line1 line2 [sandbox"));
}

TEST_CASE("no row is forgotten") {
  const std::map<std::string, const char*> elsewhere = {
      {"SL-009", "process_test"}, {"SL-026", "process_test"},
      {"SL-010", "git_test.py: a killed render leaves nothing behind"}, {"SL-011", "git_test.py: beside a loop that commits"},
      {"SL-027", "Windows"}, {"SL-030", "a remark for the documentation"}, {"SL-031", "git_cache_test"},
  };
  const std::map<std::string, int> here = {{"SL-001", 1}, {"SL-003", 1}, {"SL-004", 1}, {"SL-007", 1}, {"SL-015", 1}, {"SL-016", 1}, {"SL-017", 1},
                                           {"SL-018", 1}, {"SL-022", 1}, {"SL-024", 1}, {"SL-025", 1}, {"SL-029", 1}, {"SL-033", 1}, {"SL-034", 1}};
  for (const auto& row : rows()) CHECK_MESSAGE(elsewhere.count(row.first) + here.count(row.first) == 1, row.first);
}

}  // namespace
}  // namespace cordon::test
