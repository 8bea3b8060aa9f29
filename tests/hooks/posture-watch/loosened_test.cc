// SPDX-License-Identifier: Apache-2.0
#include "hooks/posture-watch/loosened.h"


#include "tests/hooks/posture-watch/session.h"

using namespace cordon;
using namespace cordon::test;

namespace {

hook::Snapshot snapshot_of(const std::string& user) {
  Session session(user);
  return hook::take(settings::resolve(session.world, settings::query_for(session.world, {})));
}

struct Row {
  const char* name;
  std::string before, after;
  std::string want;  // the first phrase begins with it; "" nothing
};

const std::string kHooked = R"({"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/b/cordon/bin/bypass-warn","args":[]}]}]}})";

const Row kRows[] = {
    {"switched off", kOn, kOff, "sandbox off (sandbox.enabled is false in /home/u/.claude/settings.json)"},
    {"no longer switched on", kOn, "{}", "sandbox off"},
    {"file dropped as invalid", kOn, "{,}", "sandbox off"},
    {"strict off", R"({"sandbox":{"enabled":true,"allowUnsandboxedCommands":false}})", kOn, "strict off"},
    {"failIfUnavailable off", R"({"sandbox":{"enabled":true,"failIfUnavailable":true}})", kOn, "a missing sandbox is no error any more"},
    {"files off", kOn, R"({"sandbox":{"enabled":true,"filesystem":{"disabled":true}}})", "files not isolated any more"},
    {"weaker", kOn, R"({"sandbox":{"enabled":true,"enableWeakerNestedSandbox":true}})", "isolation weakened: sandbox.enableWeakerNestedSandbox"},
    {"one more excluded", R"({"sandbox":{"enabled":true,"excludedCommands":["git"]}})", R"({"sandbox":{"enabled":true,"excludedCommands":["git","curl"]}})",
     "runs outside the sandbox now: curl"},
    {"one more to write", kOn, R"({"sandbox":{"enabled":true,"filesystem":{"allowWrite":["/"]}}})", "writable in the sandbox now: /"},
    {"denyRead gone", R"({"sandbox":{"enabled":true,"filesystem":{"denyRead":["~/.ssh"]}}})", kOn, "no longer kept from reading: ~/.ssh"},
    {"deny rule gone", R"x({"permissions":{"deny":["Bash(rm *)","Read(x)"]}})x", R"x({"permissions":{"deny":["Read(x)"]}})x", "deny rule gone: Bash(rm *)"},
    {"deny rule became ask", R"x({"permissions":{"deny":["Bash(rm *)"]}})x", R"x({"permissions":{"ask":["Bash(rm *)"]}})x", "deny rule gone: Bash(rm *)"},
    {"ask rule gone", R"x({"permissions":{"ask":["Bash(rm *)"]}})x", "{}", "ask rule gone: Bash(rm *)"},
    {"hook gone", kHooked, "{}", "hook gone: PreToolUse bypass-warn"},
    {"all hooks off", kHooked, R"({"disableAllHooks":true,)" + kHooked.substr(1), "hook gone: PreToolUse bypass-warn"},
    {"bypass mode", "{}", R"({"permissions":{"defaultMode":"bypassPermissions"}})", "sessions start in bypassPermissions mode"},
    {"bypass mode allowed again", R"({"permissions":{"disableBypassPermissionsMode":"disable"}})", "{}", "bypass mode allowed again"},

    {"nothing", kOn, kOn, ""},
    {"blanks", kOn, "{ \"sandbox\" : { \"enabled\" : true } }", ""},
    {"switched on", kOff, kOn, ""},
    {"off and off", kOff, "{}", ""},
    {"strict", kOn, R"({"sandbox":{"enabled":true,"allowUnsandboxedCommands":false}})", ""},
    {"fails if unavailable", kOn, R"({"sandbox":{"enabled":true,"failIfUnavailable":true}})", ""},
    {"one excluded less", R"({"sandbox":{"enabled":true,"excludedCommands":["git","curl"]}})", R"({"sandbox":{"enabled":true,"excludedCommands":["git"]}})", ""},
    {"excluded in another order", R"({"sandbox":{"enabled":true,"excludedCommands":["git","curl"]}})", R"({"sandbox":{"enabled":true,"excludedCommands":["curl","git"]}})", ""},
    {"one to write less", R"({"sandbox":{"enabled":true,"filesystem":{"allowWrite":["/","/x"]}}})", R"({"sandbox":{"enabled":true,"filesystem":{"allowWrite":["/"]}}})", ""},
    {"another denyWrite", kOn, R"({"sandbox":{"enabled":true,"filesystem":{"denyWrite":["/x"]}}})", ""},
    {"another deny rule", R"x({"permissions":{"deny":["Read(x)"]}})x", R"x({"permissions":{"deny":["Read(x)","Bash(rm *)"]}})x", ""},
    {"deny rules in another order", R"({"permissions":{"deny":["A","B"]}})", R"({"permissions":{"deny":["B","A"]}})", ""},
    {"ask rule became deny", R"x({"permissions":{"ask":["Bash(rm *)"]}})x", R"x({"permissions":{"deny":["Bash(rm *)"]}})x", ""},
    {"another hook", "{}", kHooked, ""},
    {"a foreign hook gone", R"({"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/f/my-bypass-warner"}]}]}})", "{}", ""},
    {"another matcher", kHooked, R"({"hooks":{"PreToolUse":[{"matcher":"Bash|Monitor","hooks":[{"type":"command","command":"/b/cordon/bin/bypass-warn","args":[]}]}]}})", ""},
    {"shell form", kHooked, R"({"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"'/b/c d/bypass-warn' 2>/dev/null"}]}]}})", ""},
    {"leaves bypass mode", R"({"permissions":{"defaultMode":"bypassPermissions"}})", "{}", ""},
    {"plan mode", "{}", R"({"permissions":{"defaultMode":"plan"}})", ""},
    {"another model", kOn, R"({"sandbox":{"enabled":true},"model":"x"})", ""},
    {"an allow rule", kOn, R"x({"sandbox":{"enabled":true},"permissions":{"allow":["Bash(ls)"]}})x", ""},
};

}  // namespace

