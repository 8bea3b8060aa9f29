// SPDX-License-Identifier: Apache-2.0
#include "cordon/log/reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <vector>

#include "shared/base/rotate.h"

namespace cordon::log_command {

void Reader::read(const std::function<void(std::string_view)>& each) {
  for (const std::string& file : rotated_files(path_)) read_file(file, each);
}

void Reader::read_file(const std::string& path, const std::function<void(std::string_view)>& each) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return;  // renamed or removed a moment ago: the next call finds it under its new name
  struct stat info {};
  if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) {
    uint64_t& done = done_[{info.st_dev, info.st_ino}];
    std::string open_line;
    std::vector<char> buffer(65536);
    ssize_t got = 0;
    for (uint64_t at = done; (got = pread(fd, buffer.data(), buffer.size(), static_cast<off_t>(at))) > 0; at += static_cast<uint64_t>(got)) {
      open_line.append(buffer.data(), static_cast<size_t>(got));
      size_t begin = 0;
      for (size_t end; (end = open_line.find('\n', begin)) != std::string::npos; begin = end + 1) {
        each(std::string_view(open_line).substr(begin, end - begin));
        done += end + 1 - begin;
      }
      open_line.erase(0, begin);
    }
  }
  close(fd);
}

}  // namespace cordon::log_command
