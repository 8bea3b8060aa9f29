// SPDX-License-Identifier: Apache-2.0
// Real folders: what is removed is gone.
#include "shared/hook/old_sessions.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

using namespace cordon;
namespace fs = std::filesystem;

namespace {

struct Scratch {
  fs::path root;
  Scratch() {
    char name[] = "/tmp/cordon-old-sessions-XXXXXX";
    root = mkdtemp(name);
    setenv("XDG_STATE_HOME", root.c_str(), 1);
  }
  ~Scratch() {
    unsetenv("XDG_STATE_HOME");
    fs::remove_all(root);
  }
  fs::path session(const std::string& id, int64_t days) {
    const fs::path folder = root / "cordon/sessions" / id;
    fs::create_directories(folder);
    std::ofstream(folder / "posture") << "{}";
    std::ofstream(folder / "bypasses") << "++";
    age(folder, days);
    return folder;
  }
  static void age(const fs::path& path, int64_t days) {
    const timespec at{time(nullptr) - days * 24 * 3600 - 60, 0};
    const timespec times[2] = {at, at};
    REQUIRE(utimensat(AT_FDCWD, path.c_str(), times, AT_SYMLINK_NOFOLLOW) == 0);
  }
};

}  // namespace

TEST_CASE("sessions nothing was written for in thirty days are forgotten, the others stay") {
  Scratch scratch;
  RealWorld world;
  const fs::path old = scratch.session("0b1c-old", 31), older = scratch.session("older", 400);
  const fs::path young = scratch.session("young", 29), fresh = scratch.session("fresh", 0);
  CHECK(hook::forget_old_sessions(world) == 2);
  CHECK(!fs::exists(old));
  CHECK(!fs::exists(older));
  CHECK(fs::exists(young / "posture"));
  CHECK(fs::exists(fresh / "bypasses"));
  CHECK(hook::forget_old_sessions(world) == 0);
}

TEST_CASE("nothing else is touched: links, files, other names, folders that hold folders") {
  Scratch scratch;
  RealWorld world;
  scratch.session("young", 1);
  const fs::path sessions = scratch.root / "cordon/sessions", elsewhere = scratch.root / "mine";
  fs::create_directories(elsewhere);
  std::ofstream(elsewhere / "keep") << "x";
  fs::create_directory_symlink(elsewhere, sessions / "link");
  std::ofstream(sessions / "file") << "x";
  fs::create_directories(sessions / "not a session");
  const fs::path nested = scratch.session("nested", 40);
  fs::create_directories(nested / "deeper");
  std::ofstream(nested / "deeper/keep") << "x";
  fs::create_symlink(elsewhere / "keep", nested / "out");
  for (const char* name : {"link", "file", "not a session", "nested"}) Scratch::age(sessions / name, 90);
  CHECK(hook::forget_old_sessions(world) == 0);
  CHECK(fs::exists(elsewhere / "keep"));
  CHECK(fs::is_symlink(sessions / "link"));
  CHECK(fs::exists(sessions / "file"));
  CHECK(fs::exists(sessions / "not a session"));
  CHECK(fs::exists(nested / "deeper/keep"));
}

TEST_CASE("many are forgotten in several starts; no state folder is no fault") {
  Scratch scratch;
  RealWorld world;
  CHECK(hook::forget_old_sessions(world) == 0);
  for (int i = 0; i < 70; ++i) scratch.session("s" + std::to_string(i), 60);
  CHECK(hook::forget_old_sessions(world) == hook::kMostRemoved);
  CHECK(hook::forget_old_sessions(world) == 20);
  unsetenv("XDG_STATE_HOME");
  const std::string home = std::getenv("HOME") != nullptr ? std::getenv("HOME") : "";
  unsetenv("HOME");
  CHECK(hook::forget_old_sessions(world) == 0);
  if (!home.empty()) setenv("HOME", home.c_str(), 1);
}
