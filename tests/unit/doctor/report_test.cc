// SPDX-License-Identifier: Apache-2.0
// The table, the two shapes of the report, and what --fix does to files.
#include <doctest/doctest.h>
#include <stdlib.h>

#include <algorithm>
#include <set>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/fix.h"
#include "cordon/doctor/known_keys.h"
#include "cordon/doctor/report.h"
#include "cordon/doctor/wiring_view.h"
#include "cordon/install_files.h"
#include "fake.h"
#include "tests/schemas/validate.h"

using namespace cordon::doctor;
using namespace cordon::doctor::test;

namespace {

Context context_of(Machine& machine) { return make_context(machine.world, machine.host, "", "interactive"); }

bool has_line(const std::string& text, const std::string& line) { return ("\n" + text).find("\n" + line) != std::string::npos; }

std::string scratch_folder() {
  std::string folder = "/tmp/cordon-doctor-test-XXXXXX";
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  return folder;
}

std::vector<Outcome> outcome_with(Fix fix) {
  static constexpr Check kCheck{"settings.files", "settings", "x", check_files};
  Finding finding = warn("x", {}, "y");
  finding.fix = std::move(fix);
  return {{&kCheck, {finding}}};
}

}  // namespace

TEST_CASE("the table: every check has an area and an id of its own") {
  std::set<std::string_view> seen;
  for (const Check& check : checks()) {
    CAPTURE(check.id);
    CHECK(seen.insert(check.id).second);
    CHECK(check.id.starts_with(std::string(check.area) + "."));
    CHECK(std::any_of(areas().begin(), areas().end(), [&](const Area& area) { return area.id == check.area; }));
    CHECK(list_text().find(check.title) != std::string::npos);
  }
}

TEST_CASE("a check that fails is a finding, and the others run") {
  Machine machine;
  Context context = context_of(machine);
  const Check broken{"settings.broken", "settings", "breaks", [](Context&) -> Findings { throw std::runtime_error("no memory"); }};
  const Outcome outcome = run_check(broken, context);
  REQUIRE(outcome.findings.size() == 1);
  CHECK(outcome.findings[0].status == Status::kFail);
  CHECK(outcome.findings[0].evidence[0] == "no memory");
  CHECK(run_checks(context, {}).size() == checks().size());
}

TEST_CASE("a hostile machine stops nothing") {
  Machine machine;
  machine.world.env_.clear();
  machine.user("{");
  machine.project("\xff");
  machine.local("{\"permissions\":{\"deny\":[null]},\"hooks\":[]}");
  machine.world.write("/home/u/.claude/install.json", "[]");
  Context context = context_of(machine);
  for (const Outcome& outcome : run_checks(context, {})) {
    CAPTURE(outcome.check->id);
    CHECK_FALSE(outcome.findings.empty());
  }
}

