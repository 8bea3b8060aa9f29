// SPDX-License-Identifier: Apache-2.0
#include "shared/base/world.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <csignal>

#include "shared/base/io.h"
#include "tests/unit/base/temp_dir.h"

using namespace cordon;
using testing::TempDir;

namespace {

// Root may read everything: drop to nobody while this lives.
class NotRoot {
 public:
  NotRoot() : was_(geteuid()) {
    if (was_ == 0 && seteuid(65534) != 0) FAIL("seteuid");
  }
  ~NotRoot() {
    if (was_ == 0 && seteuid(0) != 0) std::abort();
  }

 private:
  uid_t was_;
};

ReadFault fault_of(const FileText& text) {
  REQUIRE_FALSE(text.has_value());
  return text.error().fault;
}

}  // namespace

TEST_CASE("read_file reads regular files and nothing else") {
  TempDir dir;
  RealWorld world;
  dir.write("file", "12345");
  dir.write("empty", "");
  dir.link("link", "file");
  dir.link("zero", "/dev/zero");
  dir.link("loop", "loop");
  REQUIRE(mkfifo((dir / "fifo").c_str(), 0600) == 0);
  dir.link("to_fifo", "fifo");
  CHECK(world.read_file(dir / "file", 100).value() == "12345");
  CHECK(world.read_file(dir / "link", 100).value() == "12345");
  CHECK(world.read_file(dir / "file", 5).value() == "12345");
  CHECK(world.read_file(dir / "empty", 0).value() == "");
  CHECK(fault_of(world.read_file(dir / "file", 4)) == ReadFault::kTooLarge);
  CHECK(fault_of(world.read_file(dir / "absent", 100)) == ReadFault::kAbsent);
  CHECK(fault_of(world.read_file(dir / "file/below", 100)) == ReadFault::kAbsent);
  CHECK(fault_of(world.read_file("", 100)) == ReadFault::kAbsent);
  CHECK(fault_of(world.read_file(dir.path(), 100)) == ReadFault::kNotRegular);
  CHECK(fault_of(world.read_file(dir / "fifo", 100)) == ReadFault::kNotRegular);
  CHECK(fault_of(world.read_file(dir / "to_fifo", 100)) == ReadFault::kNotRegular);
  CHECK(fault_of(world.read_file(dir / "zero", 100)) == ReadFault::kNotRegular);
  CHECK(fault_of(world.read_file(dir / "loop", 100)) == ReadFault::kUnreadable);
  CHECK(fault_of(world.read_file(dir / std::string(5000, 'x'), 100)) == ReadFault::kUnreadable);
  // /proc says size 0 and has text.
  CHECK(world.read_file("/proc/self/status", 1 << 20).value().find("Pid:") != std::string::npos);
  CHECK(fault_of(world.read_file("/proc/self/status", 10)) == ReadFault::kTooLarge);
}

TEST_CASE("a file without permission is unreadable, not absent") {
  TempDir dir;
  RealWorld world;
  dir.write("secret", "x");
  dir.write("closed/file", "x");
  chmod((dir / "secret").c_str(), 0);
  chmod((dir / "closed").c_str(), 0);
  {
    const NotRoot nobody;
    const auto text = world.read_file(dir / "secret", 100);
    CHECK(fault_of(text) == ReadFault::kUnreadable);
    CHECK(text.error().text() == "permission denied");
    CHECK(fault_of(world.read_file(dir / "closed/file", 100)) == ReadFault::kUnreadable);
    CHECK(world.stat(dir / "closed/file").kind == FileKind::kUnknown);
    CHECK_FALSE(world.list_dir(dir / "closed").has_value());
  }
  chmod((dir / "closed").c_str(), 0700);
}

TEST_CASE("stat, lstat, read_link, list_dir, is_executable") {
  TempDir dir;
  RealWorld world;
  dir.write("b", "123");
  dir.write("sub/x", "");
  dir.link("a", "b");
  CHECK(world.stat(dir / "a").kind == FileKind::kRegular);
  CHECK(world.stat(dir / "a").size == 3);
  CHECK(world.stat(dir / "a").inode == world.stat(dir / "b").inode);
  CHECK(world.lstat(dir / "a").kind == FileKind::kSymlink);
  CHECK(world.stat(dir / "sub").kind == FileKind::kDirectory);
  CHECK(world.stat("/dev/null").kind == FileKind::kOther);
  CHECK(world.stat(dir / "none").kind == FileKind::kAbsent);
  CHECK(world.stat(dir / "b/none").kind == FileKind::kAbsent);
  CHECK(world.read_link(dir / "a").value() == "b");
  CHECK_FALSE(world.read_link(dir / "b").has_value());
  CHECK(world.list_dir(dir.path()).value() == std::vector<std::string>{"a", "b", "sub"});
  CHECK(world.list_dir(dir / "none").error().fault == ReadFault::kAbsent);
  CHECK(world.list_dir(dir / "a").error().fault == ReadFault::kAbsent);  // a file
  const std::string long_name(200, 'n');
  for (int i = 0; i < 300; ++i) dir.write("many/" + long_name + std::to_string(i), "");  // more than fits one call
  CHECK(world.list_dir(dir / "many").value().size() == 300);
  CHECK_FALSE(world.is_executable(dir / "b"));
  chmod((dir / "b").c_str(), 0755);
  CHECK(world.is_executable(dir / "a"));
  CHECK_FALSE(world.is_executable(dir / "sub"));
}

