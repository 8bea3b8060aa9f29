// SPDX-License-Identifier: Apache-2.0
#include "cordon/live/scratch.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include "cordon/install_files.h"
#include "shared/base/path.h"
#include "shared/base/program.h"
#include "shared/json/json.h"

namespace cordon::live {
namespace {

// Paths stand in JSON, in shell commands and in rules: none of them shall need quotes.
bool is_plain(std::string_view text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-") == std::string_view::npos;
}

std::string random_word(size_t size) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::random_device source;
  std::string out;
  for (size_t i = 0; i < size; ++i) out += kLetters[source() % kLetters.size()];
  return out;
}

// /var/tmp first: people open /tmp to the sandbox, and then "outside the project" would not be outside.
std::string parent_for(World& world, const std::string& chosen) {
  if (!chosen.empty()) return chosen;
  if (access("/var/tmp", W_OK) == 0) return "/var/tmp";
  return world.env_set("TMPDIR").value_or("/tmp");
}

// A call of ours is known by the nonce (gh: by its words); anything else, a hook's own curl say, goes through to the real
// program where that is harmless. `printf` and `case` are builtins: a stub needs nothing from PATH.
std::string stub(std::string_view name, std::string_view ours, const std::string& nonce, const std::string& trace, const std::string& real,
                 bool goes_on) {
  const std::string mark = fmt::format("cordon-live:{}:{}:${{SANDBOX_RUNTIME:+inside}}", nonce, name);
  const std::string after = goes_on && !real.empty() ? fmt::format("exec {} \"$@\"", real) : "exit 0";
  const std::string else_do = real.empty() ? "exit 127" : fmt::format("exec {} \"$@\"", real);
  return fmt::format("#!/bin/sh\ncase \"$*\" in\n{})\n  printf '%s\\n' \"{}\"\n  {{ printf '%s\\n' \"{}\" >>{}; }} 2>/dev/null || :\n  {} ;;\nesac\n{}\n",
                     ours, mark, mark, trace, after, else_do);
}

}  // namespace

Scratch::Scratch(Scratch&& other) noexcept
    : base_(std::move(other.base_)), places_(std::move(other.places_)), secret_(std::move(other.secret_)), has_curl_(other.has_curl_) {
  other.base_.clear();
}

Scratch::~Scratch() {
  for (int attempt = 0; attempt < 40 && !base_.empty(); ++attempt) {
    std::error_code error;
    std::filesystem::remove_all(base_, error);
    if (!std::filesystem::exists(base_, error)) return;
    usleep(100'000);
  }
}

std::string Scratch::at(std::string_view name) const { return path::join(base_, name); }

bool Scratch::write(std::string_view name, std::string_view text, unsigned mode) {
  const std::string file = at(name);
  return command::make_folders(std::string(path::parent(file)), 0700) && command::write_file(file, text, mode);
}

std::string Scratch::trace(World& world) const { return world.read_file(at("project/cordon-live.trace"), 1u << 20).value_or(""); }

Result<Scratch> Scratch::make(World& world, const std::string& parent) {
  const path::Resolved where = path::resolve(world, path::absolute(parent_for(world, parent), world.current_dir()));
  if (!is_plain(where.path)) return fail("the scratch folder's path needs quotes: choose another one", where.path);
  Scratch scratch;
  std::string name = path::join(where.path, "cordon-live-XXXXXX");
  if (mkdtemp(name.data()) == nullptr) return fail("cannot make a scratch folder", where.path);
  scratch.base_ = name;
  scratch.places_ = {scratch.at("project"), scratch.at("home"), scratch.at("outside"), random_word(16)};
  scratch.secret_ = "decoy" + random_word(24);
  if (!scratch.fill(world)) return fail("cannot write into the scratch folder", scratch.base_);
  return scratch;
}

bool Scratch::fill(World& world) {
  bool ok = true;
  for (const char* folder : {"home/.claude", "outside", "tmp", "project/.git/objects", "project/.git/refs/heads", "bin"})
    ok = ok && command::make_folders(at(folder), 0700);
  ok = ok && write("project/.git/HEAD", "ref: refs/heads/main\n");
  // A remote that leads nowhere: even the real git could not push to it.
  ok = ok && write("project/.git/config", fmt::format("[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote \"origin\"]\n\turl = {}\n",
                                                      at("no-remote.git")));
  ok = ok && write(fmt::format("outside/victim-{}/file", places_.nonce), "work\n");
  ok = ok && write("home/.aws/credentials", fmt::format("[default]\naws_secret_access_key = {}\n", secret_));
  json::Writer state;
  state.begin().field("hasCompletedOnboarding", true).field("theme", "dark").field("bypassPermissionsModeAccepted", true);
  state.begin("customApiKeyResponses").raw("approved", fmt::format("[{}]", json::quote(kFakeKey))).raw("rejected", "[]").end();
  state.begin("projects").begin(places_.project).field("hasTrustDialogAccepted", true).field("hasCompletedProjectOnboarding", true).end().end();
  state.end();
  return ok && write("home/.claude.json", state.text) && write_stubs(world);
}

bool Scratch::write_stubs(World& world) {
  bool ok = true;
  const std::string trace = at("project/cordon-live.trace");
  for (const std::string_view name : stub_names()) {
    // sudo, docker and gh never go on: nothing of theirs is for a trial run.
    const bool is_harmless = name == "curl" || name == "git";
    std::string real = is_harmless ? find_on_path(world, name) : "";
    if (!is_plain(real)) real.clear();
    const std::string ours = name == "gh" ? "'auth token'" : name == "git" ? "'push --force origin main'" : fmt::format("*{}*", places_.nonce);
    if (name == "curl") has_curl_ = !real.empty();
    ok = ok && write(fmt::format("bin/{}", name), stub(name, ours, places_.nonce, trace, real, name == "curl"), 0700);
  }
  return ok;
}

std::vector<std::string> environment(World& world, const Scratch& scratch, unsigned port) {
  const std::string url = fmt::format("http://127.0.0.1:{}", port);
  std::vector<std::string> out = {
      "HOME=" + scratch.at("home"),
      "PATH=" + scratch.at("bin") + ":" + world.env_set("PATH").value_or("/usr/bin:/bin"),
      "TMPDIR=" + scratch.at("tmp"),
      "TERM=xterm-256color",
      "SHELL=/bin/bash",
      "LANG=" + world.env_set("LANG").value_or("C.UTF-8"),
      "ANTHROPIC_BASE_URL=" + url,
      std::string("ANTHROPIC_API_KEY=") + kFakeKey,
      "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
      "DISABLE_AUTOUPDATER=1",
      "DISABLE_TELEMETRY=1",
      "DISABLE_ERROR_REPORTING=1",
      "GIT_CONFIG_NOSYSTEM=1",
      "GIT_TERMINAL_PROMPT=0",
  };
  for (const char* name : {"USER", "LOGNAME"})
    if (const auto value = world.env_set(name)) out.push_back(fmt::format("{}={}", name, *value));
  // curl takes the small spelling only, others the large one.
  for (const char* name : {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}) out.push_back(fmt::format("{}={}", name, url));
  for (const char* name : {"no_proxy", "NO_PROXY"}) out.push_back(fmt::format("{}=127.0.0.1,localhost", name));
  // Root may not bypass permissions unless it says that it is in a sandbox of its own.
  if (geteuid() == 0) out.push_back("IS_SANDBOX=1");
  return out;
}

}  // namespace cordon::live
