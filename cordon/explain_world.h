// SPDX-License-Identifier: Apache-2.0
// The machine as a hook would see it from a session that started in `start_dir`, and read-only: explaining counts and writes
// nothing.
#pragma once

#include <string>
#include <utility>

#include "shared/base/world.h"

namespace cordon::command {

class ExplainWorld final : public RealWorld {
 public:
  explicit ExplainWorld(std::string start_dir) : start_dir_(std::move(start_dir)) {}

  std::optional<std::string> env(const char* name) const override {
    auto value = RealWorld::env(name);
    if (!value && std::string_view(name) == "CLAUDE_PROJECT_DIR" && start_dir_.starts_with('/')) return start_dir_;
    return value;
  }
  bool write_file_atomic(const std::string&, std::string_view) override { return false; }
  bool append_file(const std::string&, std::string_view) override { return false; }
  bool remove_folder(const std::string&) override { return false; }

 private:
  std::string start_dir_;
};

}  // namespace cordon::command
