// SPDX-License-Identifier: Apache-2.0
#include "statusline/render_world.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/base/temp_dir.h"

using namespace cordon;
using statusline::RenderWorld;
using testing::TempDir;

namespace {

std::string answer(const FileText& text) { return text ? "text of " + std::to_string(text->size()) + ": " + text->substr(0, 20) : text.error().text(); }

}  // namespace

TEST_CASE("what is read is what the real world reads") {
  TempDir dir;
  for (const size_t size : {0, 1, 16383, 16384, 16385, 70000}) dir.write("of " + std::to_string(size), std::string(size, 'x'));
  dir.write("zeros", std::string(3, '\0'));
  dir.write("folder/x", "x");
  dir.link("zero", "/dev/zero");
  dir.link("null", "/dev/null");
  dir.link("nowhere", "/not/there");
  dir.link("round", "round");
  REQUIRE(mkfifo((dir / "pipe").c_str(), 0600) == 0);
  RenderWorld render;
  RealWorld real;
  for (const char* name : {"of 0", "of 1", "of 16383", "of 16384", "of 16385", "of 70000", "zeros", "folder", "folder/x", "of 1/x", "zero", "null", "nowhere", "round", "pipe", "absent"}) {
    for (const size_t limit : {0, 1, 2, 100, 16384, 20000, 1000000}) {
      CAPTURE(std::string(name));
      CAPTURE(limit);
      CHECK(answer(render.read_file(dir / name, limit)) == answer(real.read_file(dir / name, limit)));
      CHECK(answer(render.read_settled_file(dir / name, limit)) == answer(real.read_settled_file(dir / name, limit)));
    }
    CHECK(render.stat(dir / name).kind == real.stat(dir / name).kind);
    CHECK(render.stat(dir / name).mtime_ns == real.stat(dir / name).mtime_ns);
    CHECK(render.lstat(dir / name).kind == real.lstat(dir / name).kind);
  }
}

TEST_CASE("of a repository's files the first answer counts, of others the last") {
  TempDir dir;
  RenderWorld world;
  for (const char* name : {".git", "commondir", "gitdir", "HEAD"}) {
    CAPTURE(std::string(name));
    dir.write(name, "first");
    CHECK(world.read_file(dir / name, 100).value_or("") == "first");
    dir.write(name, "then");
    CHECK(world.read_file(dir / name, 100).value_or("") == (std::string(name) == "HEAD" ? "then" : "first"));
  }
}

TEST_CASE("a file that was just written is read once it lies still") {
  TempDir dir;
  RenderWorld world;
  dir.write("old", "text");
  const timespec times[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
  REQUIRE(utimensat(AT_FDCWD, (dir / "old").c_str(), times, 0) == 0);
  CHECK(world.read_settled_file(dir / "old", 100).value_or("") == "text");
  CHECK(world.stat(dir / "old").mtime_ns == int64_t{1'000'000'000} * 1'000'000'000);
  dir.write("new", "text");
  CHECK(world.read_settled_file(dir / "new", 100).value_or("") == "text");
}
