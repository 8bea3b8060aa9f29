// SPDX-License-Identifier: Apache-2.0
// Allow rules that give an interpreter, a shell or everything, in all spellings.
#include <doctest/doctest.h>

#include "cordon/doctor/checks.h"
#include "cordon/doctor/open_rule.h"
#include "fake.h"

using namespace cordon::doctor;
using namespace cordon::doctor::test;

namespace {
struct Case {
  const char* rule;
  Opens want;
};
constexpr Case kOpen[] = {
    {"Bash", Opens::kEverything}, {"Bash(*)", Opens::kEverything}, {"Bash(**)", Opens::kEverything}, {"Bash( * )", Opens::kEverything}, {"Bash(* --help)", Opens::kEverything},
    {"Bash(*--version)", Opens::kEverything}, {"Bash(*npm*)", Opens::kEverything},
    {"Bash(python3 *)", Opens::kInterpreter}, {"Bash(python3:*)", Opens::kInterpreter}, {"Bash(python3*)", Opens::kInterpreter}, {"Bash(python:*)", Opens::kInterpreter},
    {"Bash(/usr/bin/python3 *)", Opens::kInterpreter}, {"Bash(/usr/bin/python3.11:*)", Opens::kInterpreter}, {"Bash(python3.12 *)", Opens::kInterpreter}, {"Bash(pypy3 *)", Opens::kInterpreter},
    {"Bash(python3 -c *)", Opens::kInterpreter}, {"Bash(python3 -c:*)", Opens::kInterpreter}, {"Bash(python3 -u *)", Opens::kInterpreter}, {"Bash(python -m *)", Opens::kInterpreter},
    {"Bash(bash *)", Opens::kInterpreter}, {"Bash(bash:*)", Opens::kInterpreter}, {"Bash(bash -c *)", Opens::kInterpreter}, {"Bash(bash -c:*)", Opens::kInterpreter}, {"Bash(bash -lc *)", Opens::kInterpreter},
    {"Bash(sh *)", Opens::kInterpreter}, {"Bash(/bin/sh -c *)", Opens::kInterpreter}, {"Bash(zsh *)", Opens::kInterpreter}, {"Bash(dash:*)", Opens::kInterpreter}, {"Bash(fish *)", Opens::kInterpreter},
    {"Bash(node *)", Opens::kInterpreter}, {"Bash(node -e *)", Opens::kInterpreter}, {"Bash(node:*)", Opens::kInterpreter}, {"Bash(deno *)", Opens::kInterpreter}, {"Bash(bun *)", Opens::kInterpreter},
    {"Bash(perl *)", Opens::kInterpreter}, {"Bash(perl -e:*)", Opens::kInterpreter}, {"Bash(ruby *)", Opens::kInterpreter}, {"Bash(php -r *)", Opens::kInterpreter}, {"Bash(lua5.4 *)", Opens::kInterpreter},
    {"Bash(awk *)", Opens::kInterpreter}, {"Bash(gawk:*)", Opens::kInterpreter}, {"Bash(osascript *)", Opens::kInterpreter}, {"Bash(pwsh *)", Opens::kInterpreter}, {"Bash(eval *)", Opens::kInterpreter},
    {"Bash(source *)", Opens::kInterpreter}, {"Bash(py*)", Opens::kInterpreter}, {"Bash(ba*)", Opens::kInterpreter},
    {"Bash(git *)", Opens::kByOption}, {"Bash(git:*)", Opens::kByOption}, {"Bash(git -c *)", Opens::kByOption}, {"Bash(/usr/bin/git *)", Opens::kByOption}, {"Bash(sed -n *)", Opens::kByOption},
    {"PowerShell(*)", Opens::kEverything}, {"Bash(tar *)", Opens::kByOption}, {"Bash(nice git *)", Opens::kByOption}, {"PowerShell", Opens::kEverything},
    {"Bash(sudo *)", Opens::kAnyProgram}, {"Bash(sudo:*)", Opens::kAnyProgram}, {"Bash(/usr/bin/sudo *)", Opens::kAnyProgram}, {"Bash(sudo -u me *)", Opens::kAnyProgram}, {"Bash(sudo -n *)", Opens::kAnyProgram},
    {"Bash(env *)", Opens::kAnyProgram}, {"Bash(env:*)", Opens::kAnyProgram}, {"Bash(/usr/bin/env *)", Opens::kAnyProgram}, {"Bash(env -i *)", Opens::kAnyProgram}, {"Bash(env A=1 *)", Opens::kAnyProgram},
    {"Bash(xargs *)", Opens::kAnyProgram}, {"Bash(xargs:*)", Opens::kAnyProgram}, {"Bash(xargs -n1 *)", Opens::kAnyProgram}, {"Bash(timeout *)", Opens::kAnyProgram}, {"Bash(timeout 60 *)", Opens::kAnyProgram},
    {"Bash(nice *)", Opens::kAnyProgram}, {"Bash(nohup *)", Opens::kAnyProgram}, {"Bash(time *)", Opens::kAnyProgram}, {"Bash(command *)", Opens::kAnyProgram}, {"Bash(exec *)", Opens::kAnyProgram},
    {"Bash(npx *)", Opens::kAnyProgram}, {"Bash(npx:*)", Opens::kAnyProgram}, {"Bash(npx -y *)", Opens::kAnyProgram}, {"Bash(bunx *)", Opens::kAnyProgram}, {"Bash(uvx *)", Opens::kAnyProgram},
    {"Bash(uv run *)", Opens::kAnyProgram}, {"Bash(uv run:*)", Opens::kAnyProgram}, {"Bash(uv *)", Opens::kAnyProgram}, {"Bash(poetry run *)", Opens::kAnyProgram}, {"Bash(npm exec *)", Opens::kAnyProgram},
    {"Bash(pnpm dlx *)", Opens::kAnyProgram}, {"Bash(bundle exec *)", Opens::kAnyProgram}, {"Bash(watch *)", Opens::kAnyProgram}, {"Bash(ssh *)", Opens::kAnyProgram}, {"Bash(busybox *)", Opens::kAnyProgram},
    {"Bash(sudo bash *)", Opens::kInterpreter}, {"Bash(sudo bash -c *)", Opens::kInterpreter}, {"Bash(env python3 *)", Opens::kInterpreter}, {"Bash(env A=1 python3:*)", Opens::kInterpreter},
    {"Bash(timeout 60 python3 *)", Opens::kInterpreter}, {"Bash(uv run python *)", Opens::kInterpreter}, {"Bash(nice -n 5 sh *)", Opens::kInterpreter}, {"Bash(xargs bash *)", Opens::kInterpreter},
    {"Bash(/usr/bin/* *)", Opens::kAnyProgram}, {"Bash(cd * && bash *)", Opens::kInterpreter},
};
constexpr const char* kClosed[] = {
    "Bash(git status *)", "Bash(git diff:*)", "Bash(git log --oneline *)", "Bash(make *)", "Bash(make test *)", "Bash(make)", "Bash(tar tf *)", "Bash(sed -n 5p *)", "Bash(git status)", "PowerShell(git status)", "Bash(ls *)", "Bash(cat:*)", "Bash(grep *)", "Bash(npm run *)", "Bash(npm test)", "Bash(npm install *)", "Bash(cargo *)", "Bash(go test *)",
    "Bash(cmake *)", "Bash(ninja *)", "Bash(pytest *)", "Bash(docker compose *)", "Bash(gh pr *)", "Bash(node_modules/.bin/eslint *)", "Bash(nodemon *)", "Bash(bashate *)", "Bash(shellcheck *)",
    "Bash(shasum *)", "Bash(pylint *)", "Bash(perltidy *)", "Bash(rubocop *)", "Bash(envsubst *)", "Bash(timeout 5 make *)", "Bash(env)", "Bash(python3)", "Bash(bash)", "Bash(sudo apt-get update)",
    "Bash(python3 tools/report.py *)", "Bash(python3 tools/report.py:*)", "Bash(python3 -m pytest *)", "Bash(python -m venv *)", "Bash(python3 -m json.tool *)", "Bash(python3 -V)", "Bash(node scripts/build.js *)",
    "Bash(bash ci/build.sh *)", "Bash(bash ci/build.sh:*)", "Bash(sh ./configure *)", "Bash(bash -n script.sh)", "Bash(uv run pytest *)", "Bash(uv sync *)", "Bash(uv pip install *)", "Bash(npx eslint *)",
    "Bash(npx prettier:*)", "Bash(poetry run pytest *)", "Bash(poetry install *)", "Bash(env FOO=1 make *)", "Bash(sudo systemctl restart nginx)", "Bash(timeout 60 npm test)", "Bash(nice make *)", "Bash(perl scripts/x.pl *)",
    "Bash(awkward *)", "Bash(echo *)", "Bash(find . -name *)", "Bash(./scripts/*)", "Bash(scripts/x.sh *)", "Bash(deno.json)", "Read", "Read(*)", "Edit(**)", "WebFetch", "mcp__x", "Bash()",
    "Bash(command -v *)", "Bash(xargs rm)",
};
}  // namespace

