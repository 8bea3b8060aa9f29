// SPDX-License-Identifier: Apache-2.0
#include "shared/base/rotate.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

using namespace cordon;

namespace {

struct Folder {
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "cordon-rotate-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string path;
};

std::multiset<std::string> lines_of(const std::string& file) {
  std::multiset<std::string> out;
  for (const std::string& each : rotated_files(file)) {
    std::ifstream in(each);
    for (std::string line; std::getline(in, line);) out.insert(line);
  }
  return out;
}

}  // namespace

TEST_CASE("grows, is renamed, and the oldest go") {
  const Folder folder;
  const std::string file = folder.path + "/a/b/log";
  for (int i = 0; i < 100; ++i) REQUIRE(append_rotated(file, "line " + std::to_string(1000 + i) + "\n", {.bytes = 100, .kept = 3}));
  const auto files = rotated_files(file);
  CHECK_LE(files.size(), 4);
  const auto lines = lines_of(file);
  CHECK(lines.count("line 1099") == 1);
  CHECK(lines.count("line 1000") == 0);
  struct stat info {};
  CHECK_EQ(stat(files.front().c_str(), &info), 0);
  CHECK_EQ(info.st_mode & 0777, 0600);
  CHECK_LE(info.st_size, 120);
}

TEST_CASE("concurrent writers lose nothing") {
  const Folder folder;
  const std::string file = folder.path + "/log";
  constexpr int kWriters = 8, kLines = 300;
  for (int writer = 0; writer < kWriters; ++writer) {
    if (fork() != 0) continue;
    bool ok = true;
    for (int line = 0; line < kLines; ++line) ok = append_rotated(file, std::to_string(writer) + " " + std::to_string(line) + "\n", {.bytes = 500, .kept = 1000}) && ok;
    _exit(ok ? 0 : 1);
  }
  int status = 0, failed = 0;
  while (wait(&status) > 0) failed += status != 0;
  CHECK_EQ(failed, 0);
  const auto lines = lines_of(file);
  CHECK_EQ(lines.size(), size_t{kWriters} * kLines);
  CHECK_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), size_t{kWriters} * kLines);
  CHECK_GT(rotated_files(file).size(), 5);  // 14 kB in files of 500 bytes; writers that meet a rotation overshoot
}

TEST_CASE("what is no file is not written to") {
  const Folder folder;
  CHECK_FALSE(append_rotated(folder.path, "x\n", {}));
  CHECK_FALSE(append_rotated("/proc/none/log", "x\n", {}));
  REQUIRE_EQ(mkfifo((folder.path + "/fifo").c_str(), 0600), 0);
  CHECK_FALSE(append_rotated(folder.path + "/fifo", "x\n", {}));
  std::filesystem::create_symlink("/dev/null", folder.path + "/link");
  CHECK_FALSE(append_rotated(folder.path + "/link", "x\n", {}));
}
