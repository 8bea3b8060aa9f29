// SPDX-License-Identifier: Apache-2.0
#include "fake.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "cordon/install_hash.h"
#include "cordon/install_wiring.h"
#include "shared/base/path.h"

namespace cordon::doctor::test {

FakeWorld::FakeWorld() {
  set("HOME", "/home/u");
  set("PATH", "/usr/bin:/bin");
  set("SHELL", "/bin/bash");
  for (const char* folder : {"/usr/bin", "/bin", "/etc", "/work/repo", "/home/u/.claude"}) this->folder(folder);
}

void FakeWorld::folder(const std::string& path) {
  for (std::string at = path; at.size() > 1; at = path::parent(at)) nodes_.emplace(at, Node{FileKind::kDirectory, "", 0755});
}

void FakeWorld::write(const std::string& path, const std::string& text, uint32_t mode) {
  folder(std::string(path::parent(path)));
  nodes_[path] = {FileKind::kRegular, text, mode};
}

void FakeWorld::special(const std::string& path) {
  folder(std::string(path::parent(path)));
  nodes_[path] = {FileKind::kOther, "", 0666};
}

void FakeWorld::link(const std::string& path, const std::string& target) {
  folder(std::string(path::parent(path)));
  nodes_[path] = {FileKind::kSymlink, target, 0777};
}

std::string FakeWorld::follow(std::string path) const {
  for (int i = 0; i < 10; ++i) {
    const auto node = nodes_.find(path);
    if (node == nodes_.end() || node->second.kind != FileKind::kSymlink) return path;
    path = path::absolute(node->second.text, path::parent(path));
  }
  return path;
}

std::optional<std::string> FakeWorld::env(const char* name) const {
  const auto found = env_.find(name);
  return found == env_.end() ? std::nullopt : std::optional(found->second);
}

FileText FakeWorld::read_file(const std::string& path, size_t limit) {
  const auto node = nodes_.find(follow(path));
  if (node == nodes_.end()) return tl::unexpected(ReadError{ReadFault::kAbsent, 2});
  if (node->second.kind != FileKind::kRegular) return tl::unexpected(ReadError{ReadFault::kNotRegular, 0});
  if (node->second.text.size() > limit) return tl::unexpected(ReadError{ReadFault::kTooLarge, 0});
  return node->second.text;
}

FileInfo FakeWorld::stat(const std::string& path) { return lstat(follow(path)); }

FileInfo FakeWorld::lstat(const std::string& path) {
  FileInfo info;
  const auto node = nodes_.find(path);
  if (node == nodes_.end()) return info;
  const auto time = mtimes.find(path);
  info.kind = node->second.kind;
  info.size = node->second.text.size();
  info.mode = node->second.mode;
  info.mtime_ns = (time == mtimes.end() ? mtime : time->second) * 1'000'000'000;
  return info;
}

std::optional<std::string> FakeWorld::read_link(const std::string& path) {
  const auto node = nodes_.find(path);
  if (node == nodes_.end() || node->second.kind != FileKind::kSymlink) return std::nullopt;
  return node->second.text;
}

tl::expected<std::vector<std::string>, ReadError> FakeWorld::list_dir(const std::string& path) {
  if (stat(path).kind != FileKind::kDirectory) return tl::unexpected(ReadError{ReadFault::kAbsent, 2});
  std::vector<std::string> out;
  for (const auto& [name, node] : nodes_) {
    if (path::parent(name) == path) out.emplace_back(path::base_name(name));
  }
  return out;
}

bool FakeWorld::is_executable(const std::string& path) {
  const FileInfo info = stat(path);
  return info.kind == FileKind::kRegular && (info.mode & 0111) != 0;
}

CommandResult FakeHost::run(const std::vector<std::string>& argv) {
  std::string line;
  for (const std::string& word : argv) line += (line.empty() ? "" : " ") + word;
  ran.push_back(line);
  const CommandResult* best = nullptr;
  size_t length = 0;
  for (const auto& [key, result] : answers) {
    if (line.starts_with(key) && key.size() >= length) best = &result, length = key.size();
  }
  return best != nullptr ? *best : CommandResult{127, "", "", "no answer for: " + line};
}

std::optional<Owner> FakeHost::owner(const std::string& path) {
  const auto found = owners.find(path);
  return found == owners.end() ? Owner{0, 0, 0755} : found->second;
}

pins::Installed FakeHost::installed(const pins::Pin& pin) {
  const auto found = programs.find(pin.tool);
  return found == programs.end() ? pins::Installed{} : found->second;
}

command::Proof FakeHost::prove(const std::vector<command::Command>& commands, const std::string&) {
  proved = commands.size();
  return proof;
}

std::string healthy(const std::string& more) {
  const std::string base = "{\"sandbox\":{\"enabled\":true,\"allowUnsandboxedCommands\":false,\"failIfUnavailable\":true}" + (more.empty() ? "" : "," + more) + "}\n";
  auto wired = command::wire(base, "settings.json", {"/home/u/.claude/cordon/bin", std::nullopt, false, {}});
  REQUIRE(wired.has_value());
  return wired->bytes;
}

Machine::Machine() {
  user(healthy());
  std::string programs;
  for (const std::string_view name : command::installed_programs()) {
    world.program("/home/u/.claude/cordon/bin/" + std::string(name), "program " + std::string(name));
    world.program("/build/bin/" + std::string(name), "program " + std::string(name));
    programs += (programs.empty() ? "\"" : ",\"") + std::string(name) + "\":\"" + command::sha256("program " + std::string(name)) + "\"";
  }
  world.write("/home/u/.claude/cordon/install.json",
              "{\"version\":1,\"cordon\":\"0.1.0\",\"bin\":\"/home/u/.claude/cordon/bin\",\"programs\":{" + programs + "},\"earlier_bins\":[],\"settings\":[]}");
  for (const char* program : {"/usr/bin/bwrap", "/usr/bin/socat", "/usr/bin/git", "/usr/bin/sudo", "/bin/sh", "/bin/bash"}) world.program(program);
  world.write("/proc/sys/user/max_user_namespaces", "15000\n");
  world.write("/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
  host.answers["/usr/bin/bwrap --unshare"] = {0, "", "", ""};
  host.programs = {{"bubblewrap", {"/usr/bin/bwrap", "0.8.0", ""}}, {"socat", {"/usr/bin/socat", "1.7.4.4", ""}}, {"git", {"/usr/bin/git", "2.39.5", ""}}};
  host.answers["/usr/bin/sudo -n -l"] = {1, "", "", "sudo: a password is required\n"};
  host.answers["/bin/sh -c :"] = host.answers["/bin/bash -c :"] = {0, "", "", ""};
  host.proof.lines = {"bypass-warn     a command that leaves the sandbox -> ask: SANDBOX BYPASS"};
}

Findings Machine::run(Findings (*check)(Context&)) {
  context = std::make_unique<Context>(make_context(world, host, "", profile));
  context->query.arguments = std::vector<std::string>{"claude"};
  context->runtime_path = runtime;
  context->profile_chosen = profile_chosen;
  Check row{"test", "settings", "the check", check};
  return run_check(row, *context).findings;
}

Status worst(const Findings& findings) {
  Status out = Status::kSkip;
  const auto rank = [](Status status) { return status == Status::kFail ? 3 : status == Status::kWarn ? 2 : status == Status::kPass ? 1 : 0; };
  for (const Finding& finding : findings) {
    if (rank(finding.status) > rank(out)) out = finding.status;
  }
  return out;
}

std::string text_of(const Findings& findings) {
  std::string out;
  for (const Finding& finding : findings) {
    out += std::string(status_name(finding.status)) + ": " + finding.title + "\n";
    for (const std::string& line : finding.evidence) out += "  " + line + "\n";
    out += "  -> " + finding.remedy + "\n";
  }
  return out;
}

void run_rows(Findings (*check)(Context&), std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Machine machine;
    row.change(machine);
    const Findings findings = machine.run(check);
    const std::string text = text_of(findings);
    CAPTURE(text);
    CHECK(std::string(status_name(worst(findings))) == status_name(row.want));
    CHECK(text.find(row.says) != std::string::npos);
    for (const Finding& finding : findings) {
      const bool bad = finding.status == Status::kFail || finding.status == Status::kWarn;
      CHECK_MESSAGE(bad == !finding.remedy.empty(), finding.title);  // what is to be done, exactly there where something is
    }
  }
}

}  // namespace cordon::doctor::test
