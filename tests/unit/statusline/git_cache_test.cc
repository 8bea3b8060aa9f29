// SPDX-License-Identifier: Apache-2.0
#include "statusline/git_counts.h"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace cordon::statusline {
namespace {

// Only files, in memory.
class MemoryWorld final : public World {
 public:
  std::map<std::string, std::string> files;
  std::optional<std::string> env(const char* name) const override { return std::string_view(name) == "HOME" ? std::optional<std::string>("/home/u") : std::nullopt; }
  FileText read_file(const std::string& path, size_t) override {
    const auto found = files.find(path);
    if (found == files.end()) return tl::unexpected(ReadError{ReadFault::kAbsent, 2});
    return found->second;
  }
  FileInfo stat(const std::string& path) override {
    FileInfo info;
    const auto found = files.find(path);
    if (found != files.end()) info.kind = FileKind::kRegular, info.size = found->second.size();
    return info;
  }
  FileInfo lstat(const std::string& path) override { return stat(path); }
  std::optional<std::string> read_link(const std::string&) override { return std::nullopt; }
  tl::expected<std::vector<std::string>, ReadError> list_dir(const std::string&) override { return std::vector<std::string>(); }
  bool is_executable(const std::string&) override { return false; }
  std::string current_dir() override { return "/"; }
  int64_t now_seconds() const override { return 0; }
  bool write_file_atomic(const std::string& path, std::string_view text) override { return files[path] = text, true; }
  bool append_file(const std::string&, std::string_view) override { return false; }
};

git::Repository repository() {
  git::Repository out;
  out.work_tree = "/r", out.git_dir = out.common_dir = "/r/.git";
  return out;
}

CountsPlace place_of(const World& world, const char* branch) { return *counts_place(world, repository(), {git::HeadKind::kBranch, branch}); }

TEST_CASE("lines of git status, in pieces of every size") {
  const std::string text =
      "# branch.oid 1234\n# branch.head main\n# branch.upstream origin/main\n# branch.ab +5 -6\n# stash 7\n1 M. N... 1 1 1 a b f\n1 .M N... 1 1 1 a b g\n"
      "1 MM N... 1 1 1 a b h\n2 R. N... 1 1 1 a b R100 i\tj\nu UU N... 1 1 1 1 a b c k\n? " + std::string(5000, 'x') + "\n? \"a\\nb\"\n! ignored\n";
  for (size_t size = 1; size < text.size(); size += size < 40 ? 1 : 997) {
    StatusReader reader;
    for (size_t at = 0; at < text.size(); at += size) reader.add(std::string_view(text).substr(at, size));
    const GitCounts& counts = reader.counts();
    CHECK(reader.complete());
    CHECK(reader.upstream() == "origin/main");
    CHECK((counts.staged == 3 && counts.changed == 2 && counts.untracked == 2 && counts.conflicted == 1));
    CHECK((counts.ahead == 5 && counts.behind == 6 && counts.stash == 7));
  }
  for (const char* bad : {"", "\n\n", "fatal: not a git repository\n", "# branch.ab +1\n", "# branch.head main"}) {
    StatusReader reader;
    reader.add(bad);
    CHECK_FALSE(reader.complete());
  }
}

TEST_CASE("every repository and branch has a file of its own (SL-031)") {
  const MemoryWorld world;
  std::set<std::string> files;
  for (const auto& [folder, branch] : std::vector<std::pair<std::string, std::string>>{
           {"/work/repo", "feat/a"}, {"/work/repo", "feat_a"}, {"/work/repo_feat", "a"}, {"/work/repo/feat", "a"}, {"/work/repo", ""}}) {
    git::Repository it;
    it.work_tree = folder, it.git_dir = it.common_dir = folder + "/.git";
    files.insert(counts_place(world, it, {git::HeadKind::kBranch, branch})->file);
  }
  CHECK(files.size() == 5);
}

TEST_CASE("what is kept") {
  MemoryWorld world;
  const CountsPlace main = place_of(world, "main");
  CHECK_FALSE(read_kept(world, main));
  KeptCounts kept;
  kept.counts = GitCounts{.staged = 1, .changed = 2, .untracked = 3, .conflicted = 4, .ahead = 5, .behind = 6, .stash = 7};
  kept.tried = 1000, kept.took_ms = 20, kept.upstream = "refs/remotes/origin/main", kept.signature = counts_signature(world, main, kept.upstream), kept.calm_ns = 17;
  REQUIRE(write_kept(world, main, kept));
  const auto read = read_kept(world, main);
  REQUIRE((read && read->counts));
  CHECK((read->counts->staged == 1 && read->counts->stash == 7 && read->tried == 1000 && read->upstream == kept.upstream && read->signature == kept.signature && read->calm_ns == 17));
  // Another branch whose file has the same name.
  CountsPlace side = place_of(world, "side");
  CHECK(side.file != main.file);
  CHECK(side.lock == main.lock);
  side.file = main.file;
  CHECK_FALSE(read_kept(world, side));
  const std::string whole = world.files[main.file];
  for (size_t size = 0; size < whole.size(); ++size) {
    world.files[main.file] = whole.substr(0, size);
    if (const auto cut = read_kept(world, main)) CHECK(size > whole.rfind('\0'));  // only the last number can lack digits
  }
  world.files[main.file] = whole + '\0';
  CHECK_FALSE(read_kept(world, main));
}

TEST_CASE("when they are shown, dimmed, and counted again") {
  MemoryWorld world;
  const CountsPlace place = place_of(world, "main");
  KeptCounts kept;
  kept.tried = 1000, kept.upstream = "refs/remotes/origin/main";
  CHECK_FALSE(counts_to_show(world, place, kept, 1000));
  kept.counts = GitCounts{};
  kept.signature = counts_signature(world, place, kept.upstream);
  const auto stale = [&](int64_t now) { return counts_to_show(world, place, kept, now)->stale; };
  CHECK_FALSE(stale(1000));
  CHECK_FALSE(stale(1050));
  CHECK(stale(1100));
  CHECK(stale(999));
  for (const char* file : {"/r/.git/index", "/r/.git/refs/heads/main", "/r/.git/refs/stash", "/r/.git/refs/remotes/origin/main"}) {
    world.files[file] = "x";
    CHECK(stale(1000));
    world.files.erase(file);
    CHECK_FALSE(stale(1000));
  }
  world.files["/r/.git/refs/heads/other"] = "x";
  CHECK_FALSE(stale(1000));
  CHECK_FALSE(is_due(kept, 1000));
  CHECK(is_due(kept, 1001));
  CHECK(is_due(kept, 900));  // the clock was set back
  kept.took_ms = 1000;
  CHECK_FALSE(is_due(kept, 1003));
  CHECK(is_due(kept, 1004));  // a second before the installer's five: the clock has whole ones
  kept.took_ms = 1001;
  CHECK_FALSE(is_due(kept, 1019));
  CHECK(is_due(kept, 1020));
  kept.failures = 1;
  CHECK(stale(1000));
  CHECK_FALSE(is_due(kept, 1009));
  CHECK(is_due(kept, 1010));
  kept.failures = 100;
  CHECK_FALSE(is_due(kept, 1599));
  CHECK(is_due(kept, 1600));
}

TEST_CASE("places without counts") {
  MemoryWorld world;
  git::Repository bare = repository();
  bare.work_tree.clear();
  CHECK_FALSE(counts_place(world, bare, {git::HeadKind::kBranch, "main"}));
  CHECK_FALSE(counts_place(world, repository(), {git::HeadKind::kUnknown, ""}));
  CHECK_FALSE(counts_place(world, git::Repository{}, {git::HeadKind::kBranch, "main"}));
  const auto detached = counts_place(world, repository(), {git::HeadKind::kDetached, "abc"});
  REQUIRE(detached);
  CHECK(counts_signature(world, *detached, "") == "- - abc");
}

}  // namespace
}  // namespace cordon::statusline
