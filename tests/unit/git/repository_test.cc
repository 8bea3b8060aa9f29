// SPDX-License-Identifier: Apache-2.0
#include "shared/git/repository.h"

#include <doctest/doctest.h>

#include "tests/unit/settings/scratch_world.h"

namespace cordon::test {
namespace {

using git::discover;
using git::Head;
using git::HeadKind;
using git::read_head;

std::string below(const ScratchWorld& world, const std::string& path) {
  return path.starts_with(world.base()) ? path.substr(world.base().size()) : path;
}

TEST_CASE("a plain repository") {
  ScratchWorld world;
  world.make_repository("work");
  world.make_dir("work/a/b");
  world.stats = world.reads = 0;
  const auto repo = discover(world, world.base() + "/work");
  REQUIRE(repo);
  CHECK(world.stats == 1);
  CHECK(world.reads == 0);
  CHECK(below(world, repo->work_tree) == "/work");
  CHECK(below(world, repo->git_dir) == "/work/.git");
  CHECK(repo->common_dir == repo->git_dir);
  CHECK(repo->main_checkout == repo->work_tree);
  CHECK_FALSE(repo->is_linked_worktree);
  const auto deeper = discover(world, world.base() + "/work/a/b/");
  REQUIRE(deeper);
  CHECK(deeper->work_tree == repo->work_tree);
  CHECK_FALSE(discover(world, world.base() + "/home"));
  CHECK_FALSE(discover(world, ""));
  CHECK_FALSE(discover(world, "work"));
  CHECK_FALSE(discover(world, "/"));
}

TEST_CASE("a linked worktree") {
  ScratchWorld world;
  world.make_repository("work");
  world.add_worktree("work", "wtout", "w1");
  world.make_dir("wtout/sub");
  const auto repo = discover(world, world.base() + "/wtout/sub");
  REQUIRE(repo);
  CHECK(repo->is_linked_worktree);
  CHECK(repo->worktree_name == "w1");
  CHECK(below(world, repo->work_tree) == "/wtout");
  CHECK(below(world, repo->git_dir) == "/work/.git/worktrees/w1");
  CHECK(below(world, repo->common_dir) == "/work/.git");
  CHECK(below(world, repo->main_checkout) == "/work");
  CHECK(read_head(world, *repo).name == "wb");
  // Not named in return: whoever writes a .git file cannot choose the main checkout (measured).
  world.write("work/.git/worktrees/w1/gitdir", "/elsewhere/.git\n");
  CHECK(below(world, discover(world, world.base() + "/wtout")->main_checkout) == "/wtout");
  // Named through another path.
  world.link("wtout", "alias");
  world.write("work/.git/worktrees/w1/gitdir", world.base() + "/alias/.git\n");
  CHECK(below(world, discover(world, world.base() + "/wtout")->main_checkout) == "/work");
  world.run("rm work/.git/worktrees/w1/commondir", ".");
  CHECK_FALSE(discover(world, world.base() + "/wtout")->is_linked_worktree);
}

TEST_CASE("made by git itself") {
  ScratchWorld world;
  if (!world.run("git init -q -b trunk r && cd r && git config user.email a@b && git config user.name n && git commit -q --allow-empty -m x"
                 " && git worktree add -q ../wt -b wb && git worktree add -q --detach ../wd && cd .. && git clone -q --bare r bare.git"
                 " && git -C bare.git worktree add -q ../wb trunk && git init -q --separate-git-dir sep-git sep && mkdir dots"
                 " && git clone -q --bare r dots/.git && git -C dots/.git worktree add -q ../wt trunk",
                 ".")) {
    MESSAGE("git is missing here");
    return;
  }
  const auto at = [&](const std::string& path) { return discover(world, world.base() + "/" + path).value_or(git::Repository{}); };
  CHECK(below(world, at("wt").main_checkout) == "/r");
  CHECK(at("wt").worktree_name == "wt");
  CHECK(read_head(world, at("r"), true).kind == HeadKind::kBranch);
  CHECK(read_head(world, at("r")).name == "trunk");
  CHECK(read_head(world, at("wd")).kind == HeadKind::kDetached);
  CHECK(read_head(world, at("wd")).name.size() == 40);
  CHECK(at("bare.git").is_bare);
  CHECK(at("bare.git").work_tree == "");
  CHECK(at("wb").is_linked_worktree);
  CHECK(at("wb").main_checkout == "");
  CHECK(below(world, at("sep").git_dir) == "/sep-git");
  CHECK(at("sep").main_checkout == at("sep").work_tree);
  CHECK(below(world, at("dots/wt").main_checkout) == "/dots");
  CHECK(world.run("git -C r pack-refs --all", "."));
  CHECK(read_head(world, at("r"), true).kind == HeadKind::kBranch);
}

struct Row {
  const char* name;
  const char* setup;  // run in work/
  bool found;
};

TEST_CASE("odd things named .git (measured on the runtime)") {
  const Row rows[] = {
      {"empty folder", "mkdir .git", true},
      {"file of garbage", "echo zzz > .git", true},
      {"empty file", ": > .git", true},
      {"file naming what is gone", "echo gitdir: none/x > .git", true},
      {"link to a folder", "mkdir ../g && ln -s ../g .git", true},
      {"dangling link", "ln -s none/x .git", false},
      {"fifo", "mkfifo .git", false},
      {"another name", "mkdir .gitx git .GIT", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    ScratchWorld world;
    REQUIRE(world.run(row.setup, "work"));
    world.make_dir("work/sub");
    const auto repo = discover(world, world.base() + "/work/sub");
    CHECK(repo.has_value() == row.found);
    if (repo) {
      CHECK(below(world, repo->main_checkout) == "/work");
      CHECK(read_head(world, *repo).kind == HeadKind::kUnknown);
    }
  }
}

struct HeadRow {
  const char* name;
  const char* text;
  HeadKind kind;
  const char* want;
};

TEST_CASE("HEAD") {
  const HeadRow rows[] = {
      {"branch", "ref: refs/heads/main\n", HeadKind::kUnborn, "main"},
      {"slashes", "ref: refs/heads/feat/x\n", HeadKind::kUnborn, "feat/x"},
      {"no newline", "ref: refs/heads/main", HeadKind::kUnborn, "main"},
      {"no blank", "ref:refs/heads/main\n", HeadKind::kUnborn, "main"},
      {"detached", "0123456789012345678901234567890123456789\n", HeadKind::kDetached, "0123456789012345678901234567890123456789"},
      {"sha256", "0123456789012345678901234567890123456789012345678901234567890123\n", HeadKind::kDetached,
       "0123456789012345678901234567890123456789012345678901234567890123"},
      {"reftable's stub", "ref: refs/heads/.invalid\n", HeadKind::kUnknown, ""},
      {"another namespace", "ref: refs/remotes/origin/x\n", HeadKind::kUnknown, ""},
      {"short hash", "0123abc\n", HeadKind::kUnknown, ""},
      {"empty", "", HeadKind::kUnknown, ""},
  };
  for (const HeadRow& row : rows) {
    CAPTURE(row.name);
    ScratchWorld world;
    world.make_repository("work");
    world.write("work/.git/HEAD", row.text);
    const Head head = read_head(world, *discover(world, world.base() + "/work"), true);
    CHECK(head.kind == row.kind);
    CHECK(head.name == row.want);
  }
}

}  // namespace
}  // namespace cordon::test