TEST_CASE("what opens") {
  for (const Case& row : kOpen) {
    CAPTURE(row.rule);
    CHECK(static_cast<int>(what_opens(row.rule).opens) == static_cast<int>(row.want));
  }
}

TEST_CASE("what must not be told") {
  for (const char* rule : kClosed) {
    CAPTURE(rule);
    CHECK(static_cast<int>(what_opens(rule).opens) == static_cast<int>(Opens::kNothing));
  }
}

TEST_CASE("interpreters allowed wholesale") {
  run_rows(check_interpreters, {
      {"healthy", [](Machine&) {}, Status::kPass, ""},
      {"named scripts", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Bash(python3 tools/x.py *)\",\"Bash(npm run *)\"]}}"); }, Status::kPass, ""},
      {"denied is not allowed", [](Machine& m) { m.project("{\"permissions\":{\"deny\":[\"Bash(python3 *)\"],\"ask\":[\"Bash(bash *)\"]}}"); }, Status::kPass, ""},
      {"in a strict sandbox", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Bash(python3 *)\"]}}"); }, Status::kWarn, "/work/repo/.claude/settings.json:1:26: permissions.allow has \"Bash(python3 *)\""},
      {"without a sandbox", [](Machine& m) { m.user("{\"permissions\":{\"allow\":[\"Bash(bash:*)\"]}}"); }, Status::kFail, "'bash' is allowed with any program text"},
      {"through a wrapper", [](Machine& m) { m.user("{\"permissions\":{\"allow\":[\"Bash(sudo python3 *)\"]}}"); }, Status::kFail, "through 'sudo'"},
      {"by an option, in a strict sandbox", [](Machine& m) { m.project("{\"permissions\":{\"allow\":[\"Bash(git *)\"]}}"); }, Status::kPass, ""},
      {"by an option, without a sandbox", [](Machine& m) { m.user("{\"permissions\":{\"allow\":[\"Bash(git *)\"]}}"); }, Status::kWarn, "git -c alias.x"},
      {"everything", [](Machine& m) { m.user("{\"permissions\":{\"allow\":[\"Bash\"]}}"); }, Status::kFail, "every command is allowed: Bash"},
  });
}

TEST_CASE("the chosen profile") {
  run_rows(check_profile, {
      {"not hardened, as advice", [](Machine&) {}, Status::kWarn, "permissions.deny lacks rules of the profile 'interactive'"},
      {"not hardened, chosen", [](Machine& m) { m.profile_chosen = true; }, Status::kFail, "cordon harden interactive"},
      {"another profile", [](Machine& m) { m.profile = "hands-off"; }, Status::kWarn, "the profile 'hands-off'"},
      {"unknown", [](Machine& m) { m.profile = "paranoid"; }, Status::kFail, "paranoid"},
      {"the reason is told", [](Machine&) {}, Status::kWarn, "permissions.deny lacks \""},
  });
}
