// SPDX-License-Identifier: Apache-2.0
// The machine as a hook would see it from a session that started in `start_dir`, and read-only: explaining counts and writes
// nothing.
#pragma once

#include <string>
#include <utility>

#include "shared/base/world.h"

namespace cordon::command {

class ExplainWorld final : public World {
 public:
  explicit ExplainWorld(std::string start_dir) : start_dir_(std::move(start_dir)) {}

  std::optional<std::string> env(const char* name) const override {
    auto value = real_.env(name);
    if (!value && std::string_view(name) == "CLAUDE_PROJECT_DIR" && start_dir_.starts_with('/')) return start_dir_;
    return value;
  }
  FileText read_file(const std::string& path, size_t limit) override { return real_.read_file(path, limit); }
  FileText read_settled_file(const std::string& path, size_t limit) override { return real_.read_settled_file(path, limit); }
  FileInfo stat(const std::string& path) override { return real_.stat(path); }
  FileInfo lstat(const std::string& path) override { return real_.lstat(path); }
  std::optional<std::string> read_link(const std::string& path) override { return real_.read_link(path); }
  tl::expected<std::vector<std::string>, ReadError> list_dir(const std::string& path) override { return real_.list_dir(path); }
  bool is_executable(const std::string& path) override { return real_.is_executable(path); }
  std::string current_dir() override { return real_.current_dir(); }
  int64_t now_seconds() const override { return real_.now_seconds(); }
  bool write_file_atomic(const std::string&, std::string_view) override { return false; }
  bool append_file(const std::string&, std::string_view) override { return false; }

 private:
  RealWorld real_;
  std::string start_dir_;
};

}  // namespace cordon::command
