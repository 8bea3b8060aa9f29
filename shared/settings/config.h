// SPDX-License-Identifier: Apache-2.0
// cordon.toml: our own configuration. The user's ($CLAUDE_CONFIG_DIR/cordon.toml, else ~/.claude/cordon.toml) decides; a
// project's <start_dir>/.claude/cordon.toml may only tighten. The only door to toml++.
//
//   [bypass_warn]      on_bypass = "ask" | "warn" | "deny"   bell = true   notify = true
//   [git_add_guard]    mode = "masks" | "explicit" | "off"   commit_all = "deny" | "allow"
//   [protected_paths]  paths = ["docs/**", "~/.ssh/**"]       on_touch = "ask" | "deny"
//   [posture_watch]    on_loosen = "auto" | "warn" | "block"
//   [statusline]       preset = "plain" | "compact" | "rich"
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/base/world.h"
#include "shared/settings/query.h"

namespace cordon::settings {

enum class OnBypass { kAsk, kWarn, kDeny };
enum class AddGuardMode { kMasks, kExplicit, kOff };
enum class CommitAll { kDeny, kAllow };
enum class OnTouch { kAsk, kDeny };
enum class OnLoosen { kAuto, kWarn, kBlock };  // kAuto: block when nobody watches, else warn

struct ProtectedPath {
  std::string pattern;     // as written: "docs/**", "/etc/**", "~/.ssh/**" (the last two only from the user's file)
  std::string file;        // the cordon.toml it came from
  bool from_user = false;
};

// A text that its own program judges; the place is for its complaint.
struct Wish {
  std::string text;  // "" when not set
  std::string file;
  uint32_t line = 0, column = 0;
};

struct Config {
  OnBypass on_bypass = OnBypass::kAsk;
  bool bell = false;
  bool notify = false;
  AddGuardMode add_guard = AddGuardMode::kMasks;
  CommitAll commit_all = CommitAll::kDeny;
  std::vector<ProtectedPath> protected_paths;  // those of cordon.toml only; gates.json and the defaults are the hook's
  OnTouch on_touch = OnTouch::kAsk;
  OnLoosen on_loosen = OnLoosen::kAuto;
  Wish statusline_preset;  // from the user's file only

  // Everything to report to the person: not TOML, unknown key, wrong value, a project file that would loosen. Each names
  // file, line and column; the value concerned is left as it was, the rest of the file still counts (a file that is not
  // TOML counts for nothing).
  std::vector<Error> faults;
};

// A missing file means defaults and costs one failed open. Never fails.
Config load_config(World& world, const Query& query);

}  // namespace cordon::settings
