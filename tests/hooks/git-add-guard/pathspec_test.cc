// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "hooks/git-add-guard/magic.h"
#include "hooks/git-add-guard/pathspec.h"

using namespace cordon::git_add_guard;

TEST_CASE("one pathspec, one path") {
  struct Row {
    const char* element;
    const char* dir;   // below /r
    const char* path;  // below /r
    bool reached;
  };
  const Row rows[] = {
      {".", "", ".bashrc", true},
      {".", "sub", ".bashrc", false},
      {".", "sub", "sub/x", true},
      {"..", "sub", ".bashrc", true},
      {"sub", "", "sub/a/b", true},
      {"sub", "", "subway", false},
      {"sub/", "", "sub", false},
      {"sub/", "", "sub/x", true},
      {"/r", "sub", ".bashrc", true},
      {"/r/sub", "", ".bashrc", false},
      {":/", "sub", ".bashrc", true},
      {":/sub", "sub", "sub/x", true},
      {":(top)", "sub", ".bashrc", true},
      {"*", "", ".claude/agents", true},
      {"*", "sub", ".claude/agents", false},
      {"*.json", "", ".claude/settings.json", true},
      {":(glob)*.json", "", ".claude/settings.json", false},
      {":(glob)*.json", "", ".mcp.json", true},
      {":(glob)**/*.json", "", ".claude/settings.json", true},
      {":(glob)**/*.json", "", ".mcp.json", true},
      {"?bashrc", "", ".bashrc", true},
      {"[.]bashrc", "", ".bashrc", true},
      {"[!.]bashrc", "", ".bashrc", false},
      {"\\.bashrc", "", ".bashrc", true},
      {".BASHRC", "", ".bashrc", false},
      {":(icase).BASHRC", "", ".bashrc", true},
      {":(literal)*", "", ".bashrc", false},
      {":(literal).bashrc", "", ".bashrc", true},
      {"src/../.bashrc", "", ".bashrc", true},
      {".bashrc/", "", ".bashrc", false},
      {"*.py", "", ".mcp.json", false},
      {"src/*", "", ".mcp.json", false},
      {"", "", ".bashrc", false},
      {":(what)x", "", ".bashrc", false},
      {":x", "", "x", true},
      {"../*.json", "sub", ".mcp.json", true},
  };
  for (const Row& row : rows) {
    const std::string dir = *row.dir == '\0' ? "/r" : std::string("/r/") + row.dir;
    const Pathspec spec = Pathspec::git(row.element, {dir, "/r"}, {});
    CHECK_MESSAGE((spec.reaches(std::string("/r/") + row.path) == Reach::kYes) == row.reached, row.element << " in " << dir << ": " << row.path);
  }
}

TEST_CASE("magic") {
  CHECK(read_magic(":(top,icase)x").top);
  CHECK(read_magic(":(top,icase)x").icase);
  CHECK(read_magic(":(top,icase)x").pattern == "x");
  CHECK(read_magic(":!/x").exclude);
  CHECK(read_magic(":!/x").top);
  CHECK(read_magic(":^x").pattern == "x");
  CHECK(read_magic(":/:x").pattern == "x");
  CHECK(read_magic("x").pattern == "x");
  CHECK(read_magic(":(attr:foo)").attr);
  CHECK(read_magic(":(glob,literal)x").refused);
  CHECK(read_magic(":(top").refused);
}

TEST_CASE("exclusion and attributes") {
  const Folder folder{"/r", "/r"};
  const auto list = [&](std::initializer_list<const char*> elements) {
    std::vector<Pathspec> out;
    for (const char* element : elements) out.push_back(Pathspec::git(element, folder, {}));
    return out;
  };
  CHECK(reaches(list({".", ":!.claude"}), "/r/.claude/agents") == Reach::kNo);
  CHECK(reaches(list({".", ":!.claude"}), "/r/.bashrc") == Reach::kYes);
  CHECK(reaches(list({".", ":!*"}), "/r/.bashrc") == Reach::kNo);
  CHECK(reaches(list({":(attr:x)"}), "/r/.bashrc") == Reach::kPerhaps);
  CHECK(reaches(list({".", ":(exclude,attr:x)"}), "/r/.bashrc") == Reach::kPerhaps);
  CHECK(reaches(list({"."}), "/q/.bashrc") == Reach::kNo);
  CHECK(reaches({}, "/r/.bashrc") == Reach::kNo);
}
