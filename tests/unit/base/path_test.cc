// SPDX-License-Identifier: Apache-2.0
#include "shared/base/path.h"

#include <doctest/doctest.h>

#include "tests/unit/base/temp_dir.h"

using namespace cordon;

TEST_CASE("clean") {
  const std::pair<const char*, const char*> rows[] = {
      {"/a/./b//../c/", "/a/c"}, {"a/../../b", "../b"}, {"", "."},      {".", "."},      {"./", "."},   {"/..", "/"},        {"/../../a", "/a"},
      {"/", "/"},                {"//", "/"},           {"a/..", "."},  {"../..", "../.."}, {"a//b", "a/b"}, {"../a/../b", "../b"}, {"/a/...", "/a/..."},
      {"a/.b/..c", "a/.b/..c"},  {"/a\n/b", "/a\n/b"},
  };
  for (const auto& row : rows) {
    const std::string in(row.first), want(row.second);
    CAPTURE(in);
    CHECK(path::clean(in) == want);
    CHECK(path::clean(path::clean(in)) == want);
  }
}

TEST_CASE("absolute, join, base_name, parent") {
  CHECK(path::absolute("/x/../y", "/work") == "/y");
  CHECK(path::absolute("b/../c", "/work/repo") == "/work/repo/c");
  CHECK(path::absolute("../../../x", "/work/repo") == "/x");
  CHECK(path::absolute("", "/work") == "/work");
  CHECK(path::absolute("a", "") == "a");
  CHECK(path::join("/a", "b") == "/a/b");
  CHECK(path::join("/a/", "b") == "/a/b");
  CHECK(path::join("/", "b") == "/b");
  CHECK(path::join("", "b") == "b");
  CHECK(path::base_name("/a/b") == "b");
  CHECK(path::base_name("b") == "b");
  CHECK(path::base_name("/a/") == "");
  CHECK(path::parent("/a/b") == "/a");
  CHECK(path::parent("/a") == "/");
  CHECK(path::parent("a") == "");
}

TEST_CASE("is_within and below") {
  struct Row {
    const char *path, *dir;
    bool within;
    const char* below;
  };
  constexpr Row kRows[] = {
      {"/home/al/x", "/home/al", true, "x"}, {"/home/al", "/home/al", true, ""}, {"/home/alice", "/home/al", false, ""}, {"/home", "/home/al", false, ""},
      {"/x/y", "/", true, "x/y"},            {"/", "/", true, ""},               {"x", "/", false, ""},                 {"/home/al.x", "/home/al", false, ""},
  };
  for (const Row& row : kRows) {
    CAPTURE(std::string(row.path));
    CHECK(path::is_within(row.path, row.dir) == row.within);
    if (row.within) CHECK(path::below(row.path, row.dir) == row.below);
  }
}

TEST_CASE("resolve follows real links") {
  testing::TempDir dir;
  RealWorld world;
  dir.write("real/deep/file", "x");
  dir.link("to_dir", "real");
  dir.link("to_deep", "to_dir/deep");
  dir.link("absolute", dir / "real/deep");
  dir.link("real/up", "../real/deep/..");
  dir.link("dangling", "nowhere/at/all");
  dir.link("loop_a", "loop_b");
  dir.link("loop_b", "loop_a");
  dir.link("root", "/");
  struct Row {
    const char *name, *in, *want;
  };
  constexpr Row kRows[] = {
      {"no link", "real/deep/file", "real/deep/file"},
      {"link to a folder", "to_dir/deep/file", "real/deep/file"},
      {"link through a link", "to_deep/file", "real/deep/file"},
      {"absolute link", "absolute/file", "real/deep/file"},
      {"link upwards", "real/up/deep", "real/deep"},
      {"absent below a link", "to_dir/new/file", "real/new/file"},
      {"dangling link", "dangling/x", "nowhere/at/all/x"},
      {"below a file", "to_deep/file/x", "real/deep/file/x"},
      {"absent", "absent/x", "absent/x"},
  };
  for (const Row& row : kRows) {
    CAPTURE(std::string(row.name));
    const auto got = path::resolve(world, dir / row.in);
    CHECK(got.ok);
    CHECK(got.path == dir / row.want);
  }
  CHECK_FALSE(path::resolve(world, dir / "loop_a/x").ok);
  CHECK(path::resolve(world, dir / "root").path == "/");
  CHECK(path::resolve(world, "/").path == "/");
}
