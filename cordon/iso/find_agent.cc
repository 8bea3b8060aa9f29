// SPDX-License-Identifier: Apache-2.0
#include "cordon/iso/find_agent.h"

#include <algorithm>

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::iso {
namespace {

constexpr size_t kScriptBytes = 256 * 1024;

bool same_file(World& world, const std::string& a, const std::string& b) {
  const FileInfo left = world.stat(a), right = world.stat(b);
  return left.kind == FileKind::kRegular && right.kind == FileKind::kRegular && left.device == right.device && left.inode == right.inode;
}

// A script that calls us: its text names one of our commands, outside a comment.
bool is_script_to_us(World& world, const std::string& file) {
  if (world.stat(file).size > kScriptBytes) return false;
  const FileText text = world.read_file(file, kScriptBytes);
  if (!text || !text->starts_with("#!")) return false;
  for (const std::string_view line : text::split(*text, '\n')) {
    if (text::trim(line).starts_with('#')) continue;
    for (const std::string_view call : {"claude-iso", "agent-iso", "cordon iso", "cordon\" iso", "cordon' iso"}) {
      if (line.find(call) != std::string_view::npos) return true;
    }
  }
  return false;
}

// "" when it may be started.
std::string why_not(World& world, const std::string& file, const Self& self) {
  if (!self.program.empty() && same_file(world, file, self.program)) return "is cordon itself";
  const std::string target = path::resolve(world, file).path;
  const std::string_view resolved = path::base_name(target);
  if (resolved == "claude-iso" || resolved == "agent-iso") return "leads back to cordon";
  if (std::find(self.started.begin(), self.started.end(), file) != self.started.end()) return "was started before and came back to cordon";
  return is_script_to_us(world, file) ? "is a script that calls cordon" : "";
}

// Takes `file` if it is the agent; says whether the search is over.
bool consider(World& world, const std::string& file, const Self& self, Agent& agent) {
  const FileInfo info = world.stat(file);
  if (info.kind == FileKind::kAbsent || info.kind == FileKind::kDirectory) return false;
  if (info.kind != FileKind::kRegular || !world.is_executable(file)) {
    agent.not_executable = true;
    agent.passed.push_back(file + ": cannot be started");
    return false;
  }
  if (const std::string reason = why_not(world, file, self); !reason.empty()) {
    agent.passed.push_back(file + ": " + reason);
    return false;
  }
  agent.path = file;
  agent.not_executable = false;
  return true;
}

}  // namespace

Agent find_agent(World& world, std::string_view name, const Self& self) {
  Agent agent;
  if (name.find('/') != std::string_view::npos) {
    consider(world, path::absolute(name, world.current_dir()), self, agent);
    return agent;
  }
  const std::string folders = world.env("PATH").value_or("");
  for (const std::string_view folder : text::split(folders, ':')) {
    if (folder.starts_with('/') && consider(world, path::join(folder, name), self, agent)) return agent;
  }
  const auto home = world.env_set("HOME");
  if (name != "claude" || !home) return agent;
  for (const char* place : {".claude/local/claude", ".local/bin/claude"}) {
    if (consider(world, path::join(*home, place), self, agent)) return agent;
  }
  return agent;
}

std::string marker_of(int pid, const std::vector<std::string>& started) {
  std::string out = std::to_string(pid);
  for (const std::string& program : started) out += ":" + program;
  return out;
}

std::vector<std::string> started_by(std::string_view marker, int pid, int parent) {
  const std::vector<std::string_view> parts = text::split(marker, ':');
  if (parts[0] != std::to_string(pid) && parts[0] != std::to_string(parent)) return {};
  return {parts.begin() + 1, parts.end()};
}

}  // namespace cordon::iso
