// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/diff.h"

#include <doctest/doctest.h>

#include "hooks/protected-paths/file_names.h"
#include "hooks/protected-paths/verdict.h"

using namespace cordon::protected_paths;

namespace {

std::string flat(const Diff& diff) {
  std::string out;
  for (const Change& change : diff.changes) {
    for (const std::string& path : change.paths) out += path + " ";
    if (!change.link_target.empty()) out += change.link_path + "->" + change.link_target + " ";
    out += "| ";
  }
  for (const auto& fault : diff.faults) out += "! " + fault.text() + " ";
  return out;
}

struct Row {
  std::string name, text, want;
};

}  // namespace

TEST_CASE("which paths a diff changes") {
  const std::string fake = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a/.claude/s\n+++ b/.claude/s\n \n";
  const Row rows[] = {
      {"plain", "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", "x | "},
      {"no prefix", "diff --git x/y x/y\n--- x/y\n+++ x/y\n@@ -1 +1 @@\n-a\n+b\n", "x/y | "},
      {"mnemonic", "diff --git i/x w/x\n--- i/x\n+++ w/x\n@@ -1 +1 @@\n-a\n+b\n", "x | "},
      {"own prefixes", "diff --git old/x new/x\n--- old/x\n+++ new/x\n@@ -0,0 +1 @@\n+b\n", "new/x old/x x | "},
      {"rename", "diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", "x y | "},
      {"copy", "diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n", "y | "},
      {"mode only", "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", "x | "},
      {"blanks", "diff --git a/a b b/a b\nold mode 100644\nnew mode 100755\n", "a b | "},
      {"quoted", "diff --git \"a/r\\303\\251\" \"b/r\\303\\251\"\nold mode 100644\nnew mode 100755\n", "r\xC3\xA9 | "},
      {"new and deleted", "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\ndiff --git a/y b/y\ndeleted file mode 100644\n--- a/y\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", "x | y | "},
      {"fake headers in a hunk", fake, "x | "},
      {"after the hunk a header is one", fake + "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", "x | y | "},
      {"link", "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+../t\n\\ No newline at end of file\n", "l l->../t | "},
      {"merge", "diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,2 -1,2 +1,2 @@@\n  a\n- b\n -c\n++d\n", "x | "},
      {"GNU times", "--- x\t2024-01-01 00:00:00\n+++ x\t2024-01-02 00:00:00\n@@ -1 +1 @@\n-a\n+b\n", "x | "},
      {"binary", "Binary files a/x and b/x differ\n", "x | "},
      {"submodule", "Submodule libs/z 1234567..89abcde:\n  > c\n", "libs/z | "},
      {"only in", "Only in d/e: f\n", "d/e/f | "},
      {"raw", ":100644 100644 1234567 89abcde M\tx\n:100644 100644 1234567 89abcde R100\to\tn\n", "x | o n | "},
      {"cut", "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1 @@\n-a\n", "x | ! 5:1: the text ends inside a hunk "},
      {"bad hunk", "--- a/x\n+++ b/x\n@@ -a +b @@\n", "x | ! 3:1: a hunk header that cannot be read "},
      {"rename with blanks needs its lines", "diff --git a/p q b/r s t\n", "! 1:1: a change whose file cannot be told "},
      {"a message that looks like a header", "From: x\n--- not a file\nbut text\n---\n x | 2 +-\n\ndiff --git a/x b/x\nold mode 100644\nnew mode 100755\n", "x | "},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(flat(parse_diff(row.text)) == row.want);
  }
}

TEST_CASE("lists of names") {
  const std::string many = [] {
    std::string out = "[";
    for (int i = 0; i < 100; ++i) out += (i ? ",\"f\"" : "\"f\"");
    return out + "]";
  }();
  CHECK(flat(read_names("a\n./b/../c\n\"r\\303\\251\"\n", false, false, "/r")) == "a | c | r\xC3\xA9 | ");
  CHECK(flat(read_names(std::string("a\0b\nc\0", 6), true, false, "/r")) == "a | b\nc | ");
  CHECK(flat(read_names("/r/x\n/q/x\n", false, false, "/r")) == "x | /q/x | ");
  CHECK(flat(read_names(R"({"files":[{"path":"x","additions":1}]})", false, false, "/r")) == "x | ");
  CHECK(flat(read_names(R"([{"filename":"x","previous_filename":"y"}])", false, false, "/r")) == "x | y | ");
  CHECK(read_names(many, false, false, "/r").faults.size() == 1);
  CHECK(read_names(many, false, true, "/r").faults.empty());
  CHECK(read_names(R"({"file":[]})", false, false, "/r").faults.size() == 1);
  CHECK(read_names("{", false, false, "/r").faults.size() == 1);
}

TEST_CASE("links, folders and spellings") {
  List list;
  add_built_in(list);
  const auto touched = [&list](Change change) { return !judge_changes({std::move(change)}, list).touched.empty(); };
  CHECK(touched({{"docs/l"}, {}, "docs/l", "../.claude/x", false}));
  CHECK(touched({{"docs/l"}, {}, "docs/l", "../.claude", false}));
  CHECK(touched({{".claude"}, {}, ".claude", "/tmp/evil", false}));
  CHECK(touched({{".github"}, {}, "", "", true}));
  CHECK(touched({{".Claude/x"}, {}, "", "", false}));
  CHECK(touched({{".claude./x"}, {}, "", "", false}));
  CHECK(touched({{".claude\\x"}, {}, "", "", false}));
  CHECK_FALSE(touched({{"docs/l"}, {}, "docs/l", "../src/x", false}));
  CHECK_FALSE(touched({{"docs/l"}, {}, "docs/l", "../../.claude/x", false}));
  CHECK_FALSE(touched({{"docs/l"}, {}, "docs/l", "/work/.claude/x", false}));
  CHECK_FALSE(touched({{".github/dependabot.yml"}, {}, "", "", false}));
  CHECK_FALSE(touched({{"src/.claude/x"}, {}, "", "", false}));
}