TEST_CASE("what became looser") {
  int silent = 0, rows = 0;
  for (const Row& row : kRows) {
    CAPTURE(std::string(row.name));
    const auto what = posture_watch::loosened(snapshot_of(row.before), snapshot_of(row.after));
    CAPTURE(what.empty() ? std::string("nothing") : what.front());
    CHECK(what.empty() == row.want.empty());
    if (!what.empty()) CHECK(what.front().starts_with(row.want));
    silent += row.want.empty(), ++rows;
  }
  CHECK(silent * 2 >= rows);
}

TEST_CASE("a sandbox that is no longer installed is no change of the settings") {
  hook::Snapshot before = snapshot_of(kOn), after = before;
  after.posture.sandbox = settings::Sandbox::kOff;
  after.posture.backend_missing = true;
  CHECK(posture_watch::loosened(before, after).empty());
}

TEST_CASE("many at once are shortened, hidden characters shown") {
  hook::Snapshot before = snapshot_of(kOn), after = before;
  for (int i = 0; i < 20; ++i) after.allow_write.push_back("/x\x1b" + std::to_string(i));
  const auto what = posture_watch::loosened(before, after);
  REQUIRE(what.size() == 5);
  CHECK(what.back() == "writable in the sandbox now: /x<U+001B>4 and 15 more");
}

TEST_CASE("a snapshot survives being written and read") {
  const hook::Snapshot before = snapshot_of(R"({"sandbox":{"enabled":true,"allowUnsandboxedCommands":false,"excludedCommands":["a\"b"],"filesystem":{"allowWrite":["/w"]}},
    "permissions":{"deny":["D"],"ask":["A"],"defaultMode":"plan"},)" + kHooked.substr(1));
  json::Writer out;
  out.begin();
  hook::write_snapshot(out, before);
  out.end();
  const auto document = json::parse(out.text);
  REQUIRE(document.has_value());
  const hook::Snapshot after = hook::read_snapshot(document->root);
  CHECK(posture_watch::loosened(before, after).empty());
  CHECK(posture_watch::loosened(after, before).empty());
  CHECK(after.files == before.files);
  CHECK(after.posture.strict);
  CHECK(after.posture.permission_mode == "plan");
  CHECK(hook::read_snapshot(json::Value{}).posture.sandbox == settings::Sandbox::kUnknown);
}
