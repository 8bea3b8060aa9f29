// SPDX-License-Identifier: Apache-2.0
#include "statusline/render.h"

#include <doctest/doctest.h>

#include "shared/base/text.h"
#include "statusline/width.h"
#include "tests/unit/statusline/make_facts.h"

namespace cordon::statusline {
namespace {

using settings::Sandbox;

const char kOpus[] = R"({"model":{"id":"claude-opus-5-5","display_name":"Opus 5.5"}})";

std::string line(const Facts& facts, const Preset& preset, const StyleEnv& env) {
  Look look;
  look.format = format_of(preset);
  return print(render(facts, look, env), look, env.level);
}

Facts missing_backend() {
  Facts facts = facts_of(kOpus, posture(Sandbox::kOff));
  facts.posture.backend_missing = true;
  facts.posture.backend = "bwrap missing";
  return facts;
}

TEST_CASE("plain, with colours") {
  const StyleEnv colours{Level::kNamed, 80};
  CHECK(line(facts_of(kOpus), plain_preset(), colours) == "\x1b[36mOpus 5.5\x1b[0m \x1b[32m[sandbox]\x1b[0m");
  CHECK(line(facts_of(kOpus, posture(Sandbox::kOff)), plain_preset(), colours) == "\x1b[36mOpus 5.5\x1b[0m \x1b[1;31m[NO SANDBOX]\x1b[0m");
  CHECK(line(missing_backend(), plain_preset(), colours) == "\x1b[36mOpus 5.5\x1b[0m \x1b[1;31m[NO SANDBOX: bwrap missing]\x1b[0m");
  CHECK(line(facts_of(kOpus, posture(Sandbox::kUnknown)), plain_preset(), colours) == "\x1b[36mOpus 5.5\x1b[0m \x1b[33m[SANDBOX ?]\x1b[0m");
}

TEST_CASE("plain, without colours") {
  const StyleEnv none{Level::kNone, 80};
  CHECK(line(facts_of(kOpus), plain_preset(), none) == "Opus 5.5 [sandbox]");
  CHECK(line(facts_of("", posture(Sandbox::kOff)), plain_preset(), none) == "Claude [NO SANDBOX] !payload");
  Facts facts = facts_of(kOpus);
  facts.bypasses = 2;
  facts.faults = {{"x", "/a/settings.json", 3, 5}};
  CHECK(line(facts, plain_preset(), none) == "Opus 5.5 [sandbox] 2 bypasses !settings.json:3:5");
}

TEST_CASE("narrow lines drop segments, the tag last and never") {
  struct Row {
    const char* name;
    size_t columns;
    const char* want;
  };
  Facts facts = missing_backend();
  facts.bypasses = 2;
  const Row rows[] = {
      {"all fits", 80, "Opus 5.5 [NO SANDBOX: bwrap missing] 2 bypasses"},
      {"exactly", 47, "Opus 5.5 [NO SANDBOX: bwrap missing] 2 bypasses"},
      {"without the bypasses", 46, "Opus 5.5 [NO SANDBOX: bwrap missing]"},
      {"only the tag", 35, "[NO SANDBOX: bwrap missing]"},
      {"the short tag leaves room for the model", 26, "Opus 5.5 [NO SANDBOX]"},
      {"only the short tag", 20, "[NO SANDBOX]"},
      {"SL-022 narrower than the tag", 5, "[NO SANDBOX]"},
      {"one column", 1, "[NO SANDBOX]"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(line(facts, plain_preset(), {Level::kNone, row.columns}) == row.want);
  }
}

TEST_CASE("rich fits every width and keeps the tag") {
  Facts facts = facts_of(R"({"model":{"display_name":"日本モデル"},"context_window":{"used_percentage":42},"cost":{"total_cost_usd":0.5,
    "total_duration_ms":45000,"total_lines_added":3,"total_lines_removed":1},"vim":{"mode":"NORMAL"},"session_name":"a\u001b]8;;x\nb"})");
  facts.directory = "/home/u/repo";
  facts.home = "/home/u";
  facts.head = {git::HeadKind::kBranch, "main"};
  CHECK(line(facts, *find_preset("rich"), {Level::kNone, 200}) == "日本モデル [sandbox] ~/repo main ████░░░░░░ 42% $0.50 +3 -1 45s a<U+001B>]8;;x b NORMAL");
  for (size_t columns = 1; columns < 120; ++columns) {
    const std::string got = line(facts, *find_preset("rich"), {Level::kNone, columns});
    CAPTURE(got);
    CHECK(got.find("[sandbox]") != std::string::npos);
    CHECK(width_of(std::string_view(got)) <= std::max<size_t>(columns, 9));
    CHECK(got.find('\n') == std::string::npos);
    CHECK(got.find('\x1b') == std::string::npos);
  }
}

}  // namespace
}  // namespace cordon::statusline
