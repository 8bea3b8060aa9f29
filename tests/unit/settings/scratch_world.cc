// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/settings/scratch_world.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "shared/base/path.h"

namespace cordon::test {
namespace {

namespace fs = std::filesystem;

std::string make_scratch() {
  std::string name = (fs::temp_directory_path() / "cordon-settings-XXXXXX").string();
  return fs::canonical(mkdtemp(name.data())).string();
}

}  // namespace

ScratchWorld::ScratchWorld() : base_(make_scratch()) {
  make_dir("home/.claude");
  make_dir("work");
  make_dir("nobwrap");
  make_program("bin/bwrap");
  make_program("bin/socat");
  make_program("nosocat/bwrap");
  make_program("nobwrap1/socat");
  set("HOME", base_ + "/home");
  set("PATH", base_ + "/empty:" + base_ + "/bin");
}

ScratchWorld::~ScratchWorld() {
  std::error_code ignored;
  fs::remove_all(base_, ignored);
}

void ScratchWorld::make_dir(const std::string& path) { fs::create_directories(base_ + "/" + path); }

void ScratchWorld::write(const std::string& path, const std::string& text) {
  const fs::path full = path::absolute(path, base_);
  fs::create_directories(full.parent_path());
  std::ofstream(full, std::ios::binary) << text;
}

void ScratchWorld::make_program(const std::string& path) {
  write(path, "#!/bin/sh\n");
  fs::permissions(base_ + "/" + path, fs::perms::owner_all);
}

void ScratchWorld::link(const std::string& target, const std::string& path) {
  const fs::path full = path::absolute(path, base_);
  fs::create_directories(full.parent_path());
  fs::create_symlink(target, full);
}

void ScratchWorld::make_fifo(const std::string& path) {
  const fs::path full = path::absolute(path, base_);
  fs::create_directories(full.parent_path());
  mkfifo(full.c_str(), 0600);
}

void ScratchWorld::make_repository(const std::string& path) {
  write(path + "/.git/HEAD", "ref: refs/heads/main\n");
  write(path + "/.git/config", "[core]\n\tbare = false\n");
  make_dir(path + "/.git/objects");
  make_dir(path + "/.git/refs/heads");
}

void ScratchWorld::add_worktree(const std::string& repository, const std::string& path, const std::string& name) {
  const std::string git_dir = repository + "/.git/worktrees/" + name;
  write(git_dir + "/HEAD", "ref: refs/heads/wb\n");
  write(git_dir + "/commondir", "../..\n");
  write(git_dir + "/gitdir", path::clean(base_ + "/" + path) + "/.git\n");
  write(path + "/.git", "gitdir: " + base_ + "/" + git_dir + "\n");
}

bool ScratchWorld::run(const std::string& script, const std::string& folder) {
  const pid_t child = fork();
  if (child == 0) {
    const int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++) dup2(null, fd);
    setenv("HOME", (base_ + "/home").c_str(), 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    if (chdir((base_ + "/" + folder).c_str()) != 0) _exit(1);
    execl("/bin/sh", "sh", "-c", script.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string ScratchWorld::map(const std::string& path) const {
  constexpr std::string_view kManaged = "/etc/claude-code";
  if (path.starts_with(kManaged)) return base_ + "/managed" + path.substr(kManaged.size());
  if (path.starts_with("/etc/")) return base_ + "/no-etc";
  if (path.starts_with("/usr/bin/")) return base_ + "/bin" + path.substr(8);  // rows name programs there
  return path;
}

std::optional<std::string> ScratchWorld::env(const char* name) const {
  const auto found = env_.find(name);
  if (found == env_.end()) return std::nullopt;
  return found->second;
}

FileText ScratchWorld::read_file(const std::string& path, size_t limit) {
  reads++;
  if (forbidden_.count(path) != 0) return tl::unexpected(ReadError{ReadFault::kUnreadable, EACCES});
  return real_.read_file(map(path), limit);
}

FileText ScratchWorld::read_settled_file(const std::string& path, size_t limit) {
  return settles ? real_.read_settled_file(map(path), limit) : read_file(path, limit);
}

FileInfo ScratchWorld::stat(const std::string& path) {
  stats++;
  return real_.stat(map(path));
}

FileInfo ScratchWorld::lstat(const std::string& path) {
  stats++;
  return real_.lstat(map(path));
}

std::optional<std::string> ScratchWorld::read_link(const std::string& path) { return real_.read_link(map(path)); }

tl::expected<std::vector<std::string>, ReadError> ScratchWorld::list_dir(const std::string& path) { return real_.list_dir(map(path)); }

bool ScratchWorld::is_executable(const std::string& path) { return real_.is_executable(map(path)); }

}  // namespace cordon::test
