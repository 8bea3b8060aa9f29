// SPDX-License-Identifier: Apache-2.0
// A profile put into settings and taken out again. More than half of the rows say what must not change.
#include <doctest/doctest.h>

#include <string>

#include "cordon/harden/merge.h"
#include "cordon/harden/toml.h"

namespace {

using namespace cordon;
using harden::Json;

// A profile of one entry of each need.
constexpr const char* kProfile = R"j({"profile":"interactive","summary":"x","blocks":[],"entries":[
 {"id":"on","family":"sandbox","key":"sandbox.enabled","require":true,"reason":"r"},
 {"id":"mode","family":"mode","key":"permissions.defaultMode","prefer":"plan","reason":"r"},
 {"id":"deny","family":"network","key":"permissions.deny","add":["Bash(curl *)","Bash(wget *)"],"reason":"r"},
 {"id":"open","family":"read","key":"sandbox.filesystem.allowRead","grant":["~/.cache","~/.config/gh"],"reason":"r"},
 {"id":"all","family":"interpreters","key":"permissions.allow","never":["Bash","Bash(*)"],"reason":"r"},
 {"id":"off","family":"sandbox","key":"disableAllHooks","never":[true],"reason":"r"},
 {"id":"files","family":"credentials","key":"sandbox.credentials.files","add":[{"path":"~/.netrc","mode":"deny"}],"reason":"r"},
 {"id":"guards","family":"guards","key":"hooks.PreToolUse","guards":["bypass-warn"],"reason":"r"},
 {"id":"touch","family":"guards","key":"protected_paths.on_touch","cordon":true,"require":"deny","reason":"r"},
 {"id":"bypass","family":"guards","key":"bypass_warn.on_bypass","cordon":true,"require":"deny","reason":"r"}
]})j";

harden::Profile profile() { return *harden::read_profile(kProfile, R"({"blocks":{}})", "test", "~/.claude"); }

harden::Merged merged(const std::string& in) {
  auto out = harden::merge(in, "settings.json", profile(), {});
  REQUIRE_MESSAGE(out, (out ? "" : out.error().text()));
  return std::move(*out);
}

// Everything the profile wants stands there already.
constexpr const char* kFull = R"({"sandbox":{"enabled":true,"filesystem":{"allowRead":["~/.cache","~/.config/gh"]},"credentials":{"files":[{"path":"~/.netrc","mode":"deny"}]}},)"
                              R"j("permissions":{"defaultMode":"plan","deny":["Bash(curl *)","Bash(wget *)"]}})j";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST_CASE("must not change: what is as strict already, in any order and layout") {
  struct {
    const char* name;
    std::string in;
  } const rows[] = {
      {"full", kFull},
      {"line end", std::string(kFull) + "\n"},
      {"CRLF and blanks", with(kFull, ",\"permissions\"", ",\r\n\t \"permissions\"")},
      {"BOM", std::string("\xEF\xBB\xBF") + kFull},
      {"more of the person's", with(kFull, "\"Bash(curl *)\"", "\"mine\",\"Bash(curl *)\"")},
      {"other order", with(kFull, "\"Bash(curl *)\",\"Bash(wget *)\"", "\"Bash(wget *)\",\"Bash(curl *)\"")},
      {"another mode of the person's", with(kFull, "\"plan\"", "\"default\"")},
      {"a mask instead of a deny", with(kFull, "\"mode\":\"deny\"", "\"mode\":\"mask\"")},
      {"unknown keys", with(kFull, "{\"sandbox\"", "{\"later\":{\"x\":[1.0e2]},\"sandbox\"")},
      {"duplicate keys, the last one counts", with(kFull, "\"enabled\":true", "\"enabled\":false,\"enabled\":true")},
      {"a wholesale allow rule stays, and is said", with(kFull, "\"deny\":", "\"allow\":[\"Bash(*)\"],\"deny\":")},
      {"hooks switched off stay off", with(kFull, "{\"sandbox\"", "{\"disableAllHooks\":true,\"sandbox\"")},
      {"a foreign hook", with(kFull, "{\"sandbox\"", R"({"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/x/mine"}]}]},"sandbox")")},
      {"a guard that blocks", with(kFull, "{\"sandbox\"", R"({"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"/b/bypass-warn","args":[],"onFailure":"block"}]}]},"sandbox")")},
  };
  for (const auto& row : rows) {
    const auto out = merged(row.in);
    CHECK_MESSAGE(out.bytes == row.in, row.name);
    CHECK_MESSAGE(out.changes.empty(), row.name);
  }
}

