// SPDX-License-Identifier: Apache-2.0
#include "shared/git/config.h"

#include <doctest/doctest.h>

#include "shared/git/repository.h"
#include "tests/unit/settings/scratch_world.h"

namespace cordon::test {
namespace {

using git::scan_config;

struct Row {
  std::string name;
  const char* text;
  std::string want;  // "(none)", "(broken)" or the value
};

TEST_CASE("alias.st in a git config") {
  const Row rows[] = {
      {"plain", "[alias]\n\tst = status -sb\n", "status -sb"},
      {"same line", "[alias] st = status", "status"},
      {"upper case", "[ALIAS]\nST=status\n", "status"},
      {"last one wins", "[alias]\nst=a\nst=b\n", "b"},
      {"two sections", "[alias]\nst=a\n[core]\nx=y\n[alias]\nst=b\n", "b"},
      {"shell", "[alias]\n st = \"!sh -c 'git add -A'\"\n", "!sh -c 'git add -A'"},
      {"comment after", "[alias]\nst = status # x ; y\n", "status"},
      {"quoted comment sign", "[alias]\nst = \"a # b\" ; c\n", "a # b"},
      {"continued", "[alias]\nst = add \\\n  -A\n", "add   -A"},
      {"escapes", "[alias]\nst = \"a\\tb\\\\c\\\"d\"\n", "a\tb\\c\"d"},
      {"inner blanks kept, outer dropped", "[alias]\nst =   a   b   \n", "a   b"},
      {"carriage returns", "[alias]\r\nst = status\r\n", "status"},
      {"byte order mark", "\xef\xbb\xbf[alias]\nst=x\n", "x"},
      {"no value", "[alias]\nst\n", ""},
      {"empty value", "[alias]\nst =\n", ""},
      {"other section", "[core]\nst = status\n", "(none)"},
      {"sub-section", "[alias \"x\"]\nst = status\n", "(none)"},
      {"old sub-section", "[alias.x]\nst = status\n", "(none)"},
      {"longer name", "[alias]\nstx = status\n", "(none)"},
      {"in a comment", "[alias]\n# st = a\n; st = b\n", "(none)"},
      {"in a value", "[alias]\nx = \"[alias]\\nst = a\"\n", "(none)"},
      {"empty file", "", "(none)"},
      {"unclosed header", "[alias\nst = a\n", "(broken)"},
      {"unclosed quote", "[alias]\nst = \"a\n", "(broken)"},
      {"unknown escape", "[alias]\nst = a\\q\n", "(broken)"},
      {"garbage", "[alias]\n=x\n", "(broken)"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const git::ConfigScan scan = scan_config(row.text, "alias", "st");
    CHECK((scan.broken ? "(broken)" : scan.value.value_or("(none)")) == row.want);
    CHECK_FALSE(scan.has_include);
  }
  CHECK(scan_config("[include]\npath=x\n", "alias", "st").has_include);
  CHECK(scan_config("[includeIf \"gitdir:~/x/\"]\npath=y\n[alias]\nst=z\n", "alias", "st").has_include);
}

TEST_CASE("aliases of a repository and its user") {
  ScratchWorld world;
  world.make_repository("work");
  world.write("home/.gitconfig", "[alias]\n a = from-home\n b = from-home\n");
  world.write("home/.config/git/config", "[alias]\n c = from-xdg\n a = from-xdg\n");
  world.write("work/.git/config", "[core]\n bare = false\n[alias]\n a = from-repo\n");
  const auto repo = git::discover(world, world.base() + "/work");
  REQUIRE(repo);
  CHECK(git::find_alias(world, &*repo, "a").value == "from-repo");
  CHECK(git::find_alias(world, &*repo, "b").value == "from-home");
  CHECK(git::find_alias(world, &*repo, "c").value == "from-xdg");
  CHECK(git::find_alias(world, nullptr, "a").value == "from-home");
  CHECK_FALSE(git::find_alias(world, &*repo, "zz").value);
  CHECK_FALSE(git::find_alias(world, &*repo, "zz").unknown);
  world.write("home/.gitconfig", "[include]\n path = other\n");
  CHECK(git::find_alias(world, &*repo, "zz").unknown);
  CHECK_FALSE(git::find_alias(world, &*repo, "a").unknown);
  world.set("GIT_CONFIG_GLOBAL", world.base() + "/g");
  world.write("g", "[alias]\n g = x\n");
  CHECK(git::find_alias(world, &*repo, "g").value == "x");
  CHECK_FALSE(git::find_alias(world, &*repo, "c").value);
}

}  // namespace
}  // namespace cordon::test
