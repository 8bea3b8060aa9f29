// SPDX-License-Identifier: Apache-2.0
#include "shared/match/glob.h"

#include <doctest/doctest.h>

#include <string>

using cordon::match::Automaton;
using cordon::match::Case;
using cordon::match::Glob;

namespace {

struct Row {
  const char* pattern;
  const char* path;
  bool want;
};

Glob compiled(const char* pattern) {
  auto glob = Glob::compile(pattern);
  REQUIRE_MESSAGE(glob.has_value(), pattern);
  return *glob;
}

}  // namespace

TEST_CASE("what a pattern covers") {
  const Row rows[] = {
      // PP-037: with or without a slash, a folder is covered with everything below it.
      {".claude/hooks/", ".claude/hooks/x.sh", true}, {".claude/hooks/", ".claude/hooks", true},
      {".github/workflows", ".github/workflows/ci.yml", true}, {".aws/", ".aws/credentials", true},
      {".github/workflows", ".github/workflows-old/ci.yml", false}, {".github/workflows", ".github/work", false},
      {".github/workflows", "a/.github/workflows/ci.yml", false},
      // PP-038: the dialect.
      {"src/**", "src/a.py", true}, {"src/**", "src/a/b.py", true}, {"src/**", "lib/src/a.py", false}, {"src/**", "src", false},
      {"src/**", "srcs/a", false}, {"secrets-*/config.json", "secrets-prod/config.json", true},
      {"secrets-*/config.json", "secrets/config.json", false}, {"secrets-*/config.json", "a/secrets-x/config.json", false},
      {"secrets-*/config.json", "secrets-x/y/config.json", false}, {"**/.env", "a/b/.env", true}, {"**/.env", ".env", true},
      {"**/.env", "a/b.env", false}, {"**/.env", ".env.example", false}, {"**/.env", ".env/x", true}, {"docs/*.md", "docs/x.md", true},
      {"docs/*.md", "docs/a/x.md", false}, {"docs/*.md", "docs/x.mdx", false}, {"docs/*.md", "adocs/x.md", false},
      // Anchoring.
      {"gates.json", "gates.json", true}, {"gates.json", "a/gates.json", false}, {"/gates.json", "gates.json", true},
      {"/gates.json", "a/gates.json", false}, {"**/gates.json", "a/b/gates.json", true}, {"**/gates.json", "gates.json", true},
      {"**/gates.json", "a/xgates.json", false}, {"**/gates.json", "gates.json.bak", false}, {"./a/b", "a/b", true}, {"./a/b", "b", false},
      // `**` between segments, at the ends, inside a segment.
      {"a/**/z", "a/z", true}, {"a/**/z", "a/b/c/z", true}, {"a/**/z", "az", false}, {"a/**/z", "a/bz", false}, {"a/**/z", "b/a/z", false},
      {"**", "x/y", true}, {"**/a/*", "q/a/x", true}, {"**/a/*", "q/a", false}, {"**/a*/c", "x/ab/c", true}, {"**/a*/c", "x/b/c", false},
      {"**/x/**", "a/x/b", true}, {"**/x/**", "a/x", false}, {"a**b", "axxb", true}, {"a**b", "ax/xb", false},
      // `?`, classes, escapes.
      {"x?.[ch]", "xa.c", true}, {"x?.[ch]", "xb.h", true}, {"x?.[ch]", "x.c", false}, {"x?.[ch]", "x/.c", false}, {"x?.[ch]", "xa.o", false},
      {"[!a-m]*", "n1", true}, {"[!a-m]*", "b1", false}, {"[^a-m]x", "zx", true}, {"[^a-m]x", "cx", false}, {"[]]", "]", true}, {"[]]", "[", false},
      {"[[:digit:]]x", "4x", true}, {"[[:digit:]]x", "ax", false}, {"a[!b]c", "a/c", false}, {"[a-]", "-", true}, {"[a-]", "b", false},
      {"\\*.txt", "*.txt", true}, {"\\*.txt", "a.txt", false}, {"\\!x", "!x", true}, {"a\\[b", "a[b", true}, {"a\\[b", "ab", false},
      // `*` matches a leading dot here, as in gitignore.
      {"*.json", ".json", true}, {"*", ".claude/settings.json", true}, {"*/settings.json", ".claude/settings.json", true},
      {"*/settings.json", "a/b/settings.json", false},
      // Letters fold.
      {".claude/settings.json", ".CLAUDE/Settings.JSON", true}, {"[a-c]x", "BX", true}, {"[a-c]x", "DX", false}, {".github/**", ".GitHub/x", true},
      {"a@b", "a`b", false},
      // No blow-up, and no match.
      {"a*a*a*a*a*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
      {"**/a/**/a/**/a/**/b", "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a", false},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.pattern));
    CAPTURE(std::string(row.path));
    CHECK(compiled(row.pattern).matches(row.path) == row.want);
  }
}

TEST_CASE("case counts when it is asked to") {
  const auto glob = Glob::compile(".claude/**", Case::kExact);
  CHECK(glob->matches(".claude/x"));
  CHECK_FALSE(glob->matches(".Claude/x"));
}

