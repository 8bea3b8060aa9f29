// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "cordon/install_files.h"
#include "cordon/install_payloads.h"
#include "cordon/replay/replay.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::replay {
namespace {

const char* settings_of(std::string_view scene) {
  if (scene == "off") return "{\"sandbox\":{\"enabled\":false}}\n";
  return scene == "strict" ? "{\"sandbox\":{\"enabled\":true,\"allowUnsandboxedCommands\":false}}\n" : "{\"sandbox\":{\"enabled\":true}}\n";
}

// "2.1.332" -> "claude-code_2-1-332_harness", as the runtime names itself to hooks.
std::string agent_name(std::string version) {
  std::replace(version.begin(), version.end(), '.', '-');
  return "AI_AGENT=claude-code_" + version + "_harness";
}

bool names(std::string_view entry, std::initializer_list<std::string_view> variables) {
  return std::any_of(variables.begin(), variables.end(), [&](std::string_view name) { return entry.starts_with(name) && entry.substr(name.size()).starts_with('='); });
}

}  // namespace

Stage::Stage(std::string scene, std::string runtime) : scene_(std::move(scene)), runtime_(std::move(runtime)) {
  const char* base = getenv("TMPDIR");
  root_ = path::join(base != nullptr && *base != '\0' ? base : "/tmp", "cordon-replay-XXXXXX");
  if (mkdtemp(root_.data()) == nullptr) {
    root_.clear();
    return;
  }
  root_ = std::filesystem::canonical(root_).string();
  ok_ = build();
}

Stage::~Stage() {
  std::error_code ignored;
  if (!root_.empty()) std::filesystem::remove_all(root_, ignored);
}

void Stage::forget() {
  std::error_code ignored;
  std::filesystem::remove_all(path::join(root_, "state"), ignored);
}

// A repository as `git init` leaves it, with the linked worktree that some recordings speak of.
bool Stage::build() {
  bool ok = true;
  if (scene_.empty()) return ok;
  const auto put = [&](std::string_view name, std::string_view text, mode_t mode) {
    const std::string file = path::join(root_, name);
    ok = ok && command::make_folders(std::string(path::parent(file)), 0700) && command::write_file(file, text, mode);
  };
  for (const char* folder : {"repo/.git/objects", "repo/.git/refs/heads"}) ok = ok && command::make_folders(path::join(root_, folder), 0700);
  put("repo/.git/HEAD", "ref: refs/heads/main\n", 0600);
  put("repo/.git/config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n", 0600);
  put("home/.claude/settings.json", settings_of(scene_), 0600);
  const std::string linked = path::join(root_, "repo/.claude/worktrees/w1"), own = path::join(root_, "repo/.git/worktrees/w1");
  put("repo/.claude/worktrees/w1/.git", "gitdir: " + own + "\n", 0600);
  put("repo/.git/worktrees/w1/gitdir", linked + "/.git\n", 0600);
  put("repo/.git/worktrees/w1/commondir", "../..\n", 0600);
  put("repo/.git/worktrees/w1/HEAD", "ref: refs/heads/w1\n", 0600);
  for (const char* tool : {"bin/bwrap", "bin/socat"}) put(tool, "#!/bin/sh\nexit 0\n", 0700);
  return ok;
}

std::string Stage::placed(std::string text) const {
  if (scene_.empty()) return text;
  return command::placed(text, path::join(root_, "repo"), path::join(root_, "home"));
}

std::vector<std::string> Stage::environment(const Payload& payload) const {
  std::vector<std::string> out = {"XDG_STATE_HOME=" + path::join(root_, "state"), "CLAUDECODE=1", "NO_COLOR=1"};
  if (!runtime_.empty()) out.push_back(agent_name(runtime_));
  if (!scene_.empty()) {
    for (const std::string& each : {"HOME=" + path::join(root_, "home"), "PATH=" + path::join(root_, "bin") + ":/usr/bin:/bin", "CLAUDE_PROJECT_DIR=" + path::join(root_, "repo"),
                                    std::string("SHELL=/bin/bash"), std::string("TERM=xterm-256color"), std::string("LANG=C.UTF-8")}) {
      out.push_back(each);
    }
    return out;
  }
  if (!payload.cwd.empty()) out.push_back("CLAUDE_PROJECT_DIR=" + payload.cwd);
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    if (!names(*each, {"XDG_STATE_HOME", "CLAUDECODE", "NO_COLOR", "CLAUDE_PROJECT_DIR", "CLAUDE_PID", "CLAUDE_CODE_SESSION_ID"}) && (runtime_.empty() || !names(*each, {"AI_AGENT"}))) out.emplace_back(*each);
  }
  return out;
}

command::Ran Stage::run(const std::string& program, const Payload& payload) const {
  RealWorld world;
  const std::string cwd = scene_.empty() ? payload.cwd : path::join(root_, "repo");
  const bool there = cwd.starts_with('/') && world.stat(cwd).kind == FileKind::kDirectory;
  command::Run run{.argv = {program}, .env = environment(payload), .folder = there ? cwd : "/", .input = placed(payload.text), .scratch = root_};
  return command::run_program(run);
}

}  // namespace cordon::replay
