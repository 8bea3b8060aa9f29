// SPDX-License-Identifier: Apache-2.0
// wire() and unwire(): idempotent, one the inverse of the other, foreign parts untouched.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cordon/install_wiring.h"

namespace {

using namespace cordon::command;

const WireOptions kOptions{"/n/cordon/bin", std::nullopt, false, {}};
constexpr std::string_view kShell = "Bash|PowerShell|Monitor";

std::string wired(const std::string& in, const WireOptions& options = kOptions) {
  auto out = wire(in, "settings.json", options);
  REQUIRE_MESSAGE(out, (out ? "" : out.error().text()));
  return out->bytes;
}

Json parsed(const std::string& text) { return Json::parse(text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text); }

size_t count_of(const Json& settings, std::string_view program, std::string_view event = "PreToolUse") {
  size_t count = 0;
  for (const auto& group : settings["hooks"][std::string(event)]) {
    if (!group.is_object() || !group.contains("hooks")) continue;
    for (const auto& entry : group["hooks"]) count += entry.contains("command") && entry["command"].get<std::string>().find(program) != std::string::npos;
  }
  return count;
}

const std::string kFiles[] = {
    "{}", "{}\n", "{ }", R"({"model":"opus"})", "{\n  \"model\": \"opus\"\n}\n", "{\n\t\"model\": \"opus\"\n}", "{\r\n    \"model\": \"opus\"\r\n}\r\n",
    "\xEF\xBB\xBF{\n  \"a\": [1, 2,\n 3]\n}", R"({"hooks":{}})", R"({"hooks":{"PreToolUse":[]}})", "{\n  \"hooks\": {\n    \"PreToolUse\": []\n  }\n}\n",
    R"({"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}})",
    "{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\n        \"matcher\": \"Bash\",\n        \"hooks\": [\n          {\"type\": \"command\", \"command\": \"/f/a\"}\n        ]\n      }\n    ]\n  },\n  \"z\": 1\n}\n",
    R"({"hooks":{"PreToolUse":[{"matcher":"Bash|PowerShell|Monitor","hooks":[{"type":"command","command":"/f/a"},{"type":"command","command":"/f/b"}]}]}})",
    R"({"hooks":{"PreToolUse":[{"hooks":[]},{"matcher":"*"},5,null]}})",
    R"({"statusLine":{"type":"command","command":"~/my.sh","padding":1}})", "{\"statusLine\" : {\"type\":\"command\",\n\"command\":\"x\"}}",
    "{\"\\u00fc\": \"\xF0\x9F\x8E\x89\", \"n\": 1.50, \"n\": 2e3}", "{\n\n  \"a\": {},\n\n\n  \"b\": []\n\n}\n\n",
};

TEST_CASE("three runs: one entry a hook, the same bytes from the first on (IN-001)") {
  for (const std::string& in : kFiles) {
    CAPTURE(in);
    const std::string once = wired(in);
    CHECK(wired(once) == once);
    CHECK(wired(wired(once)) == once);
    const Json settings = parsed(once);
    for (const WiredHook& hook : wired_hooks()) CHECK(count_of(settings, hook.program, hook.event) == 1);
  }
}

TEST_CASE("uninstall without a record gives the bytes back, save for what was empty") {
  for (const std::string& in : kFiles) {
    CAPTURE(in);
    auto first = wire(in, "s", kOptions);
    REQUIRE(first);
    UnwireOptions options;
    options.empty_before = first->empty_before;
    const auto out = unwire(first->bytes, "s", options);
    REQUIRE(out);
    CHECK(out->bytes == (in == "{ }" ? "{}" : in));
  }
}

TEST_CASE("foreign entries come before ours, as they were") {
  const Json settings = parsed(wired(kFiles[13]));
  const Json& groups = settings["hooks"]["PreToolUse"];
  CHECK(groups[0] == parsed(kFiles[13])["hooks"]["PreToolUse"][0]);
  CHECK(groups.size() == 4);
  CHECK(groups[1]["matcher"] == std::string(kShell));
  CHECK(groups[1]["hooks"][0] == Json{{"type", "command"}, {"command", "/n/cordon/bin/bypass-warn"}, {"args", Json::array()}});
  CHECK(groups[1]["hooks"].size() == 2);
}

struct Old {
  const char* name;
  const char* entry;
  const char* program;
};
constexpr Old kOld[] = {
    {"older suite (IN-002)", R"({"type":"command","command":"/old/bin/suite git-add-guard"})", "git-add-guard"},
    {"other fields (IN-003)", R"({"type":"command","command":"/b/suite bypass-warn","timeout":60})", "bypass-warn"},
    {"other folder", R"({"type":"command","command":"/p/cordon/bin/bypass-warn","args":[]})", "bypass-warn"},
    {"with an if filter", R"x({"type":"command","command":"/n/cordon/bin/git-add-guard","args":[],"if":"Bash(git *)"})x", "git-add-guard"},
    {"async", R"({"type":"command","command":"/n/cordon/bin/git-add-guard","args":[],"async":true})", "git-add-guard"},
    {"shell form", R"({"type":"command","command":"/n/cordon/bin/git-add-guard"})", "git-add-guard"},
};

