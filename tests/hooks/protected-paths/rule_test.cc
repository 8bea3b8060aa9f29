// SPDX-License-Identifier: Apache-2.0
// What the answer says. What fires and what does not is in cases.py and rows.py, on the real program.
#include "hooks/protected-paths/rule.h"

#include <doctest/doctest.h>

#include "hooks/protected-paths/shell_call.h"
#include "tests/hooks/fake_world.h"

using namespace cordon;
using test::FakeWorld;

namespace {

// Answers by the first argument and the last; counts how often it is started.
class FakeGit final : public protected_paths::GitRunner {
 public:
  std::map<std::string, std::string> answers;  // "rev-parse plain^{commit}" -> output; nothing: exit status 1
  int status_otherwise = 1;
  bool missing = false;
  int started = 0;
  Result<protected_paths::Output> run(const std::string& dir, const std::vector<std::string>& arguments, std::string_view) override {
    ++started;
    CHECK(dir == "/work/repo");
    if (missing) return fail("cannot start git");
    const auto found = answers.find(arguments.front() + " " + arguments.back());
    if (found == answers.end()) return protected_paths::Output{status_otherwise, "", ""};
    return protected_paths::Output{0, found->second, ""};
  }
};

payload::Decision decided(FakeWorld& world, const std::string& tool, const std::string& input, settings::OnTouch on_touch = settings::OnTouch::kAsk, FakeGit&& git = {}) {
  auto read = payload::Payload::read(R"({"hook_event_name":"PreToolUse","cwd":"/work/repo","tool_name":")" + tool + R"(","tool_input":)" + input + "}");
  REQUIRE(read.has_value());
  settings::Config config;
  config.on_touch = on_touch;
  settings::Query query;
  query.start_dir = "/work/repo";
  hook::Settings fixed(settings::Posture{}, config, query);
  return protected_paths::decide_with(payload::ToolCall::from(std::move(*read)), fixed, world, git);
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the reason names path, pattern, source and what follows") {
  FakeWorld world;
  const auto decision = decided(world, "Edit", R"({"file_path":"/work/repo/.github/workflows/ci.yml"})");
  CHECK(decision.verdict == payload::Verdict::kAsk);
  for (const char* part : {"PROTECTED PATH", ".github/workflows/ci.yml", "'.github/workflows/**'", "built-in list", "will need a human", "(by Edit)"}) CHECK(has(decision.reason, part));
  CHECK(decision.description.empty());
}

TEST_CASE("on_touch = deny denies what is certain and asks what is not") {
  FakeWorld world;
  const std::string write = R"({"command":"echo x > .claude/settings.json"})", code = R"({"command":"python3 -c \"open('.claude/settings.json','w')\""})";
  CHECK(decided(world, "Bash", write, settings::OnTouch::kDeny).verdict == payload::Verdict::kDeny);
  CHECK(decided(world, "Bash", code, settings::OnTouch::kDeny).verdict == payload::Verdict::kAsk);
  CHECK(decided(world, "Bash", R"({"command":"cat .claude/settings.json"})", settings::OnTouch::kDeny).silent());
}

TEST_CASE("a shell call's description carries the warning, except where bypass-warn writes it") {
  FakeWorld world;
  const auto plain = decided(world, "Bash", R"({"command":"rm -rf .claude","description":"tidy up"})");
  CHECK(plain.description == "PROTECTED PATH: changes .claude\ntidy up");
  const auto leaving = decided(world, "Bash", R"({"command":"rm -rf .claude","description":"tidy up","dangerouslyDisableSandbox":true})");
  CHECK(leaving.verdict == payload::Verdict::kAsk);
  CHECK(leaving.description.empty());
}

TEST_CASE("git is asked only for another commit, and what it cannot say is asked") {
  using settings::OnTouch;
  FakeWorld world;
  world.files["/work/repo/.git/HEAD"] = "ref: refs/heads/main\n";
  world.files["/work/repo/.git/config"] = "";
  FakeGit git;
  git.answers = {{"rev-parse HEAD^{commit}", "aaa\n"}, {"rev-parse plain^{commit}", "bbb\n"}, {"rev-parse guard^{commit}", "ccc\n"}, {"for-each-ref refs/remotes/*/nosuch", ""}};
  git.answers["diff-tree bbb"] = std::string("src/a\0src/b\0", 12);
  git.answers["diff-tree ccc"] = std::string("src/a\0.claude/settings.json\0", 28);
  struct Row {
    const char* command;
    payload::Verdict want;
    bool started;
  };
  const Row rows[] = {
      {"git checkout plain", payload::Verdict::kNone, true},   {"git checkout guard", payload::Verdict::kDeny, true}, {"git checkout nosuch", payload::Verdict::kNone, true},
      {"git checkout -b new", payload::Verdict::kNone, false}, {"git status; git log", payload::Verdict::kNone, false}, {"git checkout -- src/a", payload::Verdict::kNone, false},
      {"git stash list", payload::Verdict::kNone, false},      {R"(git checkout \"$b\")", payload::Verdict::kAsk, false}, {"echo git checkout guard", payload::Verdict::kNone, false},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.command));
    FakeGit own = git;
    const auto decision = decided(world, "Bash", std::string(R"({"command":")") + row.command + "\"}", OnTouch::kDeny, std::move(own));
    CHECK(decision.verdict == row.want);
    CHECK((own.started > 0) == row.started);
  }
  FakeGit broken;
  broken.status_otherwise = 128;
  CHECK(decided(world, "Bash", R"({"command":"git merge x"})", OnTouch::kDeny, std::move(broken)).verdict == payload::Verdict::kAsk);
  FakeGit missing;
  missing.missing = true;
  CHECK(has(decided(world, "Bash", R"({"command":"git rebase x"})", OnTouch::kDeny, std::move(missing)).reason, "cannot be told"));
}

TEST_CASE("a faulty list is said, also when nothing is touched") {
  FakeWorld world;
  world.files["/work/repo/.claude/gates.json"] = R"({"protectedPath":["core/**"]})";
  const auto decision = decided(world, "Edit", R"({"file_path":"/work/repo/src/a"})");
  CHECK(decision.verdict == payload::Verdict::kNone);
  CHECK(has(decision.system_message, "did you mean 'protectedPaths'?"));
  CHECK(decided(world, "Read", R"({"file_path":"/work/repo/src/a"})").silent());
}

TEST_CASE("hostile names are made visible") {
  FakeWorld world;
  const auto decision = decided(world, "Write", R"({"file_path":"/work/repo/.claude/a\u001b[31m\u202eb"})");
  CHECK(decision.verdict == payload::Verdict::kAsk);
  CHECK(has(decision.reason, "<U+001B>"));
  CHECK(has(decision.reason, "<U+202E>"));
  CHECK_FALSE(has(decision.reason, "\x1b"));
}

TEST_CASE("paths named in code") {
  std::vector<std::string> got;
  for (const auto token : protected_paths::path_tokens("open('.claude/x','w'); see ~/a.b. \"c\\n\"")) got.emplace_back(token);
  CHECK(got == std::vector<std::string>{"open", ".claude/x", "w", "see", "~/a.b.", "~/a.b", "c\\n", "c"});
}