TEST_CASE("what changes, and nothing around it") {
  struct {
    const char *name;
    std::string in, want;
  } const rows[] = {
      {"switched off", with(kFull, "\"enabled\":true", "\"enabled\":false"), kFull},
      {"one rule missing", with(kFull, ",\"Bash(wget *)\"", ""), kFull},
      {"behind the person's", with(kFull, "\"Bash(curl *)\",\"Bash(wget *)\"", "\"z\",\"Bash(wget *)\""), with(kFull, "\"Bash(curl *)\",\"Bash(wget *)\"", "\"z\",\"Bash(wget *)\",\"Bash(curl *)\"")},
      {"a guard", with(kFull, "{\"sandbox\"", R"({"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"/b/bypass-warn","args":[]}]}]},"sandbox")"),
       with(kFull, "{\"sandbox\"", R"({"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"/b/bypass-warn","args":[],"onFailure":"block"}]}]},"sandbox")")},
      {"closed by the person: not opened", with(kFull, "\"allowRead\":[\"~/.cache\",\"~/.config/gh\"]", "\"denyRead\":[\"~/.config/gh\"],\"allowRead\":[]"),
       with(kFull, "\"allowRead\":[\"~/.cache\",\"~/.config/gh\"]", "\"denyRead\":[\"~/.config/gh\"],\"allowRead\":[\"~/.cache\"]")},
      {"closed by a Read rule of the person's: not opened", with(with(kFull, "[\"~/.cache\",\"~/.config/gh\"]", "[]"), "[\"Bash(curl *)\"", "[\"Read(~/.config/**)\",\"Bash(curl *)\""),
       with(with(kFull, ",\"~/.config/gh\"", ""), "[\"Bash(curl *)\"", "[\"Read(~/.config/**)\",\"Bash(curl *)\"")},
      {"closed as a whole: nothing opened", with(kFull, "\"allowRead\":[\"~/.cache\",\"~/.config/gh\"]", "\"denyRead\":[\"~/\"]"), with(kFull, "\"allowRead\":[\"~/.cache\",\"~/.config/gh\"]", "\"denyRead\":[\"~/\"]")},
  };
  for (const auto& row : rows) {
    const auto out = merged(row.in);
    CHECK_MESSAGE(out.bytes == row.want, row.name);
    CHECK_MESSAGE(merged(out.bytes).bytes == out.bytes, row.name);  // again: nothing
    const auto back = harden::unmerge(out.bytes, "settings.json", out.changes);
    REQUIRE_MESSAGE(back, row.name);
    CHECK_MESSAGE(back->bytes == row.in, row.name);
    CHECK_MESSAGE(back->notes.empty(), row.name);
  }
}

TEST_CASE("there and back again in every layout, byte for byte") {
  const std::string rows[] = {
      "{}", "{\n}\n", "{\n  \"model\": \"opus\"\n}\n", "{\n\t\"model\": \"opus\",\n\t\"permissions\": {\n\t\t\"deny\": [\n\t\t\t\"x\"\n\t\t]\n\t}\n}",
      "{\r\n    \"permissions\": {\r\n        \"allow\": [\"Read\"]\r\n    }\r\n}\r\n", "\xEF\xBB\xBF{\n  \"sandbox\": {\"enabled\": false}\n}", R"({"permissions":{"deny":[]}})",
      R"({"permissions": {"deny": ["a", "b"]}, "env": {"A": "1"}})", "{\n  \"sandbox\": {\n    \"enabled\": false // no\n  }\n}"};
  for (const std::string& in : rows) {
    auto out = harden::merge(in, "settings.json", profile(), {});
    if (in.find("//") != std::string::npos) {
      CHECK_FALSE(out);
      continue;
    }
    REQUIRE_MESSAGE(out, in);
    CHECK_MESSAGE(out->bytes != in, in);
    CHECK_MESSAGE(merged(out->bytes).changes.empty(), in);
    const auto back = harden::unmerge(out->bytes, "settings.json", out->changes);
    REQUIRE(back);
    CHECK(back->bytes == (in == "{\n}\n" ? "{}\n" : in));
  }
}

TEST_CASE("undo leaves what the person changed since") {
  const std::string before = "{\n  \"permissions\": {\n    \"deny\": [\n      \"mine\"\n    ]\n  }\n}\n";
  const auto out = merged(before);
  std::string edited = with(out.bytes, "\"Bash(curl *)\"", "\"Bash(curl *)\",\n      \"later\"");
  edited = with(edited, "\"enabled\": true", "\"enabled\": false");
  const auto back = harden::unmerge(edited, "settings.json", out.changes);
  REQUIRE(back);
  CHECK(back->bytes.find("\"mine\",\n      \"later\"") != std::string::npos);
  CHECK(back->bytes.find("\"enabled\": false") != std::string::npos);
  CHECK(back->bytes.find("curl") == std::string::npos);
  REQUIRE(back->notes.size() == 1);
  CHECK(back->notes[0] == "left as it is: sandbox.enabled, which you changed since");
}

