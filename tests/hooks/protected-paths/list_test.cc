// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/list.h"

#include <doctest/doctest.h>

#include "tests/hooks/fake_world.h"

using namespace cordon::protected_paths;
using cordon::test::FakeWorld;

namespace {

constexpr const char* kFile = "/work/repo/.claude/gates.json";

List loaded(FakeWorld& world, const cordon::settings::Config& config = {}) { return load_list(world, "/work/repo", config, "/home/u"); }

bool covers(const List& list, const char* path) { return list.find(path, Anchor::kRepository).has_value(); }

}  // namespace

TEST_CASE("without a file the built-in list holds") {
  FakeWorld world;
  const List list = loaded(world);
  CHECK(list.faults.empty());
  for (const char* path : {".claude/x", ".github/workflows/ci.yml", "gates.json", "a/b/gates.json"}) CHECK(covers(list, path));
  for (const char* path : {"src/.claude/x", ".github/dependabot.yml", "gates.json5", "a/.github/workflows/x", "README.md"}) CHECK_FALSE(covers(list, path));
  CHECK(list.find(".claude/x", Anchor::kRepository)->source->name == "built-in list");
}

TEST_CASE("gates.json") {
  struct Row {
    std::string name, text, path;
    bool want;
    std::string fault;
  };
  const Row rows[] = {
      {"replaces the built-in list", R"({"protectedPaths":["core/**"]})", ".github/workflows/x", false, ""},
      {"its own patterns", R"({"protectedPaths":["core/**"]})", "core/a", true, ""},
      {"protects itself", R"({"protectedPaths":["core/**"]})", ".claude/gates.json", true, ""},
      {"[] switches it off", R"({"protectedPaths":[]})", ".claude/x", false, ""},
      {"[] and itself", R"({"protectedPaths":[]})", ".claude/gates.json", false, ""},
      {"last match wins", R"({"protectedPaths":["a/**","!a/b/**"]})", "a/b/c", false, ""},
      {"exempted and protected again", R"({"protectedPaths":["a/**","!a/b/**","a/b/z"]})", "a/b/z", true, ""},
      {"cannot exempt itself", R"({"protectedPaths":["a/**","!.claude/gates.json"]})", ".claude/gates.json", true, ""},
      {"no key: built in", R"({"gates":1})", ".claude/x", true, ""},
      {"a mark of byte order", "\xEF\xBB\xBF{\"protectedPaths\":[\"core/**\"]}", "core/a", true, ""},
      {"a preset", R"({"protectedPaths":["preset:ci"]})", ".gitlab-ci.yml", true, ""},
      {"preset and exemption", R"({"protectedPaths":["preset:ci","!Jenkinsfile"]})", "Jenkinsfile", false, ""},
      {"unknown preset", R"({"protectedPaths":["preset:xx","core/**"]})", "core/a", true, ".claude/gates.json:1:20: no preset 'xx' (there are: harness, ci, git, home)"},
      {"misspelt key", R"({"protectedPath":["core/**"]})", ".claude/x", true, ".claude/gates.json:1:2: unknown key 'protectedPath', did you mean 'protectedPaths'?"},
      {"misspelt key, other case", R"({"protected_paths":["core/**"]})", ".claude/x", true, ".claude/gates.json:1:2: unknown key 'protected_paths', did you mean 'protectedPaths'?"},
      {"another key is no misspelling", R"({"protectedBranches":[],"protectedPaths":["core/**"]})", "core/a", true, ""},
      {"wrong type", R"({"protectedPaths":"core/**"})", ".claude/x", true, ".claude/gates.json:1:19: expected array for 'protectedPaths'"},
      {"wrong element", R"({"protectedPaths":["core/**",5]})", "core/a", true, ".claude/gates.json:1:30: expected string in 'protectedPaths'"},
      {"bad pattern", R"({"protectedPaths":["core/**","a//b"]})", "core/a", true, ".claude/gates.json:1:30: pattern 'a//b': empty segment ('//')"},
      {"only bad patterns: built in", R"({"protectedPaths":["../x"]})", ".claude/x", true, ".claude/gates.json:1:20: pattern '../x': '..' never matches"},
      {"exempts nothing", R"({"protectedPaths":["!a","core/**"]})", "core/a", true, ".claude/gates.json:1:20: pattern '!a' comes first and so exempts nothing"},
      {"an array", "[]", ".claude/x", true, ".claude/gates.json:1:1: expected an object with 'protectedPaths'"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    FakeWorld world;
    world.files[kFile] = row.text;
    const List list = loaded(world);
    CHECK(covers(list, row.path.c_str()) == row.want);
    REQUIRE(list.faults.size() == (row.fault.empty() ? 0 : 1));
    if (!row.fault.empty()) CHECK(list.faults[0].text() == row.fault);
  }
}

TEST_CASE("text that is no JSON is a fault and the built-in list holds") {
  for (const char* text : {"", "{", "{\"protectedPaths\":[\"a\",]}", "// x\n{}"}) {
    FakeWorld world;
    world.files[kFile] = text;
    const List list = loaded(world);
    CHECK(list.faults.size() == 1);
    CHECK(list.faults[0].file == ".claude/gates.json");
    CHECK(covers(list, ".claude/x"));
  }
}

TEST_CASE("GATES_FILE") {
  FakeWorld world;
  world.files["/work/repo/ci/gates.json"] = R"({"protectedPaths":["core/**"]})";
  world.variables["GATES_FILE"] = "ci/gates.json";
  CHECK(covers(loaded(world), "core/a"));
  CHECK(covers(loaded(world), "ci/gates.json"));
  world.variables["GATES_FILE"] = "/etc/gates.json";
  world.files["/etc/gates.json"] = R"({"protectedPaths":["lib/**"]})";
  const List outside = loaded(world);
  CHECK(covers(outside, "lib/a"));
  CHECK(outside.find("etc/gates.json", Anchor::kFileSystem));
  world.variables["GATES_FILE"] = "gone.json";
  const List gone = loaded(world);
  CHECK(gone.faults.size() == 1);
  CHECK(covers(gone, ".claude/x"));
  world.variables["GATES_FILE"] = "";
  CHECK(loaded(world).faults.empty());
}

TEST_CASE("cordon.toml adds") {
  FakeWorld world;
  world.files[kFile] = R"({"protectedPaths":[]})";
  cordon::settings::Config config;
  config.protected_paths = {{"docs/**", "/home/u/.claude/cordon.toml", true}, {"/etc/**", "/home/u/.claude/cordon.toml", true},
                            {"~/.ssh/**", "/home/u/.claude/cordon.toml", true}, {"/top.txt", "/work/repo/.claude/cordon.toml", false}};
  const List list = loaded(world, config);
  CHECK(list.faults.empty());
  CHECK(covers(list, "docs/a"));
  CHECK(list.find("etc/passwd", Anchor::kFileSystem));
  CHECK(list.find("home/u/.ssh/id", Anchor::kFileSystem));
  CHECK_FALSE(list.find("home/v/.ssh/id", Anchor::kFileSystem));
  CHECK(covers(list, "top.txt"));  // a project's slash is the project's root
  CHECK_FALSE(list.find("top.txt", Anchor::kFileSystem));
  CHECK_FALSE(covers(list, ".claude/x"));
}

TEST_CASE("preset:git knows where core.hooksPath leads") {
  const struct {
    std::string config, user, path;
    Anchor anchor;
    bool want;
  } kRows[] = {
      {"[core]\n\thooksPath = tools/hooks\n", "", "tools/hooks/pre-push", Anchor::kRepository, true},
      {"[core]\n\thookspath = ./tools/hooks/\n", "", "tools/hooks", Anchor::kRepository, true},
      {"[core]\n\thooksPath = /opt/hooks\n", "", "opt/hooks/x", Anchor::kFileSystem, true},
      {"[core]\n\thooksPath = ~/hooks\n", "", "home/u/hooks/x", Anchor::kFileSystem, true},
      {"", "[core]\n\thooksPath = ~/hooks\n", "home/u/hooks/x", Anchor::kFileSystem, true},
      {"[core]\n\thooksPath = tools/hooks\n", "", "tools/other", Anchor::kRepository, false},
      {"[core]\n\thooksPath = /dev/null\n", "", "dev/null", Anchor::kFileSystem, false},
      {"[core]\n\tbare = false\n", "", "tools/hooks/x", Anchor::kRepository, false},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.config);
    FakeWorld world;
    world.files[kFile] = R"({"protectedPaths":["preset:git"]})";
    world.files["/work/repo/.git/HEAD"] = "ref: refs/heads/main\n";
    world.files["/work/repo/.git/config"] = row.config;
    if (!row.user.empty()) world.files["/home/u/.gitconfig"] = row.user;
    CHECK(loaded(world).find(row.path, row.anchor).has_value() == row.want);
    world.files[kFile] = R"({"protectedPaths":["preset:ci"]})";
    CHECK_FALSE(loaded(world).find(row.path, row.anchor).has_value());
  }
}