TEST_CASE("very large settings") {
  Machine machine;
  std::string keys = "{", rules = "{\"permissions\":{\"deny\":[";
  for (int i = 0; i < 5'000; ++i) keys += "\"key" + std::to_string(i) + "\":1,";
  for (int i = 0; i < 5'000; ++i) rules += "\"Bash(git x" + std::to_string(i) + ")\",";
  machine.project(keys + "\"sandbox\":{}}");
  machine.local(rules + "\"Read(x)\"],\"allow\":[\"Bash(git status)\"]}}");
  Context context = context_of(machine);
  for (const Outcome& outcome : run_checks(context, {"settings", "hooks", "profile.interpreters"})) CHECK(outcome.findings.size() < 1000);
}

TEST_CASE("exit status") {
  static constexpr Check kCheck{"settings.x", "settings", "x", check_files};
  CHECK(exit_status({{&kCheck, {pass("a"), skip("b")}}}) == 0);
  CHECK(exit_status({{&kCheck, {pass("a"), warn("b", {}, "c")}}}) == 1);
  CHECK(exit_status({{&kCheck, {warn("b", {}, "c")}}, {&kCheck, {failure("b", {}, "c"), pass("d")}}}) == 2);
}

TEST_CASE("for programs") {
  Machine machine;
  machine.project("{\"permissions\":{\"deny\":[\"Write(\xc3\xa9)\"],\"allow\":[\"Bash\"]}}");
  Context context = context_of(machine);
  const cordon::testing::Schema schema(CORDON_SOURCE_DIR "/schemas/doctor-report.schema.json");
  const std::vector<Applied> fixes = {{"/a", "b", "-x\n+y\n", "/a.bak", "", true}, {"/c", "d", "", "", "no space", false}};
  const std::string text = report_json(run_checks(context, {}), fixes, context);
  for (const std::string& fault : schema.faults(text)) FAIL_CHECK(fault);
  CHECK(text.find("\"check\":\"settings.write-rules\",\"area\":\"settings\",\"status\":\"fail\"") != std::string::npos);
}

TEST_CASE("for people") {
  static constexpr Check kCheck{"settings.x", "settings", "x", check_files};
  const std::vector<Outcome> outcomes = {{&kCheck, {pass("good", {"a:1", "a:2"}), failure("bad", {"b:1: x\x1b[31m"}, "do this\nthen that"), warn("so", {}, "do"), skip("not here", {"why"})}}};
  const std::string text = report_text(outcomes, {true, false, false});
  CHECK(has_line(text, "  ✓ good\n      a:1\n      … 1 more (--all)\n"));
  CHECK(has_line(text, "  ✗ bad\n      b:1: x<U+001B>[31m\n      → do this\n        then that\n"));
  CHECK(has_line(text, "  ⚠ so\n      → do\n"));
  CHECK(has_line(text, "  ⊘ not here\n      why\n"));
  CHECK(has_line(text, "1 passed, 1 failed, 1 warnings, 1 not applicable"));
  CHECK(has_line(report_text(outcomes, {true, false, true}), "      a:2\n"));
  const std::string ascii = report_text(outcomes, {false, false, false});
  CHECK(has_line(ascii, "  [ok]   good\n"));
  CHECK(has_line(ascii, "  [FAIL] bad\n"));
  CHECK(has_line(ascii, "  [warn] so\n      -> do\n"));
  CHECK(has_line(ascii, "  [--]   not here\n"));
  CHECK(std::all_of(ascii.begin(), ascii.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
}

TEST_CASE("a fix is shown, backed up, written once; a dry run writes nothing") {
  const std::string folder = scratch_folder(), file = folder + "/settings.json";
  REQUIRE(cordon::command::write_file(file, "{\"permissions\":{\"deny\":[\"Write(x)\"]}}\n", 0600).has_value());
  const auto edit = [](const std::string& bytes) -> cordon::Result<std::string> {
    std::string out = bytes;
    if (const size_t at = out.find("Write"); at != std::string::npos) out.replace(at, 5, "Edit");
    return out;
  };
  const auto outcomes = outcome_with({file, "Write becomes Edit", edit});
  cordon::RealWorld world;
  const auto planned = apply_fixes(outcomes, true);
  REQUIRE(planned.size() == 1);
  CHECK(planned[0].diff.find("+{\"permissions\":{\"deny\":[\"Edit(x)\"]}}") != std::string::npos);
  CHECK_FALSE(planned[0].written);
  CHECK(world.read_file(file, 1000)->find("Write") != std::string::npos);
  const auto applied = apply_fixes(outcomes, false);
  REQUIRE(applied.size() == 1);
  CHECK(applied[0].written);
  CHECK(applied[0].fault == "");
  CHECK(*world.read_file(file, 1000) == "{\"permissions\":{\"deny\":[\"Edit(x)\"]}}\n");
  CHECK(*world.read_file(applied[0].backup, 1000) == "{\"permissions\":{\"deny\":[\"Write(x)\"]}}\n");
  CHECK(fixes_text(applied, false).find("to take it back: cp " + applied[0].backup) != std::string::npos);
  CHECK(apply_fixes(outcomes, false).empty());
  world.remove_folder(folder);
}

TEST_CASE("a fix that cannot be applied says why") {
  const auto outcomes = outcome_with({"/dev/null", "x", [](const std::string&) -> cordon::Result<std::string> { return std::string("y"); }});
  const auto applied = apply_fixes(outcomes, false);
  REQUIRE(applied.size() == 1);
  CHECK_FALSE(applied[0].written);
  CHECK(applied[0].fault != "");
}

TEST_CASE("the fixes that the checks offer") {
  Machine machine;
  machine.project("{\n  \"permissions\": {\"deny\": [\"Write(a)\", \"Read(b)\"], \"ask\": [\"Write(c)\"], \"allow\": [\"Write(d)\"]}\n}\n");
  const Findings findings = machine.run(check_inert_write);
  const auto fixable = std::count_if(findings.begin(), findings.end(), [](const Finding& finding) { return finding.fix.has_value(); });
  CHECK(findings.size() == 3);
  CHECK(fixable == 1);
  const auto first = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) { return finding.fix.has_value(); });
  const auto text = first->fix->edit(machine.world.read_file(first->fix->path, 10000).value());
  REQUIRE(text.has_value());
  CHECK(*text == "{\n  \"permissions\": {\"deny\": [\"Edit(a)\", \"Read(b)\"], \"ask\": [\"Edit(c)\"], \"allow\": [\"Write(d)\"]}\n}\n");

  Machine twice;
  std::string settings = healthy();
  const size_t at = settings.find("\"args\":[]");
  REQUIRE(at != std::string::npos);
  settings.replace(at, 9, "\"args\":[],\"if\":\"Bash(git *)\"");
  twice.user(settings);
  const Findings form = twice.run(check_form);
  REQUIRE(form.size() == 1);
  REQUIRE(form[0].fix.has_value());
  CHECK(form[0].fix->edit(settings).value() == healthy());
  twice.world.write("/home/u/.claude/cordon/bin/bypass-warn", "", 0644);  // wiring to what cannot start would be worse
  CHECK_FALSE(twice.run(check_form)[0].fix.has_value());
}

TEST_CASE("edit distance") {
  CHECK(edit_distance("sandbox", "sandbox") == 0);
  CHECK(edit_distance("sandbx", "sandbox") == 1);
  CHECK(edit_distance("enabeld", "enabled") == 1);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
}
