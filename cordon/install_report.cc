// SPDX-License-Identifier: Apache-2.0
#include "cordon/install_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "cordon/install_run.h"
#include "shared/base/path.h"
#include "shared/base/program.h"
#include "shared/base/text.h"
#include "shared/settings/validity.h"

namespace cordon::command {
namespace {

void warn_of_missing_packages(World& world) {
  struct Package {
    const char *program, *package;
  };
  for (const Package& p : {Package{"bwrap", "bubblewrap"}, Package{"socat", "socat"}}) {
    if (!find_on_path(world, p.program).empty()) continue;
    warn(fmt::format("'{}' is missing: with it missing the runtime runs every command unsandboxed (apt-get install {})", p.program, p.package));
  }
}

// The runtime drops a settings file with such a fault whole, our wiring with it, and says nothing in -p mode.
void warn_of_faults(const Layout& layout, const Wired& wired) {
  const auto file = JsonFile::open(wired.bytes, layout.settings);
  if (!file) return;
  for (const settings::Fault& fault : settings::find_faults(file->root(), "", 3)) {
    const Position place = position_at(wired.bytes, fault.begin);
    warn(fmt::format("{}: the runtime ignores this whole file, hooks included, until that is repaired",
                     Error{fault.message, layout.settings, place.line, place.column}.text()));
  }
}

// A new worktree has the settings only if they are checked in.
void warn_of_ignored(World& world, const Layout& layout) {
  const std::string git = find_on_path(world, "git");
  if (git.empty()) return;
  char scratch[] = "/tmp/cordon-git-XXXXXX";
  if (mkdtemp(scratch) == nullptr) return;
  const std::string folder(path::parent(path::parent(layout.settings)));
  Run run;
  run.argv = {git, "-C", folder, "check-ignore", "-q", ".claude/settings.json"};
  run.env = {"PATH=/usr/bin:/bin", "HOME=" + world.env_set("HOME").value_or("/")};
  run.folder = "/";
  run.scratch = scratch;
  const Ran ran = run_program(run);
  for (const char* name : {"in", "out", "err"}) unlink(path::join(scratch, name).c_str());
  rmdir(scratch);
  if (ran.exit != 0) return;
  warn(fmt::format("git ignores '{}': the hooks would be missing in worktrees and other checkouts; prefer --scope user", layout.settings));
}

}  // namespace

void say(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void warn(std::string_view text) {
  const std::string line = fmt::format("warning: {}\n", text);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

int say_error(std::string_view subcommand, const Error& error) {
  const std::string line = fmt::format("cordon {}: {}\n", subcommand, text::visible(error.text()));
  std::fwrite(line.data(), 1, line.size(), stderr);
  return 1;
}

std::string for_terminal(const std::string& rendered) {
  if (isatty(1) != 0) return rendered;
  std::string out;
  for (size_t i = 0; i < rendered.size(); ++i) {
    if (rendered[i] != '\x1b') {
      out += rendered[i];
      continue;
    }
    if (i + 1 < rendered.size() && rendered[i + 1] == '[') {
      i += 2;
      while (i < rendered.size() && (rendered[i] < '@' || rendered[i] > '~')) ++i;
    }
  }
  return text::visible(out);
}

void say_warnings(const Layout& layout, const Wired& wired, bool project) {
  RealWorld world;
  if (wired.hooks_disabled) {
    warn(fmt::format("'{}' says \"disableAllHooks\": true: no hook runs, ours included, until that is taken out", layout.settings));
  }
  warn_of_faults(layout, wired);
  warn_of_missing_packages(world);
  if (!project) return;
  warn(fmt::format("'{}' now names programs in {}, which exist on this machine only", layout.settings, layout.bin));
  warn_of_ignored(world, layout);
}

}  // namespace cordon::command
