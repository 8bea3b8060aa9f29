// SPDX-License-Identifier: Apache-2.0
// File systems that take several names for one file, faked: what is the same file has the same number, whatever it is called.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "hooks/protected-paths/ground.h"
#include "shared/base/path.h"
#include "tests/hooks/fake_world.h"

using namespace cordon;
using protected_paths::Found;

namespace {

// `stored` maps a path to the one the file system keeps it under. Counts the questions.
class TwoNames final : public test::FakeWorld {
 public:
  std::function<std::string(std::string)> stored = [](std::string path) { return path; };
  int asked = 0;

  FileInfo stat(const std::string& path) override {
    ++asked;
    const std::string own = stored(path);
    FileInfo info = FakeWorld::stat(own);
    info.device = 7;
    info.inode = std::hash<std::string>()(own);
    info.links = 1;
    return info;
  }
  FileInfo lstat(const std::string& path) override { return stat(path); }
  tl::expected<std::vector<std::string>, ReadError> list_dir(const std::string& path) override {
    ++asked;
    std::vector<std::string> out;
    for (const auto& [name, text] : files) {
      if (!path::is_within(name, path) || name == path) continue;
      const std::string_view below = path::below(name, path);
      out.emplace_back(below.substr(0, below.find('/')));
    }
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  return text;
}

constexpr const char* kComposed = "caf\u00e9";
constexpr const char* kDecomposed = "cafe\u0301";

// Upper case of a letter beyond ASCII, and both spellings of an accent, are one name; stored are "straße" and the decomposed one.
std::string folding(std::string path) { return replaced(replaced(path, "STRA\u1e9eE", "stra\u00dfe"), kComposed, kDecomposed); }
// /mnt/view shows /work/repo/.claude, /mnt/all the whole project.
std::string bound(std::string path) { return replaced(replaced(path, "/mnt/view", "/work/repo/.claude"), "/mnt/all", "/work/repo"); }

Found judged(TwoNames& world, const std::string& path, const char* patterns) {
  world.files["/work/repo/.claude/gates.json"] = std::string(R"({"protectedPaths":[)") + patterns + "]}";
  world.files["/work/repo/.git/HEAD"] = "ref: refs/heads/main\n";
  world.files["/work/repo/.git/config"] = "";
  protected_paths::Ground ground(world, {"/work/repo", "/work/repo", "/home/u"}, settings::Config{});
  world.asked = 0;
  return ground.judge(protected_paths::target_of(path, "/work/repo")).found;
}

}  // namespace

TEST_CASE("a file system that folds and normalises names beyond ASCII") {
  const std::string composed = kComposed, decomposed = kDecomposed;
  const struct {
    std::string path;
    const char* patterns;
    bool folds, want;
  } kRows[] = {
      {"docs/stra\u00dfe/x", R"("docs/straße/**")", true, true},
      {"docs/STRA\u1e9eE/x", R"("docs/straße/**")", true, true},
      {"docs/STRA\u1e9eE/new/deep", R"("docs/straße/**")", true, true},
      {"/work/repo/docs/STRA\u1e9eE", R"("docs/straße")", true, true},
      {"docs/STRA\u1e9eE/x", R"("docs/STRAẞE/**")", true, true},
      {"docs/stra\u00dfe/x", R"("docs/STRAẞE/**")", true, true},
      {"lib/" + composed, R"("lib/café")", true, true},
      {"lib/" + decomposed, R"("lib/café")", true, true},
      {"lib/" + composed, R"("**/café")", true, true},
      {"docs/STRA\u1e9eE/x", R"("**/straße/*")", true, true},
      // Two different files where names are bytes.
      {"docs/STRA\u1e9eE/x", R"("docs/straße/**")", false, false},
      {"lib/" + decomposed, R"("lib/café")", false, false},
      {"docs/STRA\u1e9eE/x", R"("**/straße/*")", false, false},
      // Other files.
      {"docs/strasse/x", R"("docs/straße/**")", true, false},
      {"docs/STRA\u1e9eE.txt", R"("docs/straße/**")", true, false},
      {"src/\u00e9t\u00e9", R"("docs/straße/**")", true, false},
      {"docs/STRA\u1e9eE/x", R"("docs/straße/y")", true, false},
      {"docs/" + composed, R"("lib/café")", true, false},
      {"docs/STRA\u1e9eE/x", R"("docs/straße/**", "!docs/straße/x")", true, false},
      {"docs/plain", R"("docs/straße/**")", true, false},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.path);
    CAPTURE(row.folds);
    TwoNames world;
    for (const char* file : {"docs/stra\u00dfe/x", "docs/stra\u00dfe/y", "docs/plain"}) world.files[std::string("/work/repo/") + file] = "";
    world.files["/work/repo/lib/" + decomposed] = "";
    if (row.folds) world.stored = folding;
    CHECK((judged(world, row.path, row.patterns) == Found::kYes) == row.want);
  }
}

TEST_CASE("a folder that is mounted twice") {
  const struct {
    const char* path;
    bool want;
  } kRows[] = {
      {"/mnt/view/settings.json", true}, {"/mnt/view/new/deep", true}, {"/mnt/all/.claude/x", true}, {"/mnt/all/src/a", false}, {"/mnt/other/settings.json", false}, {"/tmp/x", false},
  };
  for (const auto& row : kRows) {
    CAPTURE(std::string(row.path));
    TwoNames world;
    world.stored = bound;
    for (const char* file : {"/work/repo/.claude/settings.json", "/work/repo/src/a", "/mnt/other/settings.json"}) world.files[file] = "";
    CHECK((judged(world, row.path, R"(".claude/**")") == Found::kYes) == row.want);
  }
}

TEST_CASE("a plain name in the project costs no further look") {
  TwoNames world;
  world.files["/work/repo/src/a"] = "";
  CHECK(judged(world, "src/a", R"(".claude/**", "docs/straße/**")") == Found::kNo);
  CHECK(world.asked == 3);  // src, src/a; the folder of git's worktrees
}
