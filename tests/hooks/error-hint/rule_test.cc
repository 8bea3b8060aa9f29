// SPDX-License-Identifier: Apache-2.0
#include "hooks/error-hint/rule.h"

#include <doctest/doctest.h>

#include "shared/payload/decision.h"
#include "tests/hooks/error-hint/payloads.h"

using namespace cordon;
using test::judge;
using test::Ran;

namespace {

const Ran kReadOnly{"touch /usr/x", "touch: cannot touch '/usr/x': Read-only file system"};

settings::Posture posture(settings::Sandbox sandbox, bool strict = false, bool backend_missing = false) {
  settings::Posture out;
  out.sandbox = sandbox;
  out.strict = strict;
  out.backend_missing = backend_missing;
  return out;
}

}  // namespace

TEST_CASE("a hint goes to the model and to the person") {
  test::FakeWorld world;
  const payload::ToolCall call = test::ran({"npm install", "npm error enoent ENOENT: no such file or directory, mkdir '/home/u/.npm/_cacache'"});
  hook::Settings settings(test::sandboxed(), {}, {});
  const payload::Decision decision = error_hint::decide(call, settings, world);
  CHECK_EQ(decision.verdict, payload::Verdict::kNone);
  CHECK_NE(decision.context.find("npm_config_cache=\"$TMPDIR/npm\""), std::string::npos);
  CHECK_NE(decision.system_message.find("\"allowWrite\":[\"~/.npm\"]"), std::string::npos);
  const std::string line = payload::to_json(decision, &call);
  CHECK_NE(line.find("\"hookEventName\":\"PostToolUseFailure\",\"additionalContext\":\"cordon: npm keeps"), std::string::npos);
  CHECK_NE(line.find("\"systemMessage\":\"cordon: npm's folder"), std::string::npos);
}

