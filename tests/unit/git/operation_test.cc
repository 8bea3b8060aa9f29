// SPDX-License-Identifier: Apache-2.0
// Each state is made by git itself in a scratch repository.
#include "shared/git/operation.h"

#include <doctest/doctest.h>

#include "tests/unit/settings/scratch_world.h"

namespace cordon::test {
namespace {

// Branches `main` and `side` change the same line; `side` has two commits; each row starts from a copy.
constexpr const char* kRepository =
    "git init -q -b main r && cd r && git config user.email a@b && git config user.name n && git config commit.gpgsign false && "
    "echo 0 >f && git add f && git commit -q -m zero && git checkout -q -b side && echo s >f && git commit -q -a -m one && "
    "echo t >f && git commit -q -a -m two && git checkout -q main && echo m >f && git commit -q -a -m three && echo g >g && git add g && git commit -q -m four && "
    "git worktree add -q ../linked -b other && git config core.editor true";

struct Row {
  const char* name;
  const char* script;  // in a copy of the repository; the state may be reached by a command that fails
  const char* folder;
  const char* text;
  const char* branch;
};

constexpr Row kRows[] = {
    {"nothing", "true", "r", "", ""},
    {"changes only", "echo x >f; git add f", "r", "", ""},
    {"a branch called rebase-merge", "git checkout -q -b rebase-merge", "r", "", ""},
    {"a tag called MERGE_HEAD", "git tag MERGE_HEAD; git branch BISECT_LOG", "r", "", ""},
    {"a file of the work tree", "echo x >MERGE_HEAD; mkdir rebase-merge", "r", "", ""},
    {"stash", "echo x >f; git stash -q", "r", "", ""},
    {"detached", "git checkout -q --detach", "r", "", ""},
    {"merge that went through", "git merge -q -s ours side", "r", "", ""},
    {"rebase that went through", "git rebase -q side -X theirs", "r", "", ""},
    {"merge given up", "git merge side; git merge --abort", "r", "", ""},
    {"rebase given up", "git rebase side; git rebase --abort", "r", "", ""},
    {"cherry-pick given up", "git cherry-pick main..side; git cherry-pick --abort", "r", "", ""},
    {"bisect ended", "git bisect start; git bisect reset", "r", "", ""},
    {"merge", "git merge side", "r", "merge", ""},
    {"merge, not yet committed", "git merge --no-commit -s ours side", "r", "merge", ""},
    {"rebase", "git checkout -q side; git rebase main", "r", "rebase 1/2", "side"},
    {"rebase, second step", "git checkout -q side; git rebase main; git checkout --theirs f; echo z >f; git add f; git rebase --continue", "r", "rebase 2/2", "side"},
    {"rebase of no branch", "git checkout -q --detach side; git rebase main", "r", "rebase 1/2", ""},
    {"rebase of a branch with folders", "git checkout -q side; git checkout -q -b a/b; git rebase main", "r", "rebase 1/2", "a/b"},
    {"interactive, stopped to edit", "git checkout -q side; GIT_SEQUENCE_EDITOR='sed -i s/^pick/edit/' git rebase -i main~2", "r", "rebase 1/2", "side"},
    {"rebase --apply", "git checkout -q side; git rebase --apply main", "r", "rebase 1/2", "side"},
    {"am", "git format-patch -q --stdout main~2..side >../p; git am ../p", "r", "am 1/2", ""},
    {"cherry-pick", "git cherry-pick side", "r", "cherry-pick", ""},
    {"cherry-pick of a series", "git cherry-pick main..side", "r", "cherry-pick", ""},
    {"cherry-pick of a series, between two", "git cherry-pick main..side; git add f; git commit -q -m x", "r", "cherry-pick", ""},
    {"revert", "git revert --no-edit side~1 -m 1; git revert --no-edit HEAD~2; echo w >f; git commit -q -a -m w; git revert --no-edit HEAD~2", "r", "revert", ""},
    {"bisect", "git bisect start", "r", "bisect", ""},
    {"bisect under way", "git bisect start HEAD HEAD~2", "r", "bisect", ""},
    {"merge wins over bisect", "git bisect start; git merge side", "r", "merge", ""},
    {"worktree: its own", "cd ../linked && git merge side", "linked", "merge", ""},
    {"worktree: not the other's", "cd ../linked && git merge side", "r", "", ""},
    {"main checkout's is not the worktree's", "git merge side", "linked", "", ""},
    {"rebase in a worktree", "cd ../linked && git checkout -q side && git rebase main", "linked", "rebase 1/2", "side"},
};

TEST_CASE("operations made by git itself") {
  ScratchWorld world;
  REQUIRE(world.run("cd /; git --version", "."));
  // Worktrees name each other by absolute path, so every row has the whole layout made anew from one archive.
  REQUIRE(world.run(std::string("mkdir at && cd at && ") + kRepository + " && cd ../.. && cp -a at saved", "."));
  for (const Row& row : kRows) {
    CAPTURE(row.name);
    REQUIRE(world.run("rm -rf at && cp -a saved at", "."));
    world.run(std::string("{ ") + row.script + "; } >/dev/null 2>&1", "at/r");
    const auto repo = git::discover(world, world.base() + "/at/" + row.folder);
    REQUIRE(repo);
    const git::Operation operation = git::read_operation(world, *repo);
    CHECK(operation.text() == row.text);
    CHECK(operation.branch == row.branch);
  }
}

TEST_CASE("files nobody should trust") {
  ScratchWorld world;
  world.make_repository("work");
  const git::Repository repo = *git::discover(world, world.base() + "/work");
  const auto text = [&] { return git::read_operation(world, repo).text(); };
  CHECK(text() == "");
  CHECK(git::read_operation(world, git::Repository{}).text() == "");
  world.write("work/.git/rebase-merge/msgnum", "4294967296\n");
  world.write("work/.git/rebase-merge/end", "5\n");
  CHECK(text() == "rebase");
  world.write("work/.git/rebase-merge/msgnum", "2x\n");
  CHECK(text() == "rebase");
  world.write("work/.git/rebase-merge/msgnum", "2\n");
  CHECK(text() == "rebase 2/5");
  world.write("work/.git/rebase-merge/head-name", "refs/heads/\n");
  CHECK(git::read_operation(world, repo).branch == "");
  REQUIRE(world.run("rm -r work/.git/rebase-merge && mkdir -p work/.git/rebase-apply && mkfifo work/.git/rebase-apply/next", "."));
  CHECK(text() == "am/rebase");
  REQUIRE(world.run("rm -r work/.git/rebase-apply && mkdir work/.git/sequencer", "."));
  CHECK(text() == "");
  world.write("work/.git/sequencer/todo", "nothing known\n");
  CHECK(text() == "");
}

}  // namespace
}  // namespace cordon::test
