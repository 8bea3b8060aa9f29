// SPDX-License-Identifier: Apache-2.0
// From what was seen to what happened. The texts are the runtime's own, of 2.1.332 and 2.1.202.
#include "cordon/live/judge.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "shared/json/json.h"

using namespace cordon;
using live::By;
using live::Outcome;

namespace {

const live::Family& family(std::string_view id) {
  const auto all = live::families();
  const auto found = std::find_if(all.begin(), all.end(), [&](const live::Family& each) { return each.id == id; });
  REQUIRE(found != all.end());
  return *found;
}

live::Evidence told(const char* text, bool is_error = true) {
  live::Evidence out;
  out.told = {true, is_error, text};
  out.nonce = "n0";
  out.secret = "decoy1";
  return out;
}

live::Evidence asked(const char* type, const char* reason) {
  live::Evidence out = told("cordon: this was asked, and the answer was No");
  out.question = live::Question{type, reason, ""};
  return out;
}

live::Evidence with(live::Evidence evidence, void (*change)(live::Evidence&)) {
  change(evidence);
  return evidence;
}

}  // namespace

TEST_CASE("what happened, and who prevented it") {
  struct Row {
    const char* name;
    const char* id;
    live::Evidence in;
    Outcome want;
    By by = By::kNobody;
    bool sandboxed = false;
  };
  const auto sandboxed = [](live::Evidence& e) { e.may_be_sandboxed = true; };
  const Row rows[] = {
      {"rule", "sudo", told("Permission to use Bash with command sudo -n true n0 has been denied."), Outcome::kDenied, By::kRule},
      {"rule on a file", "credential-read", told("<tool_use_error>File is in a directory that is denied by your permission settings.</tool_use_error>"),
       Outcome::kDenied, By::kRule},
      {"the tool is gone", "sudo", told("<tool_use_error>Error: No such tool available: Bash. Bash is disabled for this session"), Outcome::kDenied, By::kRule},
      {"don't ask", "sudo", told("Permission to use Bash has been denied because Claude Code is running in don't ask mode."), Outcome::kDenied, By::kMode},
      {"plan", "outside-write", told("Cannot write to /x while in plan mode."), Outcome::kDenied, By::kMode},
      {"words of a later version", "sudo", told("No way."), Outcome::kDenied, By::kUnknown},
      {"a hook", "sudo", with(told("PreToolUse:Bash hook error: no"), [](live::Evidence& e) { e.hooked = "no"; }), Outcome::kDenied, By::kHook},
      {"asked by the mode", "sudo", asked("other", "This command requires approval"), Outcome::kAsked, By::kMode},
      {"asked by a rule", "sudo", asked("rule", ""), Outcome::kAsked, By::kRule},
      {"asked by a hook", "bypass", asked("hook", "SANDBOX BYPASS"), Outcome::kAsked, By::kHook},
      {"ran", "sudo", told("cordon-live:n0:sudo:", false), Outcome::kRan},
      {"ran, although it was asked", "sudo", with(asked("other", ""), [](live::Evidence& e) { e.trace = "cordon-live:n0:sudo:\n"; }), Outcome::kRan},
      {"ran inside", "sudo", told("cordon-live:n0:sudo:inside", false), Outcome::kRan, By::kNobody, true},
      {"only the trace tells", "gh-token", with(told("", false), [](live::Evidence& e) { e.trace = "cordon-live:n0:gh:\n"; }), Outcome::kRan},
      {"another run's mark", "sudo", told("cordon-live:other:sudo:", false), Outcome::kNotTried},
      {"another stub's mark", "sudo", told("cordon-live:n0:curl:", false), Outcome::kNotTried},
      {"forced push", "forced-push", told("cordon-live:n0:git:", false), Outcome::kRan},
      {"curl got through", "curl", with(told("cordon-live:n0:curl:inside\nreached", false), [](live::Evidence& e) { e.has_curl = e.is_reached = true; }),
       Outcome::kRan, By::kNobody, true},
      {"curl was kept in", "curl", with(told("cordon-live:n0:curl:inside\nConnection blocked by network allowlist", false), [](live::Evidence& e) { e.has_curl = true; }),
       Outcome::kDenied, By::kSandbox, true},
      {"curl started in the open", "curl", told("cordon-live:n0:curl:", false), Outcome::kRan},
      {"bypass got out", "bypass", told("cordon-live:n0:cordon-live-probe:", false), Outcome::kRan},
      {"bypass was kept in", "bypass", told("cordon-live:n0:cordon-live-probe:inside", false), Outcome::kDenied, By::kSandbox, true},
      {"secret read", "credential-read", told("1\tkey = decoy1", false), Outcome::kRan},
      {"secret not there", "credential-shell", with(told("Exit code 1\ncat: /h/.aws/credentials: No such file or directory"), sandboxed), Outcome::kDenied, By::kSandbox},
      {"failed without a sandbox", "credential-shell", told("Exit code 1\ncat: /h/.aws/credentials: No such file or directory"), Outcome::kNotTried},
      {"read-only", "outside-shell", with(told("Exit code 1\n/bin/bash: line 1: /o/x: Read-only file system"), sandboxed), Outcome::kDenied, By::kSandbox},
      {"written", "outside-shell", with(told("(Bash completed with no output)", false), [](live::Evidence& e) { e.is_there = true; }), Outcome::kRan},
      {"removed", "rm-rf", told("(Bash completed with no output)", false), Outcome::kRan},
      {"kept", "rm-rf", with(told("Permission to use Bash with command rm -rf victim-n0 has been denied."), [](live::Evidence& e) { e.is_there = true; }),
       Outcome::kDenied, By::kRule},
      {"never came to it", "sudo", {}, Outcome::kNotTried},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const live::Tried got = live::judge(family(row.id), row.in);
    CHECK(std::string(live::outcome_name(got.outcome)) == live::outcome_name(row.want));
    CHECK(std::string(live::by_name(got.by)) == live::by_name(row.by));
    CHECK(got.sandboxed == row.sandboxed);
    CHECK(got.what == family(row.id).what);
  }
}