TEST_CASE("only in a sandboxed session") {
  using settings::Sandbox;
  struct Row {
    const char* name;
    settings::Posture in;
    bool leaves;
    bool want;
  };
  const Row rows[] = {
      {"on", posture(Sandbox::kOn), false, true},
      {"off", posture(Sandbox::kOff), false, false},
      {"cannot be told", posture(Sandbox::kUnknown), false, false},
      {"refuses", posture(Sandbox::kRefuses), false, false},
      {"backend missing: all runs unsandboxed", posture(Sandbox::kOff, false, true), false, false},
      {"a call that left the sandbox", posture(Sandbox::kOn), true, false},
      {"a call that wanted to and was kept", posture(Sandbox::kOn, true), true, true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    test::FakeWorld world;
    Ran what = kReadOnly;
    what.leaves = row.leaves;
    CHECK_EQ(!judge(what, world, row.in).silent(), row.want);
  }
  test::FakeWorld world;
  CHECK_EQ(judge({"make", "/bin/sh: 1: eval: bwrap: not found"}, world, posture(Sandbox::kOff, false, true)).rule, "backend-missing");
}

TEST_CASE("a command that is excluded from the sandbox has errors of its own") {
  struct Row {
    const char* excluded;
    bool want;
  };
  for (const Row& row : {Row{"docker", true}, {"touch", false}, {"touch *", false}, {"touch:*", false}, {"touching *", true}, {"*", false}}) {
    CAPTURE(row.excluded);
    test::FakeWorld world;
    settings::Posture in = posture(settings::Sandbox::kOn);
    in.excluded_commands = {row.excluded};
    CHECK_EQ(!judge(kReadOnly, world, in).silent(), row.want);
  }
}

TEST_CASE("each hint once a session") {
  test::FakeWorld world;
  Ran first = kReadOnly, second = kReadOnly, other{"touch ~/x", "touch: cannot touch '/home/u/x': Read-only file system"};
  second.id = "toolu_0002";
  CHECK_EQ(judge(first, world).rule, "read-only");
  CHECK(judge(second, world).silent());
  CHECK(judge(first, world).silent());
  CHECK_EQ(judge(other, world).rule, "home-read-only");
}

TEST_CASE("no place for state: the hint is given") {
  test::FakeWorld world;
  world.variables.clear();
  CHECK_EQ(judge(kReadOnly, world).rule, "read-only");
}

TEST_CASE("other tools, other events, an interrupted call") {
  test::FakeWorld world;
  for (const char* tool : {"Write", "Read", "Edit", "WebFetch", "mcp__x__y"}) {
    Ran what = kReadOnly;
    what.tool = tool;
    CHECK(judge(what, world).silent());
  }
  Ran what = kReadOnly;
  what.interrupted = true;
  CHECK(judge(what, world).silent());
  payload::ToolCall call = test::ran(kReadOnly);
  call.event = "PreToolUse";
  hook::Settings settings(test::sandboxed(), {}, {});
  CHECK(error_hint::decide(call, settings, world).silent());
}

TEST_CASE("paths that may be written are none of the sandbox's") {
  struct Row {
    const char* name;
    const char* path;
    bool want;
  };
  const Row rows[] = {
      {"the project", "/work/repo/mnt/x", false},
      {"a folder beside it that begins like it", "/work/repository/x", true},
      {"allowed by the settings", "/srv/out/x", false},
      {"allowed below the home folder", "/home/u/.npm/x", false},
      {"the sandbox's own TMPDIR", "/tmp/claude-1000/x", false},
      {"the runtime's TMPDIR", "/var/run/t/x", false},
      {"up and out of the project", "/work/repo/../x", true},
      {"elsewhere", "/srv/other/x", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    test::FakeWorld world;
    world.variables["CLAUDE_CODE_TMPDIR"] = "/var/run/t";
    world.files["/home/u/.claude/settings.json"] = R"({"sandbox":{"enabled":true,"filesystem":{"allowWrite":["/srv/out/**","~/.npm"]}}})";
    const std::string output = std::string("cp: cannot create regular file '") + row.path + "': Read-only file system";
    CHECK_EQ(!judge({"cp a b", output}, world).silent(), row.want);
  }
}

TEST_CASE("whose words they are") {
  struct Row {
    const char* command;
    bool want;
  };
  const Row rows[] = {
      {"touch /usr/x", true},
      {"make -C sub && cat log", true},
      {"./build.sh", true},
      {"env A=b touch /usr/x", true},
      {"echo x > /usr/x", true},
      {"sed -i s/a/b/ /usr/x", true},
      {"cat log | tee /usr/x", true},
      {"if true; then touch /usr/x; fi", true},
      {"eval \"$cmd\"", true},
      {"", true},
      {"cat log; false", false},
      {"grep -rn 'Read-only file system' docs; exit 3", false},
      {"git show HEAD:log | head -20; false", false},
      {"git diff --exit-code", false},
      {"echo \"touch: cannot touch '/usr/x': Read-only file system\" >&2; exit 1", false},
      {"cat <<'EOF'\ntouch: cannot touch '/usr/x': Read-only file system\nEOF\nfalse", false},
      {"sed -n 1,20p log | sort; false", false},
      {"tail -n 50 build.log 2>/dev/null; test -f x", false},
      {"rg EROFS . | wc -l && exit 1", false},
      {"jq .error report.json; exit 1", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.command);
    test::FakeWorld world;
    CHECK_EQ(!judge({row.command, kReadOnly.output}, world).silent(), row.want);
  }
}

TEST_CASE("after a success only what the runtime's block says, or a hidden status") {
  struct Row {
    const char* command;
    const char* stdout_text;
    const char* stderr_text;
    const char* want;
  };
  const char* block = "<sandbox_violations>\ndeny network-outbound example.org:443 (user denied)\n</sandbox_violations>";
  const char* files = "error: .bashrc: can only add regular files, symbolic links or git-directories";
  const Row rows[] = {
      {"pip download x || true", "ERROR: no", block, "host-not-allowed"},
      {"python3 sync.py", "skipped 1 host", block, "host-not-allowed"},
      {"cat transcript", block, "", ""},
      {"cat transcript; cat other", block, "", ""},
      {"python3 show.py", block, "", ""},
      {"git add -A 2>&1 | tail -1", files, "", "git-device-files"},
      {"git add -A; true", files, "", "git-device-files"},
      {"git add -A", files, "", ""},  // status 0 and nothing hides it: somebody else's words
      {"./show.sh | head", files, "", ""},
      {"touch /usr/x || true", kReadOnly.output.c_str(), "", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.command);
    test::FakeWorld world;
    CHECK_EQ(judge({row.command, row.stdout_text, false, row.stderr_text}, world).rule, row.want);
  }
}

TEST_CASE("a block counts only where the runtime puts it") {
  test::FakeWorld world;
  const std::string block = "<sandbox_violations>\ndeny network-outbound example.org:443 (user denied)\n</sandbox_violations>";
  CHECK(judge({"make test", block + "\nmake: *** [test] Error 1"}, world).silent());
  CHECK_EQ(judge({"make test", "make: *** [test] Error 1\n\n" + block}, world).rule, "host-not-allowed");
}

TEST_CASE("hostile texts in the hint") {
  test::FakeWorld world;
  const std::string name = "/usr/\x1b[31m\u202e" + std::string(5000, 'x');
  const payload::Decision decision = judge({"touch x", "touch: cannot touch '" + name + "': Read-only file system"}, world);
  CHECK_EQ(decision.context.find('\x1b'), std::string::npos);
  CHECK_LT(decision.context.size(), 2000);
  const payload::Decision shorter = judge({"touch x", "touch: cannot touch '/usr/\x1b[31m\u202ex{subject}{allow}': Read-only file system"}, world);
  CHECK_EQ(shorter.rule, "read-only");
  CHECK_EQ(shorter.context.find('\x1b'), std::string::npos);
  CHECK_EQ(shorter.system_message.find("\u202e"), std::string::npos);
}

TEST_CASE("a long output: the last lines count, and it ends") {
  test::FakeWorld world;
  std::string noise;
  while (noise.size() < (1u << 20)) noise += "test 17: expected text 'Read-only file system' in the log\n";
  CHECK(judge({"make test", noise}, world).silent());
  CHECK_EQ(judge({"make test", noise + kReadOnly.output + "\nmake: *** [test] Error 1"}, world).rule, "read-only");
  const std::string bar(1u << 20, '#');
  CHECK_EQ(judge({"curl https://example.org/", bar + "\rcurl: (56) CONNECT tunnel failed, response 403"}, world).rule, "proxy-refusal");
}

TEST_CASE("for cordon hints test: an output without a session") {
  std::string subject;
  const auto* entry = error_hint::entry_for("npm error rofs EROFS: read-only file system, mkdir '/home/u/.npm/_cacache/tmp'", subject);
  REQUIRE(entry != nullptr);
  CHECK_EQ(entry->id, "cache-npm");
  CHECK_EQ(subject, "/home/u/.npm");
  CHECK(error_hint::entry_for("all tests passed", subject) == nullptr);
  CHECK_EQ(error_hint::entry_for("bwrap: setting up uid map: Permission denied", subject)->id, "backend-apparmor");
  CHECK_EQ(error_hint::entry_for("unshare: unshare failed: Operation not permitted", subject)->id, "nested-namespace");
}