TEST_CASE("older forms are replaced, in a group of their own or shared with a foreign hook") {
  for (const Old& old : kOld) {
    for (const std::string_view matcher : {std::string_view("Bash"), kShell}) {
      for (const char* foreign : {"", R"({"type":"command","command":"/f/a"},)"}) {
        CAPTURE(old.name);
        CAPTURE(matcher);
        const std::string in = R"({"hooks":{"PreToolUse":[{"matcher":")" + std::string(matcher) + R"(","hooks":[)" + foreign + old.entry + "]}]}}";
        const Json settings = parsed(wired(in));
        CHECK(count_of(settings, old.program) == 1);
        CHECK(count_of(settings, "/f/a") == (*foreign != 0 ? 1 : 0));
        CHECK(count_of(settings, std::string("/n/cordon/bin/") + old.program) == 1);
        CHECK(wired(wired(in)) == wired(in));
      }
    }
  }
}

TEST_CASE("what the person added to our entry stays") {
  const Json first = parsed(wired("{}"));
  Json changed = first;
  changed["hooks"]["PreToolUse"][0]["hooks"][0]["timeout"] = 30;
  changed["statusLine"]["padding"] = 0;
  CHECK(wired(changed.dump(2)) == changed.dump(2));
}

TEST_CASE("strict stays until it is taken back") {
  WireOptions options = kOptions;
  options.strict = true;
  const std::string strict = wired("{}", options);
  CHECK(parsed(strict)["hooks"]["PreToolUse"][1]["hooks"][0]["onFailure"] == "block");
  CHECK(wired(strict) == strict);
  options.strict = false;
  CHECK(wired(strict, options) == wired("{}"));
}

TEST_CASE("a second entry of the same program goes") {
  Json twice = parsed(wired("{}"));
  twice["hooks"]["PreToolUse"].push_back(twice["hooks"]["PreToolUse"][0]);
  CHECK(parsed(wired(twice.dump())) == parsed(wired("{}")));
}

TEST_CASE("the status line of another is kept, replaced with force, brought back") {
  const std::string in = "{\n  \"statusLine\": {\"type\": \"command\", \"command\": \"~/my.sh\"},\n  \"a\": 1\n}";
  const auto kept = wire(in, "s", kOptions);
  REQUIRE(kept);
  CHECK(kept->foreign_status_line == "~/my.sh");
  CHECK(parsed(kept->bytes)["statusLine"] == parsed(in)["statusLine"]);
  WireOptions force = kOptions;
  force.force = true;
  const auto replaced = wire(in, "s", force);
  REQUIRE(replaced);
  CHECK(parsed(replaced->bytes)["statusLine"]["command"] == "/n/cordon/bin/statusline");
  UnwireOptions options;
  options.status_line_before = replaced->status_line_before;
  CHECK(unwire(replaced->bytes, "s", options)->bytes == in);
}

TEST_CASE("uninstall takes ours out of shared groups and leaves the order (IN-013)") {
  const std::string in =
      R"({"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/f/a"},{"type":"command","command":"/x/bypass-warn","args":[]},)"
      R"({"type":"command","command":"/f/b"}]},{"matcher":"Edit","hooks":[{"type":"command","command":"/x/protected-paths","args":[]}]}],)"
      R"("PostToolUse":[{"hooks":[{"type":"command","command":"/x/bypass-warn"}]}]},"statusLine":{"type":"command","command":"/h/cordon/bin/statusline"}})";
  CHECK(unwire(in, "s", {})->bytes ==
        R"({"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/f/a"},{"type":"command","command":"/f/b"}]}]}})");
}

TEST_CASE("unwire without anything of ours changes nothing") {
  for (const std::string& in : kFiles) CHECK(unwire(in, "s", {})->bytes == in);
}

TEST_CASE("wrong types are refused with their place") {
  struct {
    const char *in, *want;
  } const rows[] = {
      {"[]", "s:1:1: expected object, found array"},
      {"5", "s:1:1: expected object, found number"},
      {"{\n  \"hooks\": []\n}", "s:2:12: expected object for 'hooks', found array"},
      {"{\"hooks\": null}", "s:1:11: expected object for 'hooks', found null"},
      {"{\"hooks\": {\"PreToolUse\": {}}}", "s:1:26: expected array for 'hooks.PreToolUse', found object"},
  };
  for (const auto& row : rows) {
    const auto out = wire(row.in, "s", kOptions);
    REQUIRE_FALSE(out);
    CHECK(out.error().text() == row.want);
  }
}

TEST_CASE("disableAllHooks is told") {
  CHECK(wire(R"({"disableAllHooks":true})", "s", kOptions)->hooks_disabled);
  CHECK_FALSE(wire(R"({"disableAllHooks":false})", "s", kOptions)->hooks_disabled);
  CHECK_FALSE(wire("{}", "s", kOptions)->hooks_disabled);
}

}  // namespace
