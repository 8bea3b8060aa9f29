// SPDX-License-Identifier: Apache-2.0
// A World without files for rule tests: what a rule reads is what the row gives it.
#pragma once

#include <map>
#include <set>
#include <string>

#include "shared/base/world.h"

namespace cordon::test {

class FakeWorld : public World {
 public:
  std::map<std::string, std::string> variables{{"HOME", "/home/u"}};
  std::map<std::string, std::string> files;  // absolute path -> text
  std::string cwd = "/work/repo";
  std::map<std::string, int> appended;  // path -> how often
  std::map<std::string, int64_t> changed;  // path -> seconds; everything else is as old as the epoch
  int64_t now = 1'700'000'000;

  std::optional<std::string> env(const char* name) const override {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  }
  FileText read_file(const std::string& path, size_t limit) override {
    const auto found = files.find(path);
    if (found == files.end()) return tl::unexpected(ReadError{ReadFault::kAbsent, 2});
    if (found->second.size() > limit) return tl::unexpected(ReadError{ReadFault::kTooLarge, 0});
    return found->second;
  }
  FileInfo stat(const std::string& path) override {
    FileInfo info;
    if (const auto found = files.find(path); found != files.end()) {
      info.kind = FileKind::kRegular;
      info.size = found->second.size();
      info.mode = path.starts_with("/usr/bin/") ? 0755 : 0644;
      if (const auto at = changed.find(path); at != changed.end()) info.mtime_ns = at->second * 1'000'000'000;
    } else if (const auto below = files.lower_bound(path + "/"); below != files.end() && below->first.starts_with(path + "/")) {
      info.kind = FileKind::kDirectory;
    }
    return info;
  }
  FileInfo lstat(const std::string& path) override { return stat(path); }
  std::optional<std::string> read_link(const std::string&) override { return std::nullopt; }
  tl::expected<std::vector<std::string>, ReadError> list_dir(const std::string& path) override {
    std::set<std::string> names;
    for (auto at = files.lower_bound(path + "/"); at != files.end() && at->first.starts_with(path + "/"); ++at) {
      const std::string below = at->first.substr(path.size() + 1);
      names.insert(below.substr(0, below.find('/')));
    }
    if (names.empty()) return tl::unexpected(ReadError{ReadFault::kAbsent, 2});
    return std::vector<std::string>(names.begin(), names.end());
  }
  bool is_executable(const std::string& path) override { return files.count(path) != 0; }
  std::string current_dir() override { return cwd; }
  int64_t now_seconds() const override { return now; }
  bool write_file_atomic(const std::string& path, std::string_view text) override {
    files[path] = text;
    return true;
  }
  Created create_file(const std::string& path) override { return files.emplace(path, "").second ? Created::kDone : Created::kThere; }
  bool append_file(const std::string& path, std::string_view text) override {
    files[path] += text;
    ++appended[path];
    return true;
  }
};

}  // namespace cordon::test
