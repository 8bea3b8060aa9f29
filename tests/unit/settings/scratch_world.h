// SPDX-License-Identifier: Apache-2.0
// A World over a scratch folder: its own environment, "/etc/claude-code" mapped to <base>/managed, so that nothing outside is
// touched. Programs: <base>/bin holds a bwrap and a socat, <base>/nobwrap neither.
#pragma once

#include <map>
#include <set>
#include <string>

#include "shared/base/world.h"

namespace cordon::test {

class ScratchWorld : public World {
 public:
  ScratchWorld();   // makes the folder
  ~ScratchWorld() override;  // removes it
  ScratchWorld(const ScratchWorld&) = delete;
  ScratchWorld& operator=(const ScratchWorld&) = delete;

  const std::string& base() const { return base_; }
  void write(const std::string& path, const std::string& text);  // below base; makes the folders
  void make_dir(const std::string& path);
  void make_program(const std::string& path);
  void link(const std::string& target, const std::string& path);
  void make_fifo(const std::string& path);
  void make_repository(const std::string& path);                                       // a ".git" folder with a HEAD
  void add_worktree(const std::string& repository, const std::string& path, const std::string& name);
  bool run(const std::string& script, const std::string& folder);                      // sh -c, for layouts only git can make
  void set(const std::string& name, const std::string& value) { env_[name] = value; }
  void unset(const std::string& name) { env_.erase(name); }
  void forbid(const std::string& path) { forbidden_.insert(base_ + "/" + path); }  // gives "permission denied" (tests run as root)

  std::optional<std::string> env(const char* name) const override;
  FileText read_file(const std::string& path, size_t limit) override;
  FileText read_settled_file(const std::string& path, size_t limit) override;
  FileInfo stat(const std::string& path) override;
  FileInfo lstat(const std::string& path) override;
  std::optional<std::string> read_link(const std::string& path) override;
  tl::expected<std::vector<std::string>, ReadError> list_dir(const std::string& path) override;
  bool is_executable(const std::string& path) override;
  std::string current_dir() override { return base_ + "/work"; }
  int64_t now_seconds() const override { return settles ? real_.now_seconds() : 1'800'000'000; }
  bool write_file_atomic(const std::string&, std::string_view) override { return false; }
  bool append_file(const std::string&, std::string_view) override { return false; }

  bool settles = false;      // its clock runs and files that are being written are waited for; off, since every test has just written its files
  int reads = 0, stats = 0;  // calls so far, for the budget tests

 private:
  std::string map(const std::string& path) const;

  std::string base_;
  std::map<std::string, std::string> env_;
  std::set<std::string> forbidden_;
  RealWorld real_;
};

}  // namespace cordon::test
