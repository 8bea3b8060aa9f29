// SPDX-License-Identifier: Apache-2.0
#include "shared/base/world.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "shared/base/io.h"

namespace cordon {
namespace {

bool means_absent(int error) { return error == ENOENT || error == ENOTDIR; }

}  // namespace

FileInfo file_info(int status, const struct stat& st) {
  FileInfo info;
  if (status != 0) {
    info.error_number = errno;
    info.kind = means_absent(errno) ? FileKind::kAbsent : FileKind::kUnknown;
    return info;
  }
  info.kind = S_ISREG(st.st_mode)   ? FileKind::kRegular
              : S_ISDIR(st.st_mode) ? FileKind::kDirectory
              : S_ISLNK(st.st_mode) ? FileKind::kSymlink
                                    : FileKind::kOther;
  info.device = st.st_dev;
  info.inode = st.st_ino;
  info.links = st.st_nlink;
  info.size = static_cast<uint64_t>(st.st_size);
  info.mtime_ns = static_cast<int64_t>(st.st_mtim.tv_sec) * 1'000'000'000 + st.st_mtim.tv_nsec;
  info.mode = st.st_mode & 07777;
  return info;
}

namespace {

void make_parents(const std::string& path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    mkdir(path.substr(0, slash).c_str(), 0700);
  }
}

// Names differ per process, so that two writers never share a temporary file.
std::string temporary_name(const std::string& path) {
  char suffix[32];
  std::snprintf(suffix, sizeof suffix, ".%ld.tmp", static_cast<long>(getpid()));
  return path + suffix;
}

constexpr int64_t kPause = 5'000'000;  // ns
constexpr int kAttempts = 16;

bool is_the_same(const struct stat& a, const struct stat& b) {
  return a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

bool lay_still(const struct stat& st) {
  timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return true;
  const int64_t age = (now.tv_sec - st.st_mtim.tv_sec) * 1'000'000'000 + now.tv_nsec - st.st_mtim.tv_nsec;
  return age > kStill || age < -kStill;  // a time to come says nothing
}

FileText read_once(int fd, const struct stat& st, size_t limit) {
  if (!S_ISREG(st.st_mode)) return tl::unexpected(ReadError{ReadFault::kNotRegular, 0});
  if (static_cast<uint64_t>(st.st_size) > limit) return tl::unexpected(ReadError{ReadFault::kTooLarge, 0});
  return read_known_size(fd, static_cast<size_t>(st.st_size), limit);
}

FileText read_open(int fd, size_t limit, bool settled) {
  struct stat before, after;
  for (int attempt = 0; attempt < kAttempts; attempt++) {
    if (fstat(fd, &before) != 0) return tl::unexpected(ReadError{ReadFault::kUnreadable, errno});
    FileText out = read_once(fd, before, limit);
    if (!settled || !S_ISREG(before.st_mode)) return out;
    if (fstat(fd, &after) != 0 || (is_the_same(before, after) && lay_still(after))) return out;
    const timespec pause{0, kPause};
    nanosleep(&pause, nullptr);
    if (lseek(fd, 0, SEEK_SET) != 0) return out;
  }
  return tl::unexpected(ReadError{ReadFault::kUnreadable, EBUSY});
}

FileText read_path(const std::string& path, size_t limit, bool settled) {
  const int fd = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return tl::unexpected(ReadError{means_absent(errno) ? ReadFault::kAbsent : ReadFault::kUnreadable, errno});
  FileText out = read_open(fd, limit, settled);
  close(fd);
  return out;
}

}  // namespace

std::string ReadError::text() const {
  if (fault == ReadFault::kNotRegular) return "not a regular file";
  if (fault == ReadFault::kTooLarge) return "larger than the limit";
  return error_number == 0 ? "cannot be read" : text_of_errno(error_number);
}

std::optional<std::string> World::env_set(const char* name) const {
  auto value = env(name);
  if (value && value->empty()) return std::nullopt;
  return value;
}

std::optional<std::string> RealWorld::env(const char* name) const {
  const char* value = std::getenv(name);
  if (value == nullptr) return std::nullopt;
  return std::string(value);
}

FileText RealWorld::read_file(const std::string& path, size_t limit) { return read_path(path, limit, false); }

FileText RealWorld::read_settled_file(const std::string& path, size_t limit) { return read_path(path, limit, true); }

FileInfo RealWorld::stat(const std::string& path) {
  struct stat st;
  return file_info(::stat(path.c_str(), &st), st);
}

FileInfo RealWorld::lstat(const std::string& path) {
  struct stat st;
  return file_info(::lstat(path.c_str(), &st), st);
}

std::optional<std::string> RealWorld::read_link(const std::string& path) {
  char buffer[4096];
  const ssize_t size = readlink(path.c_str(), buffer, sizeof buffer);
  if (size < 0 || static_cast<size_t>(size) == sizeof buffer) return std::nullopt;
  return std::string(buffer, static_cast<size_t>(size));
}

// Without opendir: it asks for the kind of what open has just said is a folder, and the status line lists two.
tl::expected<std::vector<std::string>, ReadError> RealWorld::list_dir(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return tl::unexpected(ReadError{means_absent(errno) ? ReadFault::kAbsent : ReadFault::kUnreadable, errno});
  std::vector<std::string> names;
  alignas(dirent64) char buffer[16384];
  ssize_t got;
  while ((got = getdents64(fd, buffer, sizeof buffer)) > 0) {
    for (ssize_t at = 0; at < got;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer + at);
      if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) names.emplace_back(entry->d_name);
      at += entry->d_reclen;
    }
  }
  const ReadError fault{ReadFault::kUnreadable, errno};
  release(fd);
  if (got < 0) return tl::unexpected(fault);
  std::sort(names.begin(), names.end());
  return names;
}

