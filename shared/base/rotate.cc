// SPDX-License-Identifier: Apache-2.0
#include "shared/base/rotate.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <utility>

#include "shared/base/path.h"
#include "shared/base/world.h"

namespace cordon {
namespace {

// "verdicts.jsonl.000012" of "verdicts.jsonl" -> 12; 0 for other names.
unsigned number_of(std::string_view name, std::string_view base) {
  if (!name.starts_with(base) || name.size() < base.size() + 2 || name[base.size()] != '.') return 0;
  const std::string_view digits = name.substr(base.size() + 1);
  unsigned number = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return fault == std::errc() && end == digits.data() + digits.size() ? number : 0;
}

// Number and path, oldest first.
std::vector<std::pair<unsigned, std::string>> older(const std::string& path) {
  std::vector<std::pair<unsigned, std::string>> out;
  const std::string folder(path::parent(path));
  RealWorld world;
  const auto names = world.list_dir(folder);
  if (!names) return out;
  for (const std::string& name : *names) {
    if (const unsigned number = number_of(name, path::base_name(path)); number != 0) out.emplace_back(number, folder + "/" + name);
  }
  std::sort(out.begin(), out.end());
  return out;
}

void rename_and_prune(const std::string& path, const Rotation& rotation) {
  std::vector<std::pair<unsigned, std::string>> files = older(path);
  char suffix[16];
  std::snprintf(suffix, sizeof suffix, ".%06u", files.empty() ? 1 : files.back().first + 1);
  if (rename(path.c_str(), (path + suffix).c_str()) != 0) return;
  files.emplace_back(0, path + suffix);
  for (size_t i = 0; i + rotation.kept < files.size(); ++i) unlink(files[i].second.c_str());
}

// Under the lock the size is asked again: who was quicker may have renamed it.
void rotate(const std::string& path, const Rotation& rotation) {
  const int lock = open((path + ".lock").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock < 0) return;
  struct stat info {};
  if (flock(lock, LOCK_EX | LOCK_NB) == 0 && stat(path.c_str(), &info) == 0 && static_cast<uint64_t>(info.st_size) >= rotation.bytes) {
    rename_and_prune(path, rotation);
  }
  close(lock);
}

int open_to_append(const std::string& path) { return open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600); }

void make_parents(const std::string& path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) mkdir(path.substr(0, slash).c_str(), 0700);
}

}  // namespace

bool append_rotated(const std::string& path, std::string_view line, const Rotation& rotation) {
  int fd = open_to_append(path);
  if (fd < 0 && errno == ENOENT) {
    make_parents(path);
    fd = open_to_append(path);
  }
  if (fd < 0) return false;
  struct stat info {};
  const bool regular = fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  const bool written = regular && write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  close(fd);
  if (regular && static_cast<uint64_t>(info.st_size) + line.size() >= rotation.bytes) rotate(path, rotation);
  return written;
}

std::vector<std::string> rotated_files(const std::string& path) {
  std::vector<std::string> out;
  for (auto& [number, file] : older(path)) out.push_back(std::move(file));
  struct stat info {};
  if (stat(path.c_str(), &info) == 0) out.push_back(path);
  return out;
}

}  // namespace cordon