TEST_CASE("what is refused, with its place") {
  struct {
    const char *in, *want;
  } const rows[] = {
      {"{\"a\":1,}", "settings.json:1:7: not valid JSON"},
      {"[]", "settings.json:1:1: expected an object"},
      {"{\n  \"permissions\": 5\n}", "settings.json:2:18: "},
      {"\xEF\xBB\xBF{\n  \"permissions\": 5\n}", "settings.json:2:18: "},
      {"{\"sandbox\":{\"enabled\":\"true\"}}", "settings.json:1:23: expected boolean for 'sandbox.enabled': the runtime drops the whole file for this; repair it first"},
      {"{\"permissions\":{\"defaultMode\":\"nonsense\"}}", "settings.json:1:31: "},
  };
  for (const auto& row : rows) {
    const auto out = harden::merge(row.in, "settings.json", profile(), {});
    REQUIRE_FALSE(out);
    CHECK_MESSAGE(out.error().text().starts_with(row.want), out.error().text());
  }
}

TEST_CASE("notes: what is weaker and stays") {
  const auto out = merged(with(with(kFull, "\"deny\":", "\"allow\":[\"Bash\"],\"deny\":"), "\"plan\"", "\"acceptEdits\""));
  REQUIRE(out.notes.size() == 3);
  CHECK(out.notes[0].starts_with("kept: your permissions.defaultMode is \"acceptEdits\""));
  CHECK(out.notes[1].find("permissions.allow holds \"Bash\"") != std::string::npos);
  CHECK(out.notes[2].starts_with("not wired here: bypass-warn"));
}

TEST_CASE("hosts of --allow-domain join the list") {
  const auto out = harden::merge(kFull, "settings.json", profile(), {{}, {"proxy.example.org", "proxy.example.org"}});
  REQUIRE(out);
  CHECK(out->bytes.find(R"("allowedDomains":["proxy.example.org"])") != std::string::npos);
}

TEST_CASE("cordon.toml") {
  struct {
    const char *name, *in, *want;
  } const rows[] = {
      {"must not change: as strict", "[protected_paths]\non_touch = \"deny\" # mine\n[bypass_warn]\non_bypass = 'deny'\n", nullptr},
      {"must not change: inline", "protected_paths = {on_touch = \"deny\"}\nbypass_warn.on_bypass = \"deny\"\n", nullptr},
      {"empty", "", "[protected_paths]\non_touch = \"deny\"\n\n[bypass_warn]\non_bypass = \"deny\"\n"},
      {"one looser", "# mine\n[bypass_warn]\nbell = true\non_bypass = \"warn\" # loud\n[protected_paths]\non_touch = \"deny\"\n",
       "# mine\n[bypass_warn]\nbell = true\non_bypass = \"deny\" # loud\n[protected_paths]\non_touch = \"deny\"\n"},
      {"a table that is there", "[bypass_warn]\nbell = true\n[protected_paths]\npaths = [\"a\"]\n",
       "[bypass_warn]\non_bypass = \"deny\"\nbell = true\n[protected_paths]\non_touch = \"deny\"\npaths = [\"a\"]\n"},
      {"other tables", "[statusline]\npreset = \"rich\"\n", "[statusline]\npreset = \"rich\"\n\n[protected_paths]\non_touch = \"deny\"\n\n[bypass_warn]\non_bypass = \"deny\"\n"},
  };
  for (const auto& row : rows) {
    const std::string want = row.want == nullptr ? row.in : row.want;
    const auto out = harden::merge_toml(row.in, "cordon.toml", profile(), {});
    REQUIRE_MESSAGE(out, row.name);
    CHECK_MESSAGE(out->bytes == want, row.name);
    CHECK_MESSAGE(out->changes.empty() == (row.want == nullptr), row.name);
    const auto back = harden::unmerge_toml(out->bytes, "cordon.toml", out->changes);
    REQUIRE(back);
    CHECK_MESSAGE(back->bytes == row.in, row.name);
  }
  for (const char* bad : {"[bypass_warn\n", "[bypass_warn]\non_bypass = 5\n", "bypass_warn = 3\n"}) {
    const auto out = harden::merge_toml(bad, "cordon.toml", profile(), {});
    REQUIRE_FALSE(out);
    CHECK_MESSAGE(out.error().text().starts_with("cordon.toml:"), out.error().text());
  }
  const auto inline_table = harden::merge_toml("bypass_warn = {bell = true}\n", "cordon.toml", profile(), {});
  REQUIRE_FALSE(inline_table);
  CHECK(inline_table.error().text().find("by hand") != std::string::npos);
}

}  // namespace
