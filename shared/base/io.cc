// SPDX-License-Identifier: Apache-2.0
#include "shared/base/io.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>

namespace cordon {
namespace {

struct ErrnoName {
  int number;
  const char* text;
};
constexpr ErrnoName kNames[] = {
    {EACCES, "permission denied"},   {EPERM, "operation not permitted"}, {ENOENT, "no such file or directory"}, {ENOTDIR, "not a directory"},
    {EISDIR, "is a directory"},      {ELOOP, "too many symbolic links"}, {ENAMETOOLONG, "name too long"},       {ENOSPC, "no space left on device"},
    {EROFS, "read-only file system"}, {EIO, "input/output error"},        {EMFILE, "too many open files"},       {EPIPE, "the other end was closed"},
    {EDQUOT, "disk quota exceeded"}, {EEXIST, "exists already"},          {ENOMEM, "out of memory"},
};

// Appends what one read gives; 0 at the end, negative on error.
ssize_t read_some(int fd, char* buffer, size_t size) {
  for (;;) {
    const ssize_t got = read(fd, buffer, size);
    if (got >= 0 || errno != EINTR) return got;
  }
}

}  // namespace

FileText read_known_size(int fd, size_t size, size_t limit) {
  std::string text(size + 1, '\0');
  size_t used = 0;
  for (;;) {
    const ssize_t got = read_some(fd, text.data() + used, text.size() - used);
    if (got < 0) return tl::unexpected(ReadError{ReadFault::kUnreadable, errno});
    used += static_cast<size_t>(got);
    if (used > limit) return tl::unexpected(ReadError{ReadFault::kTooLarge, 0});
    if (got == 0 || (size != 0 && used == size)) break;
    if (used == text.size()) text.resize(std::max<size_t>(4096, text.size() * 2));
  }
  text.resize(used);
  return text;
}

namespace {

// Grows by realloc, which moves pages instead of copying them, and is not filled with zeros first: of 1 MB that is a millisecond.
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  ~Buffer() { free(heap_); }
  char* data() { return heap_ != nullptr ? heap_ : first_; }
  size_t size() const { return size_; }
  bool grow() {
    char* moved = static_cast<char*>(realloc(heap_, size_ * 4));
    if (moved == nullptr) return false;
    if (heap_ == nullptr) memcpy(moved, first_, size_);
    heap_ = moved;
    size_ *= 4;
    return true;
  }

 private:
  char first_[16384];  // what most inputs fit
  char* heap_ = nullptr;
  size_t size_ = sizeof first_;
};

}  // namespace

FileText read_all(int fd, size_t limit) {
  Buffer buffer;
  size_t used = 0;
  for (;;) {
    const ssize_t got = read_some(fd, buffer.data() + used, buffer.size() - used);
    if (got < 0) return tl::unexpected(ReadError{ReadFault::kUnreadable, errno});
    if (got == 0) break;
    used += static_cast<size_t>(got);
    if (used > limit) return tl::unexpected(ReadError{ReadFault::kTooLarge, 0});
    if (used == buffer.size() && !buffer.grow()) return tl::unexpected(ReadError{ReadFault::kUnreadable, ENOMEM});
  }
  try {
    return std::string(buffer.data(), used);
  } catch (const std::bad_alloc&) {
    return tl::unexpected(ReadError{ReadFault::kUnreadable, ENOMEM});
  }
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(fd, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

std::string text_of_errno(int error_number) {
  const auto* found = std::find_if(std::begin(kNames), std::end(kNames), [&](const ErrnoName& n) { return n.number == error_number; });
  if (found != std::end(kNames)) return found->text;
  return "error " + std::to_string(error_number);
}

}  // namespace cordon