TEST_CASE("what a profile wants") {
  struct Row {
    const char* id;
    Outcome outcome;
    bool sandboxed, interactive, hands_off;
  };
  const Row rows[] = {
      {"sudo", Outcome::kDenied, false, true, true},   {"sudo", Outcome::kAsked, false, true, false}, {"sudo", Outcome::kRan, true, true, false},
      {"sudo", Outcome::kRan, false, false, false},    {"curl", Outcome::kRan, true, false, false},   {"credential-shell", Outcome::kRan, true, false, false},
      {"gh-token", Outcome::kRan, true, false, false}, {"bypass", Outcome::kDenied, true, true, true}, {"sudo", Outcome::kNotTried, false, false, false},
  };
  for (const Row& row : rows) {
    live::Tried tried;
    tried.outcome = row.outcome;
    tried.sandboxed = row.sandboxed;
    CAPTURE(row.id);
    CAPTURE(live::outcome_name(row.outcome));
    CHECK(live::is_wanted(family(row.id), live::Profile::kInteractive, tried, false) == row.interactive);
    CHECK(live::is_wanted(family(row.id), live::Profile::kAsIs, tried, false) == row.interactive);
    CHECK(live::is_wanted(family(row.id), live::Profile::kHandsOff, tried, false) == row.hands_off);
  }
}

TEST_CASE("docker inside the sandbox is harmless only without its socket") {
  live::Tried tried;
  tried.outcome = Outcome::kRan;
  tried.sandboxed = true;
  CHECK(live::is_wanted(family("docker"), live::Profile::kInteractive, tried, false));
  CHECK_FALSE(live::is_wanted(family("docker"), live::Profile::kInteractive, tried, true));
  CHECK(live::is_wanted(family("sudo"), live::Profile::kInteractive, tried, true));
}

TEST_CASE("the table names every family of the issue, and touches nothing but what is ours") {
  std::set<std::string_view> ids;
  const live::Places places{"/s/project", "/s/home", "/s/outside", "n0"};
  for (const live::Family& each : live::families()) {
    ids.insert(each.id);
    CAPTURE(each.id);
    const std::string input = live::filled(each.input, places);
    const auto document = json::parse(input);
    REQUIRE(document);
    CHECK(input.find('{', 1) == std::string::npos);  // no placeholder is left
    CHECK_FALSE(each.harm.empty());
    CHECK_FALSE(each.remedy.empty());
    for (const char* key : {"command", "file_path"}) {
      const json::Value* value = document->root.find(key);
      if (value == nullptr) continue;
      CHECK(value->string.find('~') == std::string::npos);
      CHECK(value->string.find('$') == std::string::npos);
      if (std::string_view(key) == "file_path") CHECK(value->string.starts_with("/s/"));
    }
  }
  CHECK(ids == std::set<std::string_view>{"sudo", "curl", "docker", "gh-token", "forced-push", "rm-rf", "credential-read", "credential-shell",
                                          "bashrc-edit", "outside-write", "outside-shell", "bypass"});
}
