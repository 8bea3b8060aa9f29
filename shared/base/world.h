// SPDX-License-Identifier: Apache-2.0
// World: environment, files, clock and processes behind one seam, so that rules stay pure and tests can fake everything.
// Paths are bytes; relative paths are taken from the process's folder. Nothing here starts a process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "shared/base/rotate.h"

struct stat;

namespace cordon {

enum class FileKind { kAbsent, kRegular, kDirectory, kSymlink, kOther, kUnknown };  // kUnknown: could not be asked (EACCES, ELOOP…)

struct FileInfo {
  FileKind kind = FileKind::kAbsent;
  uint64_t device = 0, inode = 0, links = 0;
  uint64_t size = 0;
  int64_t mtime_ns = 0;
  uint32_t mode = 0;      // permission bits
  int error_number = 0;   // errno, for kAbsent and kUnknown
};
FileInfo file_info(int status, const struct ::stat& st);  // of what stat(2) or one of its kind has just given

// Times of files move in steps of up to 10 ms, so only a file that lay still for longer than that is known to be whole; and who
// writes it may be kept waiting for the processor. Nanoseconds.
inline constexpr int64_t kStill = 25'000'000;

// Why a file gave no text. kAbsent: no such file (ENOENT, ENOTDIR). kNotRegular: a FIFO, device, folder or socket, which is
// never read (a FIFO without a writer would hang, /dev/zero never ends). kTooLarge: over the limit the caller gave.
enum class ReadFault { kAbsent, kNotRegular, kTooLarge, kUnreadable };
struct ReadError {
  ReadFault fault = ReadFault::kUnreadable;
  int error_number = 0;
  std::string text() const;  // "not a regular file", "larger than the limit", "permission denied"
};
using FileText = tl::expected<std::string, ReadError>;

enum class Touched { kDone, kAbsent, kFailed };

enum class Created : uint8_t { kDone, kThere, kFailed };

class World {
 public:
  virtual ~World() = default;
  virtual std::optional<std::string> env(const char* name) const = 0;
  virtual FileText read_file(const std::string& path, size_t limit) = 0;  // follows links; opens without blocking
  // The same for files that others write in place, not by renaming over them: one that is just being written is read again
  // until it lies still (80 ms at most, then kUnreadable), so that what comes was the whole file at one moment.
  virtual FileText read_settled_file(const std::string& path, size_t limit) { return read_file(path, limit); }
  virtual FileInfo stat(const std::string& path) = 0;                      // follows links
  virtual FileInfo lstat(const std::string& path) = 0;
  virtual std::optional<std::string> read_link(const std::string& path) = 0;
  virtual tl::expected<std::vector<std::string>, ReadError> list_dir(const std::string& path) = 0;  // names, sorted bytewise, without . and ..
  virtual bool is_executable(const std::string& path) = 0;
  virtual std::string current_dir() = 0;    // "" when it was deleted
  virtual int64_t now_seconds() const = 0;  // since the epoch
  // State below $XDG_STATE_HOME/cordon, best effort: false when it could not be written; never throws, never hangs.
  virtual bool write_file_atomic(const std::string& path, std::string_view text) = 0;  // creates missing folders, mode 0600
  virtual bool append_file(const std::string& path, std::string_view text) = 0;        // one write, O_APPEND
  // shared/base/rotate.h: one write at the end of a file that is renamed when it has grown.
  virtual bool append_rotated(const std::string& path, std::string_view line, const Rotation&) { return append_file(path, line); }
  // An empty file that was not there; of several who try at once, one makes it.
  virtual Created create_file(const std::string&) { return Created::kFailed; }
  // Sets the times of a file that is there to now. One system call; links are not followed.
  virtual Touched touch(const std::string&) { return Touched::kFailed; }
  // Removes the folder and the files in it. False, and what is left stays, when it is no folder or holds another folder.
  virtual bool remove_folder(const std::string&) { return false; }

  // Non-empty value, or nothing: for variables where empty means unset (HOME, CLAUDE_CONFIG_DIR, …).
  std::optional<std::string> env_set(const char* name) const;
};

// The process's own world. One instance is enough; it holds no state.
class RealWorld : public World {
 public:
  std::optional<std::string> env(const char* name) const override;
  FileText read_file(const std::string& path, size_t limit) override;
  FileText read_settled_file(const std::string& path, size_t limit) override;
  FileInfo stat(const std::string& path) override;
  FileInfo lstat(const std::string& path) override;
  std::optional<std::string> read_link(const std::string& path) override;
  tl::expected<std::vector<std::string>, ReadError> list_dir(const std::string& path) override;
  bool is_executable(const std::string& path) override;
  std::string current_dir() override;
  int64_t now_seconds() const override;
  bool write_file_atomic(const std::string& path, std::string_view text) override;
  bool append_file(const std::string& path, std::string_view text) override;
  bool append_rotated(const std::string& path, std::string_view line, const Rotation& rotation) override;
  Created create_file(const std::string& path) override;
  Touched touch(const std::string& path) override;
  bool remove_folder(const std::string& path) override;

 protected:
  virtual bool release(int fd);  // a descriptor that is no longer needed: closes it, false when that fails
};

}  // namespace cordon
