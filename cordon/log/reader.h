// SPDX-License-Identifier: Apache-2.0
// Reads the log while hooks append to it and rename its files: each whole line once, in the order of the files.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace cordon::log_command {

class Reader {
 public:
  explicit Reader(std::string path) : path_(std::move(path)) {}
  // What came since the last call; a line that is not whole yet waits. A renamed file is known by its inode.
  void read(const std::function<void(std::string_view)>& each);

 private:
  using File = std::pair<uint64_t, uint64_t>;  // device, inode
  void read_file(const std::string& path, const std::function<void(std::string_view)>& each);

  std::string path_;
  std::map<File, uint64_t> done_;  // bytes
};

}  // namespace cordon::log_command