TEST_CASE("write_file_atomic") {
  TempDir dir;
  RealWorld world;
  CHECK(world.write_file_atomic(dir / "new/deep/file", "one"));
  CHECK(dir.read("new/deep/file") == "one");
  CHECK(world.stat(dir / "new/deep/file").mode == 0600);
  CHECK(world.write_file_atomic(dir / "new/deep/file", "two"));
  CHECK(dir.read("new/deep/file") == "two");
  CHECK(world.list_dir(dir / "new/deep").value() == std::vector<std::string>{"file"});
  CHECK_FALSE(world.write_file_atomic(dir / "new/deep/file/below", "x"));
  CHECK_FALSE(world.write_file_atomic(dir / "new/deep", "x"));  // a folder stands there
  CHECK(world.list_dir(dir / "new").value() == std::vector<std::string>{"deep"});
  dir.write("target", "kept");
  dir.link("link", "target");
  CHECK(world.write_file_atomic(dir / "link", "x"));
  CHECK(dir.read("target") == "kept");
  CHECK(world.lstat(dir / "link").kind == FileKind::kRegular);
}

TEST_CASE("append_file") {
  TempDir dir;
  RealWorld world;
  CHECK(world.append_file(dir / "log/file", "a\n"));
  CHECK(world.append_file(dir / "log/file", "b\n"));
  CHECK(dir.read("log/file") == "a\nb\n");
  CHECK(world.stat(dir / "log/file").mode == 0600);
  REQUIRE(mkfifo((dir / "fifo").c_str(), 0600) == 0);
  CHECK_FALSE(world.append_file(dir / "fifo", "x"));  // no reader: must not hang
  dir.link("link", "log/file");
  CHECK_FALSE(world.append_file(dir / "link", "x"));
  CHECK_FALSE(world.append_file(dir / "log", "x"));
  CHECK_FALSE(world.append_file("/dev/full", "x"));
  CHECK(dir.read("log/file") == "a\nb\n");
}

TEST_CASE("touch") {
  TempDir dir;
  RealWorld world;
  CHECK(world.touch(dir / "file") == Touched::kAbsent);
  CHECK(world.touch(dir / "folder/file") == Touched::kAbsent);
  dir.write("file", "kept");
  constexpr int64_t kLongAgo = 1'000'000'000;
  const auto age = [&] {
    const timespec times[2] = {{kLongAgo, 0}, {kLongAgo, 0}};
    REQUIRE(utimensat(AT_FDCWD, (dir / "file").c_str(), times, 0) == 0);
  };
  age();
  CHECK(world.touch(dir / "file") == Touched::kDone);
  CHECK(dir.read("file") == "kept");
  CHECK(world.stat(dir / "file").mtime_ns > kLongAgo * 1'000'000'000);
  age();
  dir.link("link", "file");
  CHECK(world.touch(dir / "link") == Touched::kDone);  // the link's own time
  CHECK(world.stat(dir / "file").mtime_ns == kLongAgo * 1'000'000'000);
  CHECK(world.touch(dir / "file/below") == Touched::kFailed);
}

TEST_CASE("read_all, write_all") {
  std::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  CHECK(write_all(ends[1], std::string(40000, 'x')));
  close(ends[1]);
  CHECK(read_all(ends[0], 1 << 20).value().size() == 40000);
  close(ends[0]);
  REQUIRE(pipe(ends) == 0);
  CHECK(write_all(ends[1], "12345"));
  close(ends[1]);
  CHECK(fault_of(read_all(ends[0], 4)) == ReadFault::kTooLarge);
  close(ends[0]);
  REQUIRE(pipe(ends) == 0);
  close(ends[0]);
  CHECK_FALSE(write_all(ends[1], "x"));  // closed at the other end
  close(ends[1]);
  const int full = open("/dev/full", O_WRONLY);
  CHECK_FALSE(write_all(full, "x"));
  close(full);
  CHECK(fault_of(read_all(-1, 10)) == ReadFault::kUnreadable);
  CHECK(text_of_errno(EACCES) == "permission denied");
  CHECK(text_of_errno(9999) == "error 9999");
}

TEST_CASE("environment and current folder") {
  RealWorld world;
  setenv("CORDON_TEST_EMPTY", "", 1);
  CHECK(world.env("CORDON_TEST_EMPTY").value() == "");
  CHECK_FALSE(world.env_set("CORDON_TEST_EMPTY").has_value());
  CHECK_FALSE(world.env("CORDON_TEST_UNSET").has_value());
  const std::string before = world.current_dir();
  CHECK(before[0] == '/');
  {
    TempDir dir;
    REQUIRE(chdir(dir.path().c_str()) == 0);
    CHECK(world.current_dir() == dir.path());
  }
  CHECK(world.current_dir() == "");  // deleted
  REQUIRE(chdir(before.c_str()) == 0);
  CHECK(world.now_seconds() > 1700000000);
}