TEST_CASE("patterns that cannot match are refused") {
  struct Bad {
    const char* pattern;
    const char* why;
    uint32_t column;
  };
  const Bad rows[] = {
      {"", "empty pattern", 1}, {"!", "names no path", 1}, {"/", "names no path", 1}, {"./", "names no path", 1},
      {"a//b", "empty segment ('//')", 3}, {"a/./b", "'.' never matches", 3}, {"../x", "'..' never matches", 1}, {"a/../b", "'..' never matches", 3},
      {"a[b", "class without ']'", 2}, {"a[b/c]", "class without ']'", 2}, {"[z-a]", "class that matches nothing", 1}, {"a\\", "backslash at the end", 2},
      {".claude\\settings.json", "backslash before an ordinary character (folders are separated by '/')", 8},
      {"{a,b}/c", "braces are not understood: write one pattern for each", 1}, {" a", "begins with a blank", 1}, {"a ", "ends with a blank", 2},
      {"a\n", "ends with a blank", 2},
  };
  for (const Bad& row : rows) {
    CAPTURE(std::string(row.pattern));
    const auto glob = Glob::compile(row.pattern);
    REQUIRE_FALSE(glob.has_value());
    CHECK(glob.error().message == row.why);
    CHECK(glob.error().column == row.column);
  }
  CHECK_FALSE(Glob::compile(std::string(5000, 'a')).has_value());
  CHECK(Glob::compile("a{b}c").has_value());
  CHECK(Glob::compile("a\\ ").has_value());
}

TEST_CASE("the folder of a pattern") {
  struct Root {
    const char* pattern;
    const char* root;
    bool floating;
  };
  const Root rows[] = {{".claude/**", ".claude", false}, {".github/workflows/**", ".github/workflows", false}, {"gates.json", "gates.json", false},
                       {"**/gates.json", "", true}, {"docs/*.md", "docs", false}, {"*/x", "", true}, {"!a/b/", "a/b", false}};
  for (const Root& row : rows) {
    CAPTURE(std::string(row.pattern));
    CHECK(compiled(row.pattern).literal_root() == row.root);
    CHECK(compiled(row.pattern).floating() == row.floating);
  }
  const Row below[] = {{".github/workflows/**", ".github", true}, {".github/workflows/**", ".github/workflows", true}, {".github/workflows/**", "", true},
                       {".github/workflows/**", ".git", false}, {".github/workflows/**", ".github/workflows/x", false}, {"**/gates.json", "src", false},
                       {".claude/settings.json", ".Claude", true}, {".claude/settings.json", ".claude/settings.json", false}, {"docs/*.md", "docs", true},
                       {"docs/*.md", "doc", false}};
  for (const Row& row : below) {
    CAPTURE(std::string(row.pattern));
    CAPTURE(std::string(row.path));
    CHECK(compiled(row.pattern).below(row.path) == row.want);
  }
}

TEST_CASE("a pattern against what a shell word may become") {
  const Row rows[] = {
      {".claude/settings.json", ".c*/settings.json", true}, {".claude/settings.json", ".clau?e/settings.json", true},
      {".claude/settings.json", ".claude/settings.*", true}, {".claude/hooks/**", ".claude/hooks/*.sh", true}, {".claude/**", ".claude/[a-z]*", true},
      {".claude/settings.json", "c*/settings.json", false}, {".claude/settings.json", "*/settings.json", false},  // a leading dot is not matched
      {".claude/settings.json", "?claude/settings.json", false}, {".claude/settings.json", "[.]claude/settings.json", false},
      {".claude/settings.json", "src/*", false}, {".claude/settings.json", "*.json", false}, {"gates.json", "*.json", true}, {"gates.json", "*", true},
      {"gates.json", "*.md", false}, {"**/gates.json", "src/*.json", true}, {"**/gates.json", "src/*.py", false}, {"src/**", "s*/x", true},
      {".claude/settings.json", "@(.claude|x)/settings.json", true}, {".claude/settings.json", "**", true}, {"docs/*.md", "docs/[xy].txt", false},
      {".CLAUDE/x", ".c*/x", true},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.pattern));
    CAPTURE(std::string(row.path));
    Automaton set;
    cordon::match::append_shell_glob(set, row.path, true);
    set.finish(false);
    CHECK(compiled(row.pattern).meets(set) == row.want);
  }
}

TEST_CASE("both ways of matching agree") {
  const char* patterns[] = {".claude/**", "gates.json", "**/gates.json", "a/**/z", "docs/*.md", "x?.[ch]", "**/a*/c", "*", "a/"};
  const char* paths[] = {".claude/x", "gates.json", "q/gates.json", "a/z", "a/b/z", "docs/x.md", "docs/a/x.md", "xa.c", "b/ab/c", "a", "a/b", "z"};
  for (const char* pattern : patterns) {
    for (const char* path : paths) {
      CAPTURE(std::string(pattern));
      CAPTURE(std::string(path));
      Automaton set;
      set.text(path, false);
      set.finish(false);
      CHECK(compiled(pattern).meets(set) == compiled(pattern).matches(path));
    }
  }
}
