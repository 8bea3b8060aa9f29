// SPDX-License-Identifier: Apache-2.0
#include "statusline/render_world.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string_view>

namespace cordon::statusline {
namespace {

constexpr size_t kSmall = 16 * 1024;

int64_t nanoseconds(const timespec& time) { return static_cast<int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec; }

struct Piece {
  int fd = -1;
  FileText text;
};

// nullopt: to be read with more care. A descriptor below 3 means that a standard stream is closed: it must not stay taken.
std::optional<Piece> read_small(const std::string& path, size_t limit) {
  Piece out{open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY), FileText()};
  if (out.fd < 0) {
    const bool absent = errno == ENOENT || errno == ENOTDIR;
    out.text = tl::unexpected(ReadError{absent ? ReadFault::kAbsent : ReadFault::kUnreadable, errno});
    return out;
  }
  char buffer[kSmall];
  const ssize_t got = read(out.fd, buffer, sizeof buffer);
  if (got > 0 && static_cast<size_t>(got) < std::min(sizeof buffer, limit) && out.fd > STDERR_FILENO) {
    out.text = std::string(buffer, static_cast<size_t>(got));
    return out;
  }
  close(out.fd);
  return std::nullopt;
}

// Not written since before `begin`, and read to its end.
bool was_still(const FileInfo& info, size_t size, int64_t begin) {
  return info.kind == FileKind::kRegular && info.size == size && info.mtime_ns < begin - kStill;
}

bool is_of_repository(std::string_view path) { return path.ends_with("/.git") || path.ends_with("/commondir") || path.ends_with("/gitdir"); }

// What is known under the path, else what `ask` says, which is then known.
template <class T, class Ask>
T once(std::vector<std::pair<std::string, T>>& known, const std::string& path, Ask ask) {
  const auto found = std::find_if(known.begin(), known.end(), [&](const auto& each) { return each.first == path; });
  return found != known.end() ? found->second : known.emplace_back(path, ask()).second;
}

}  // namespace

FileText RenderWorld::read_file(const std::string& path, size_t limit) {
  const auto ask = [&] {
    auto small = read_small(path, limit);
    return small ? std::move(small->text) : RealWorld::read_file(path, limit);
  };
  return is_of_repository(path) ? once(read_, path, ask) : ask();
}

FileText RenderWorld::read_settled_file(const std::string& path, size_t limit) {
  timespec begin;
  clock_gettime(CLOCK_REALTIME, &begin);
  auto small = read_small(path, limit);
  if (!small) return RealWorld::read_settled_file(path, limit);
  if (!small->text) return std::move(small->text);
  struct stat st;
  const FileInfo info = file_info(fstat(small->fd, &st), st);
  if (!was_still(info, small->text->size(), nanoseconds(begin))) {
    close(small->fd);
    return RealWorld::read_settled_file(path, limit);
  }
  settled_.emplace_back(path, info);
  return std::move(small->text);
}

FileInfo RenderWorld::stat(const std::string& path) {
  const auto found = std::find_if(settled_.begin(), settled_.end(), [&](const auto& each) { return each.first == path; });
  return found != settled_.end() ? found->second : RealWorld::stat(path);
}

FileInfo RenderWorld::lstat(const std::string& path) {
  const auto ask = [&] { return RealWorld::lstat(path); };
  return is_of_repository(path) ? once(seen_, path, ask) : ask();
}

}  // namespace cordon::statusline