bool RealWorld::is_executable(const std::string& path) {
  struct stat st;
  return ::stat(path.c_str(), &st) == 0 && S_ISREG(st.st_mode) && access(path.c_str(), X_OK) == 0;
}

std::string RealWorld::current_dir() {
  char buffer[4096];
  return getcwd(buffer, sizeof buffer) != nullptr && buffer[0] == '/' ? buffer : "";
}

bool RealWorld::release(int fd) { return close(fd) == 0; }

int64_t RealWorld::now_seconds() const { return static_cast<int64_t>(time(nullptr)); }

bool RealWorld::write_file_atomic(const std::string& path, std::string_view text) {
  const std::string temporary = temporary_name(path);
  int fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0 && errno == ENOENT) {
    make_parents(path);
    fd = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  }
  if (fd < 0) return false;
  const bool written = write_all(fd, text);
  if (close(fd) != 0 || !written || rename(temporary.c_str(), path.c_str()) != 0) {
    unlink(temporary.c_str());
    return false;
  }
  return true;
}

bool RealWorld::append_file(const std::string& path, std::string_view text) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  int fd = open(path.c_str(), kFlags, 0600);
  if (fd < 0 && errno == ENOENT) {
    make_parents(path);
    fd = open(path.c_str(), kFlags, 0600);
  }
  if (fd < 0) return false;
  const bool written = write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  return release(fd) && written;
}

bool RealWorld::append_rotated(const std::string& path, std::string_view line, const Rotation& rotation) {
  return cordon::append_rotated(path, line, rotation);
}

Created RealWorld::create_file(const std::string& path) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
  int fd = open(path.c_str(), kFlags, 0600);
  if (fd < 0 && errno == ENOENT) {
    make_parents(path);
    fd = open(path.c_str(), kFlags, 0600);
  }
  if (fd < 0) return errno == EEXIST ? Created::kThere : Created::kFailed;
  close(fd);
  return Created::kDone;
}

Touched RealWorld::touch(const std::string& path) {
  if (utimensat(AT_FDCWD, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW) == 0) return Touched::kDone;
  return errno == ENOENT ? Touched::kAbsent : Touched::kFailed;
}

// Links are removed, never followed: only what lies in this very folder goes.
bool RealWorld::remove_folder(const std::string& path) {
  if (lstat(path).kind != FileKind::kDirectory) return false;
  if (const auto names = list_dir(path)) {
    for (const std::string& name : *names) unlink((path + "/" + name).c_str());
  }
  return rmdir(path.c_str()) == 0;
}

}  // namespace cordon
