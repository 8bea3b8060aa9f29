// SPDX-License-Identifier: Apache-2.0
// The same patterns in a real git: where the meanings coincide (a pattern with a slash but none at its end, no exemption), so must the answers.
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "shared/match/glob.h"

namespace {

const char* const kPatterns[] = {
    ".claude/**", ".github/workflows/**", "/gates.json", "**/gates.json", "src/**", "secrets-*/config.json", "**/.env", "docs/*.md", "a/**/z",
    "**/x/**", "/x?.[ch]", "/[!a-m]*", "/\\*.txt", "a/b", "**/a*/c", "a**b/c", "/[[:digit:]]x", "docs/[a-c]?", "/[]]", "a/**/b/**/c", "/*.json",
    "/**/gates.json", "a/*/c", "*/settings.json", "[a-c]/**/z", "/a[!b]c", "/a[]-]c", "src/*",
};
const char* const kPaths[] = {
    ".claude/x", ".claude/a/b", "x/.claude/x", ".github/workflows/ci.yml", ".github/ci.yml", "gates.json", "a/gates.json", "a/b/gates.json", "mygates.json",
    "src/a", "src/a/b", "lib/src/a", "secrets-x/config.json", "secrets-x/y/config.json", ".env", "a/b/.env", "docs/x.md", "docs/a/x.md", "a/z", "a/b/z",
    "a/b/c/z", "az", "x/y", "q/x/y", "xa.c", "x.c", "xb.h", "n1", "b1", "*.txt", "a.txt", "a/b", "a/b/c", "b/a/b", "x/ab/c", "ab/c", "axb/c", "4x", "ax",
    "docs/ab", "docs/dd", "]", "a/b/q/c", "a/q/b/c", "a/b/q/b/c", ".json", "z.json", "a/x.json", "a/q/c", ".claude/settings.json", "c/d/z", "axc", "a-c", "a]c",
};

struct Pipe {
  FILE* file;
  explicit Pipe(const std::string& command) : file(popen(command.c_str(), "r")) {}
  ~Pipe() { pclose(file); }
};

void write(const std::string& path, const std::string& text) {
  FILE* file = fopen(path.c_str(), "w");
  REQUIRE(file != nullptr);
  fwrite(text.data(), 1, text.size(), file);
  fclose(file);
}

std::set<std::string> ignored_by_git(const std::string& dir, const char* pattern) {
  write(dir + "/.git/info/exclude", std::string(pattern) + "\n");
  Pipe git("cd '" + dir + "' && git -c core.ignoreCase=false check-ignore --no-index -z --stdin < paths");
  std::set<std::string> out;
  std::string name;
  for (int c = fgetc(git.file); c != EOF; c = fgetc(git.file)) {
    if (c != 0) {
      name += static_cast<char>(c);
      continue;
    }
    out.insert(name);
    name.clear();
  }
  return out;
}

}  // namespace

TEST_CASE("git check-ignore says the same") {
  char name[] = "/tmp/cordon-match-XXXXXX";
  REQUIRE(mkdtemp(name) != nullptr);
  const std::string dir = name;
  REQUIRE(std::system(("git init -q '" + dir + "'").c_str()) == 0);
  std::string list;
  for (const char* path : kPaths) list.append(path).push_back('\0');
  write(dir + "/paths", list);
  for (const char* pattern : kPatterns) {
    const auto glob = cordon::match::Glob::compile(pattern, cordon::match::Case::kExact);
    REQUIRE_MESSAGE(glob.has_value(), pattern);
    const std::set<std::string> git = ignored_by_git(dir, pattern);
    for (const char* path : kPaths) {
      CAPTURE(std::string(pattern));
      CAPTURE(std::string(path));
      CHECK(glob->matches(path) == (git.count(path) != 0));
    }
  }
  REQUIRE(std::system(("rm -rf '" + dir + "'").c_str()) == 0);
}
