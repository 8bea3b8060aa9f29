// SPDX-License-Identifier: Apache-2.0
#include "statusline/segments.h"

#include <doctest/doctest.h>

#include <set>

#include "shared/base/text.h"
#include "statusline/format.h"
#include "statusline/presets.h"
#include "statusline/width.h"
#include "tests/unit/statusline/make_facts.h"

namespace cordon::statusline {
namespace {

using settings::Sandbox;

std::string plain(const Spans& spans) {
  std::string out;
  for (const Span& span : spans) out += span.text;
  return out;
}
std::string shown(std::string_view segment, const Facts& facts, std::string_view options = "", bool brief = false) {
  const Segment* found = find_segment(segment);
  REQUIRE(found != nullptr);
  return plain(found->show(facts, {.options = options, .brief = brief}));
}

TEST_CASE("table and presets agree") {
  std::set<std::string_view> names;
  for (const Segment& segment : segments()) {
    CAPTURE(segment.name);
    CHECK(names.insert(segment.name).second);
    CHECK(!segment.what.empty());
    CHECK(!segment.absent.empty());
    CHECK(!segment.example.empty());
    CHECK((segment.keep == kNeverDropped) == (segment.name == "sandbox"));
  }
  for (const Preset& preset : presets()) {
    CAPTURE(preset.name);
    const auto format = parse_format(preset.format);
    REQUIRE(format);
    CHECK(preset.format.find("{sandbox") != std::string_view::npos);
    CHECK(preset.format.find("{faults") != std::string_view::npos);
    CHECK(find_preset(preset.name) == &preset);
  }
  CHECK(find_segment("nothing") == nullptr);
  CHECK(find_preset("nothing") == nullptr);
}

struct TagRow {
  const char* name;
  settings::Posture posture;
  const char* want;
  Style style;
};

settings::Posture with(settings::Posture posture, auto change) {
  change(posture);
  return posture;
}

TEST_CASE("sandbox") {
  const auto missing = [](settings::Posture& p) { p.backend_missing = true, p.backend = "bwrap missing"; };
  const auto socat = [](settings::Posture& p) { p.backend_missing = true, p.backend = "socat missing"; };
  const TagRow rows[] = {
      {"on", posture(Sandbox::kOn), "[sandbox]", Style::kGood},
      {"strict", with(posture(Sandbox::kOn), [](auto& p) { p.strict = true; }), "[sandbox strict]", Style::kGood},
      {"auto-allow", with(posture(Sandbox::kOn), [](auto& p) { p.auto_allow = true; }), "[sandbox auto]", Style::kUnsure},
      {"strict goes first", with(posture(Sandbox::kOn), [](auto& p) { p.strict = p.auto_allow = true; }), "[sandbox strict]", Style::kGood},
      {"files off goes before strict", with(posture(Sandbox::kOn), [](auto& p) { p.strict = p.files_off = true; }), "[sandbox: files off]", Style::kUnsure},
      {"strict is nothing while it is off", with(posture(Sandbox::kOff), [](auto& p) { p.strict = true; }), "[NO SANDBOX]", Style::kBad},
      {"no file isolation is not green", with(posture(Sandbox::kOn), [](auto& p) { p.files_off = true; }), "[sandbox: files off]", Style::kUnsure},
      {"off", posture(Sandbox::kOff, "nothing switches it on"), "[NO SANDBOX]", Style::kBad},
      {"SB-011 bwrap", with(posture(Sandbox::kOff), missing), "[NO SANDBOX: bwrap missing]", Style::kBad},
      {"socat", with(posture(Sandbox::kOff), socat), "[NO SANDBOX: socat missing]", Style::kBad},
      {"backend missing and failIfUnavailable", with(posture(Sandbox::kRefuses), missing), "[NO SANDBOX: bwrap missing]", Style::kBad},
      {"would refuse", posture(Sandbox::kRefuses, "managed-settings.json does not parse"), "[SANDBOX ?: a new session would not start]", Style::kUnsure},
      {"unknown with reason", posture(Sandbox::kUnknown, "settings.local.json unreadable"), "[SANDBOX ?: settings.local.json unreadable]", Style::kUnsure},
      {"unknown without", posture(Sandbox::kUnknown), "[SANDBOX ?]", Style::kUnsure},
      {"reason is clipped", posture(Sandbox::kUnknown, std::string(100, 'x')), "[SANDBOX ?: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…]", Style::kUnsure},
      {"folder of the reason is left out", posture(Sandbox::kUnknown, "/home/u/a b/.claude/settings.json: permission denied"), "[SANDBOX ?: settings.json: permission denied]", Style::kUnsure},
      {"reason is made safe", posture(Sandbox::kUnknown, "a\x1b[31m\nb"), "[SANDBOX ?: a<U+001B>[31m b]", Style::kUnsure},
  };
  for (const TagRow& row : rows) {
    CAPTURE(row.name);
    const Facts facts = facts_of("{}", row.posture);
    const Spans spans = find_segment("sandbox")->show(facts, {});
    CHECK(plain(spans) == row.want);
    CHECK(spans.front().style == row.style);
    const Spans brief = find_segment("sandbox")->show(facts, {.brief = true});
    CHECK(brief.front().style == row.style);
    CHECK(width_of(brief) <= 12);
    const std::string bare = shown("sandbox", facts, "tag");
    CHECK(bare == (std::string_view(row.want).starts_with("[sandbox ") ? "[sandbox]" : row.want));
  }
}

struct Row {
  const char* name;
  const char* in;
  const char* want;
};
void check_rows(std::string_view segment, std::span<const Row> rows) {
  for (const Row& row : rows) {
    CAPTURE(segment);
    CAPTURE(row.name);
    CHECK(shown(segment, facts_of(row.in)) == row.want);
  }
}

TEST_CASE("model") {
  const Row rows[] = {
      {"display name", R"({"model":{"id":"claude-opus-5-5","display_name":"Opus 5.5"}})", "Opus 5.5"},
      {"id only", R"({"model":{"id":"m"}})", "m"},
      {"empty display name", R"({"model":{"id":"m","display_name":" "}})", "m"},
      {"wrong type", R"({"model":{"id":"m","display_name":5}})", "m"},
      {"string", R"({"model":"claude-x"})", "claude-x"},
      {"null", R"({"model":null})", "Claude"},
      {"absent", "{}", "Claude"},
      {"number", R"({"model":7})", "Claude"},
      {"array", R"({"model":["x"]})", "Claude"},
      {"unreadable payload", "{", "Claude"},
      {"hostile", R"({"model":{"display_name":"\u001b[2Jx\ny\u202e"}})", "<U+001B>[2Jx y<U+202E>"},
      {"long", R"({"model":{"display_name":"0123456789012345678901234567890123456789x"}})", "012345678901234567890123456789012345678…"},
  };
  check_rows("model", rows);
}

TEST_CASE("context") {
  const Row rows[] = {
      {"SL-001 null window", R"({"context_window":null})", "--"},
      {"SL-001 absent", "{}", "--"},
      {"SL-001 null percentage", R"({"context_window":{"context_window_size":200000,"current_usage":null,"used_percentage":null}})", "--"},
      {"SL-003 as given", R"({"context_window":{"used_percentage":70}})", "70%"},
      {"SL-004 a million", R"({"context_window":{"context_window_size":1000000,"current_usage":{"input_tokens":420000},"used_percentage":42}})", "42%"},
      {"SL-007 string", R"({"context_window":{"context_window_size":"200000","used_percentage":"8"}})", "--"},
      {"SL-007 usage is a number", R"({"context_window":{"context_window_size":200000,"current_usage":16000}})", "--"},
      {"SL-034 rounds", R"({"context_window":{"used_percentage":8.6}})", "9%"},
      {"SL-034 below", R"({"context_window":{"used_percentage":-3}})", "0%"},
      {"SL-034 above", R"({"context_window":{"used_percentage":1e9}})", "100%"},
      {"infinite", R"({"context_window":{"used_percentage":1e999}})", "100%"},
      {"zero is known", R"({"context_window":{"used_percentage":0}})", "0%"},
      {"computed", R"({"context_window":{"context_window_size":200000,"current_usage":{"input_tokens":8500,"cache_creation_input_tokens":1500,"cache_read_input_tokens":10000}}})", "10%"},
      {"size zero", R"({"context_window":{"context_window_size":0,"current_usage":{"input_tokens":8500}}})", "--"},
  };
  check_rows("context", rows);
}

TEST_CASE("cost, duration, lines, limits") {
  const Row costs[] = {
      {"half a dollar", R"({"cost":{"total_cost_usd":0.5}})", "$0.50"},   {"rounds", R"({"cost":{"total_cost_usd":0.0125}})", "$0.01"},
      {"zero", R"({"cost":{"total_cost_usd":0}})", "$0.00"},              {"SL-034 huge", R"({"cost":{"total_cost_usd":1e12}})", "$>1M"},
      {"SL-034 null", R"({"cost":{"total_cost_usd":null}})", ""},         {"SL-007 string", R"({"cost":{"total_cost_usd":"0.12"}})", ""},
      {"negative", R"({"cost":{"total_cost_usd":-1}})", ""},              {"absent", "{}", ""},
  };
  check_rows("cost", costs);
  const Row durations[] = {
      {"seconds", R"({"cost":{"total_duration_ms":45000}})", "45s"},
      {"minutes", R"({"cost":{"total_duration_ms":754000}})", "12m"},
      {"hours", R"({"cost":{"total_duration_ms":7500000}})", "2h05m"},
      {"negative", R"({"cost":{"total_duration_ms":-1}})", ""},
      {"infinite", R"({"cost":{"total_duration_ms":1e999}})", ""},
  };
  check_rows("duration", durations);
  const Row lines[] = {
      {"both", R"({"cost":{"total_lines_added":3,"total_lines_removed":1}})", "+3 -1"},
      {"none", R"({"cost":{"total_lines_added":0,"total_lines_removed":0}})", ""},
      {"one missing", R"({"cost":{"total_lines_added":3}})", "+3 -0"},
      {"insane", R"({"cost":{"total_lines_added":1e300}})", ""},
  };
  check_rows("lines", lines);
  const Row limits[] = {
      {"both", R"({"rate_limits":{"five_hour":{"used_percentage":20.4},"seven_day":{"used_percentage":101}}})", "5h 20% 7d 100%"},
      {"one", R"({"rate_limits":{"seven_day":{"used_percentage":8}}})", "7d 8%"},
      {"null", R"({"rate_limits":null})", ""},
  };
  check_rows("limits", limits);
}

TEST_CASE("names of the session") {
  const Row styles[] = {{"default is silent", R"({"output_style":{"name":"default"}})", ""}, {"other", R"({"output_style":{"name":"explanatory"}})", "explanatory"}};
  check_rows("output-style", styles);
  const Row vims[] = {{"SL-007 null", R"({"vim":null})", ""}, {"insert", R"({"vim":{"mode":"INSERT"}})", "INSERT"}};
  check_rows("vim", vims);
  const Row efforts[] = {{"SL-007 null level", R"({"effort":{"level":null}})", ""}, {"medium", R"({"effort":{"level":"medium"}})", "medium"}};
  check_rows("effort", efforts);
  const Row prs[] = {
      {"number", R"({"pr":{"number":12,"url":"x"}})", "#12"},
      {"state", R"({"pr":{"number":12,"review_state":"approved"}})", "#12 approved"},
      {"SL-018 hostile state", R"({"pr":{"number":1,"review_state":"a\u009b31mb"}})", "#1 a<U+009B>31mb"},
      {"wrong number", R"({"pr":{"number":"12"}})", ""},
      {"infinite", R"({"pr":{"number":1e999}})", ""},
  };
  check_rows("pr", prs);
}

TEST_CASE("directory") {
  struct PlaceRow {
    const char* name;
    const char* directory;
    const char* home;
    const char* elsewhere;
    const char* want;
  };
  const PlaceRow rows[] = {
      {"outside home", "/work/repo", "/home/u", "", "/work/repo"},
      {"inside home", "/home/u/src/x", "/home/u", "", "~/src/x"},
      {"home itself", "/home/u", "/home/u", "", "~"},
      {"SL-029 another's home", "/home/alice/x", "/home/al", "", "/home/alice/x"},
      {"home is the root", "/x", "/", "", "/x"},
      {"no home", "/home/u", "", "", "/home/u"},
      {"unknown", "", "/home/u", "", ""},
      {"SL-025 the two fields differ", "/work/repo", "", "/work/日本", "/work/repo (/work/日本)"},
      {"SL-026 bytes", "/work/\xff\xfe", "", "", "/work/\uFFFD\uFFFD"},
      {"SL-018 controls", "/work/a\x1b[31m", "", "", "/work/a<U+001B>[31m"},
      {"long", "/a/very/long/path/that/goes/on/and/on/for/ever/repo", "", "", "/a/v/l/p/t/g/o/a/o/f/e/repo"},
  };
  for (const PlaceRow& row : rows) {
    CAPTURE(row.name);
    Facts facts = facts_of("{}");
    facts.directory = row.directory;
    facts.home = row.home;
    facts.elsewhere = row.elsewhere;
    CHECK(shown("directory", facts) == row.want);
  }
  CHECK(shown("directory", facts_of(R"({"worktree":{"name":"w1","original_cwd":"/work/repo"}})")) == "repo/w1");
  CHECK(shown("directory", facts_of(R"({"worktree":{"name":"w1"}})")) == "w1");
}

TEST_CASE("git") {
  struct HeadRow {
    const char* name;
    git::Head head;
    const char* want;
  };
  const HeadRow rows[] = {
      {"branch", {git::HeadKind::kBranch, "feat/x"}, "feat/x"},
      {"SL-016 detached", {git::HeadKind::kDetached, "1c9d64c593bc7a4ef0e0ae6e8bc5e210b9f9d1b6"}, "1c9d64c (detached)"},
      {"SL-016 branch named like a hash", {git::HeadKind::kBranch, "1a2b3c4"}, "1a2b3c4"},
      {"SL-017 unborn", {git::HeadKind::kUnborn, "trunk"}, "trunk"},
      {"SL-017 unknown", {git::HeadKind::kUnknown, ""}, ""},
      {"SL-018 hostile", {git::HeadKind::kBranch, "a\x1b[31mb\a"}, "a<U+001B>[31mb<U+0007>"},
  };
  for (const HeadRow& row : rows) {
    CAPTURE(row.name);
    Facts facts = facts_of("{}");
    facts.head = row.head;
    CHECK(shown("git", facts) == row.want);
  }
  CHECK(shown("git", facts_of(R"({"worktree":{"branch":"wt/w1"}})")) == "wt/w1");
}

TEST_CASE("mode, bypasses, faults") {
  Facts facts = facts_of("{}");
  CHECK(shown("mode", facts) == "");
  CHECK(shown("bypasses", facts) == "");
  CHECK(shown("faults", facts) == "");
  facts.posture.permission_mode = "default";
  CHECK(shown("mode", facts) == "");
  facts.posture.permission_mode = "plan";
  CHECK(shown("mode", facts) == "");  // only how the session started
  facts.mode_told = true;
  CHECK(shown("mode", facts) == "plan");
  facts.posture.permission_mode = "bypassPermissions";
  CHECK(find_segment("mode")->show(facts, {}).front().style == Style::kBad);
  facts.bypasses = 1;
  CHECK(shown("bypasses", facts) == "1 bypass");
  facts.bypasses = 2;
  CHECK(shown("bypasses", facts) == "2 bypasses");
  facts.faults = {{"expected boolean for 'sandbox.enabled'", "/home/u/.claude/settings.json", 3, 5}};
  CHECK(shown("faults", facts) == "!settings.json:3:5");
  facts.faults.push_back({"permission denied", "/x/settings.local.json", 0, 0});
  CHECK(shown("faults", facts) == "!settings.json:3:5 +1");
  facts.faults.erase(facts.faults.begin());
  CHECK(shown("faults", facts) == "!settings.local.json: permission denied");
  CHECK(shown("faults", facts_of("nonsense")) == "!payload");
}

}  // namespace
}  // namespace cordon::statusline
