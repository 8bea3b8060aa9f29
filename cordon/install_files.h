// SPDX-License-Identifier: Apache-2.0
// What install does to files: every write is to a temporary file in the same folder, synced and renamed, so that a
// crash, a full disk or kill -9 leaves the old file or the new one. Errors name the path and the system's reason.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "shared/base/result.h"

namespace cordon::command {

struct Done {};

// A file as it was found. A symbolic link is followed: `target` is what gets written, the link stays.
struct FileState {
  std::string path, target;
  bool exists = false;
  std::string bytes;
  mode_t mode = 0600;  // of a new file: settings may hold tokens
  uid_t uid = 0;
  gid_t gid = 0;
};
// Refuses what is no regular file (a FIFO would hang) and what is larger than 64 MB.
Result<FileState> read_state(const std::string& path);

// Replaces file.target by `bytes` with file's mode and owner. Fails when the file changed since it was read.
Result<Done> write_state(const FileState& file, std::string_view bytes);
// Plain atomic write.
Result<Done> write_file(const std::string& target, std::string_view bytes, mode_t mode);
// "<target>.bak-20261129T172323" beside the target, same mode and owner; a counter is added when the name is taken.
Result<std::string> back_up(const FileState& file);
Result<Done> make_folders(const std::string& path, mode_t mode);
Result<Done> remove_file(const std::string& path);  // an absent one is fine
void remove_folder_if_empty(const std::string& path);

// Held while a settings file is edited, so that two installs do not mix. An flock on the folder itself: nothing is left
// behind, and the kernel drops it with the process. Waits up to 30 seconds. An empty path locks nothing.
class FolderLock {
 public:
  static Result<FolderLock> take(const std::string& folder);
  FolderLock() = default;
  FolderLock(FolderLock&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  FolderLock& operator=(FolderLock&& other) noexcept;
  ~FolderLock();

 private:
  int fd_ = -1;
};

}  // namespace cordon::command
