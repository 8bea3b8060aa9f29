// SPDX-License-Identifier: Apache-2.0
#include "cordon/install_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <utility>

#include "shared/base/io.h"
#include "shared/base/path.h"

namespace cordon::command {
namespace {

constexpr size_t kLimit = 64u << 20;

tl::unexpected<Error> failed(const std::string& what, const std::string& path, int error_number) {
  return fail(fmt::format("cannot {} '{}': {}", what, path, text_of_errno(error_number)));
}

struct Owner {
  uid_t uid;
  gid_t gid;
};

// The name is fixed, so that what a killed run left is overwritten by the next one.
std::string temporary_for(const std::string& target) {
  return path::join(path::parent(target), fmt::format(".{}.cordon-new", path::base_name(target)));
}

int sync_and_close(int fd) {
  const int error = fsync(fd) != 0 ? errno : 0;
  return close(fd) != 0 && error == 0 ? errno : error;
}

void sync_folder(const std::string& folder) {
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

Result<std::string> write_temporary(const std::string& target, std::string_view bytes, mode_t mode, const Owner* owner) {
  const std::string name = temporary_for(target);
  unlink(name.c_str());
  const int fd = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) return failed("write into", std::string(path::parent(target)), errno);
  errno = 0;
  int error = write_all(fd, bytes) ? 0 : (errno != 0 ? errno : EIO);
  // Only root may give files away; a person's own file has their owner already.
  const bool foreign = owner != nullptr && (owner->uid != geteuid() || owner->gid != getegid());
  if (error == 0 && foreign && fchown(fd, owner->uid, owner->gid) != 0 && geteuid() == 0) error = errno;
  if (error == 0 && fchmod(fd, mode) != 0) error = errno;
  const int closing = sync_and_close(fd);
  if (error == 0) error = closing;
  if (error == 0) return name;
  unlink(name.c_str());
  return failed("write", target, error);
}

Result<Done> move_into_place(const std::string& from, const std::string& target) {
  if (rename(from.c_str(), target.c_str()) != 0) {
    const int error = errno;
    unlink(from.c_str());
    return failed("replace", target, error);
  }
  sync_folder(std::string(path::parent(target)));
  return Done{};
}

std::string timestamp() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour,
                     parts.tm_min, parts.tm_sec);
}

}  // namespace

Result<FileState> read_state(const std::string& name) {
  RealWorld world;
  FileState file;
  file.path = name;
  const path::Resolved resolved = path::resolve(world, name);
  if (!resolved.ok) return fail(fmt::format("cannot read '{}': too many symbolic links", name));
  file.target = resolved.path;
  struct stat info {};
  if (stat(file.target.c_str(), &info) != 0) {
    if (errno != ENOENT) return failed("read", name, errno);
    file.uid = geteuid(), file.gid = getegid();
    return file;
  }
  auto bytes = world.read_file(file.target, kLimit);
  if (!bytes) return fail(fmt::format("cannot read '{}': {}", name, bytes.error().text()));
  file.exists = true;
  file.bytes = std::move(*bytes);
  file.mode = info.st_mode & 07777;
  file.uid = info.st_uid, file.gid = info.st_gid;
  return file;
}

Result<Done> write_state(const FileState& file, std::string_view bytes) {
  const Owner owner{file.uid, file.gid};
  auto name = write_temporary(file.target, bytes, file.mode, &owner);
  if (!name) return tl::unexpected<Error>(name.error());
  auto now = read_state(file.target);
  if (!now || now->exists != file.exists || now->bytes != file.bytes) {
    unlink(name->c_str());
    return fail(fmt::format("'{}' was changed by someone else meanwhile: nothing written, run the command again", file.target));
  }
  return move_into_place(*name, file.target);
}

Result<Done> write_file(const std::string& target, std::string_view bytes, mode_t mode) {
  auto name = write_temporary(target, bytes, mode, nullptr);
  if (!name) return tl::unexpected<Error>(name.error());
  return move_into_place(*name, target);
}

Result<std::string> back_up(const FileState& file) {
  const Owner owner{file.uid, file.gid};
  const std::string base = fmt::format("{}.bak-{}", file.target, timestamp());
  std::string name = base;
  for (int i = 2; access(name.c_str(), F_OK) == 0; ++i) name = fmt::format("{}-{}", base, i);
  auto temporary = write_temporary(file.target, file.bytes, file.mode, &owner);
  if (!temporary) return tl::unexpected<Error>(temporary.error());
  if (auto moved = move_into_place(*temporary, name); !moved) return tl::unexpected<Error>(moved.error());
  return name;
}

Result<Done> make_folders(const std::string& name, mode_t mode) {
  struct stat info {};
  if (stat(name.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) return Done{};
    return failed("use as a folder", name, ENOTDIR);
  }
  const std::string above(path::parent(name));
  if (!above.empty() && above != name) {
    if (auto made = make_folders(above, mode); !made) return made;
  }
  if (mkdir(name.c_str(), mode) != 0 && errno != EEXIST) return failed("create folder", name, errno);
  return Done{};
}

Result<Done> remove_file(const std::string& name) {
  if (unlink(name.c_str()) == 0 || errno == ENOENT || errno == ENOTDIR) return Done{};
  return failed("remove", name, errno);
}

void remove_folder_if_empty(const std::string& name) { rmdir(name.c_str()); }

Result<FolderLock> FolderLock::take(const std::string& folder) {
  FolderLock lock;
  if (folder.empty()) return lock;
  lock.fd_ = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock.fd_ < 0) return failed("open folder", folder, errno);
  for (int tries = 0; flock(lock.fd_, LOCK_EX | LOCK_NB) != 0; ++tries) {
    if (errno != EWOULDBLOCK && errno != EINTR) return lock;  // a file system without locks: nothing to wait for
    if (tries == 300) return fail(fmt::format("another cordon command is at work in '{}'", folder));
    usleep(100'000);
  }
  return lock;
}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

FolderLock::~FolderLock() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace cordon::command
