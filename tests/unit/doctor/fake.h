// SPDX-License-Identifier: Apache-2.0
// A machine made of a few strings: files in memory, answers of commands by the beginning of their line.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cordon/doctor/doctor.h"

namespace cordon::doctor::test {

class FakeWorld final : public World {
 public:
  FakeWorld();

  // Folders above come into being with a file.
  void write(const std::string& path, const std::string& text, uint32_t mode = 0644);
  void program(const std::string& path, const std::string& text = "") { write(path, text, 0755); }
  void folder(const std::string& path);
  void special(const std::string& path);  // a socket, a device
  void link(const std::string& path, const std::string& target);
  void set(const std::string& name, const std::string& value) { env_[name] = value; }

  std::optional<std::string> env(const char* name) const override;
  FileText read_file(const std::string& path, size_t limit) override;
  FileInfo stat(const std::string& path) override;
  FileInfo lstat(const std::string& path) override;
  std::optional<std::string> read_link(const std::string& path) override;
  tl::expected<std::vector<std::string>, ReadError> list_dir(const std::string& path) override;
  bool is_executable(const std::string& path) override;
  std::string current_dir() override { return "/work/repo"; }
  int64_t now_seconds() const override { return 1'800'000'000; }
  bool write_file_atomic(const std::string&, std::string_view) override { return false; }
  bool append_file(const std::string&, std::string_view) override { return false; }

  int64_t mtime = 1'700'000'000;  // of every file, in seconds
  std::map<std::string, int64_t> mtimes;
  std::map<std::string, std::string> env_;

 private:
  struct Node {
    FileKind kind = FileKind::kRegular;
    std::string text;
    uint32_t mode = 0644;
  };
  std::string follow(std::string path) const;
  std::map<std::string, Node> nodes_;
};

class FakeHost final : public Host {
 public:
  CommandResult run(const std::vector<std::string>& argv) override;
  std::optional<Owner> owner(const std::string& path) override;
  uint32_t user() override { return user_id; }
  std::vector<uint32_t> groups() override { return group_ids; }
  std::vector<std::string> variable_names() override { return variables; }
  bool is_macos() override { return macos; }
  std::string own_folder() override { return "/build/bin"; }
  pins::Installed installed(const pins::Pin& pin) override;
  command::Proof prove(const std::vector<command::Command>& commands, const std::string&) override;

  std::map<std::string, CommandResult> answers;  // the longest key that a command line begins with; else exit 127
  std::map<std::string, Owner> owners;           // absent: root's, 0755
  uint32_t user_id = 1000;
  std::vector<uint32_t> group_ids = {1000};
  std::vector<std::string> variables;
  bool macos = false;
  command::Proof proof;
  std::map<std::string, pins::Installed> programs;  // by tool
  std::vector<std::string> ran;  // command lines
  size_t proved = 0;             // how many commands the proof was given
};

// A home with a hardened, installed and healthy setup; rows spoil one thing each.
struct Machine {
  Machine();
  void user(const std::string& json) { world.write("/home/u/.claude/settings.json", json); }
  void project(const std::string& json) { world.write("/work/repo/.claude/settings.json", json); }
  void local(const std::string& json) { world.write("/work/repo/.claude/settings.local.json", json); }
  Findings run(Findings (*check)(Context&));
  std::string profile = "interactive", runtime;
  bool profile_chosen = false;
  FakeWorld world;
  FakeHost host;
  std::unique_ptr<Context> context;
};
// Settings with the sandbox on and strict and every hook wired; `more` is spliced in as further members.
std::string healthy(const std::string& more = "");

Status worst(const Findings& findings);
// All titles, evidence and remedies, for searching.
std::string text_of(const Findings& findings);

// One row: how the healthy machine is changed, the worst finding wanted, a part of what must be said ("" anything).
struct Row {
  const char* name;
  void (*change)(Machine&);
  Status want;
  const char* says;
};
void run_rows(Findings (*check)(Context&), std::initializer_list<Row> rows);

}  // namespace cordon::doctor::test
