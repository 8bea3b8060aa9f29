// SPDX-License-Identifier: Apache-2.0
// cordon.toml: our own configuration. The user's ($CLAUDE_CONFIG_DIR/cordon.toml, else ~/.claude/cordon.toml) decides; a
// project's <start_dir>/.claude/cordon.toml may only tighten. The only door to toml++.
//
//   [bypass_warn]      on_bypass = "ask" | "warn" | "deny"   bell = true   notify = true
//   [git_add_guard]    mode = "masks" | "explicit" | "off"   commit_all = "deny" | "allow"   worker_guard = true
//   [deny_guard]       mode = "on" | "off"
//   [protected_paths]  paths = ["docs/**", "~/.ssh/**"]       on_touch = "ask" | "deny"
//                      outside = "allow" | "deny"
//   [posture_watch]    on_loosen = "auto" | "warn" | "block"
//   [log]              enabled = true   max_kb = 1024   files = 4
//   [iso]              allow = ["ANTHROPIC_API_KEY"]   groups = ["proxy" | "ca" | "editor"]   banner = true
//   [statusline]       judged by the status line itself (statusline/look.h); here only taken apart
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/base/world.h"
#include "shared/settings/query.h"

namespace cordon::settings {

enum class OnBypass { kAsk, kWarn, kDeny };
enum class AddGuardMode { kMasks, kExplicit, kOff };
enum class CommitAll { kDeny, kAllow };
enum class DenyGuardMode { kOn, kOff };
enum class OnTouch { kAsk, kDeny };
enum class Outside { kAllow, kDeny };
enum class OnLoosen { kAuto, kWarn, kBlock };  // kAuto: block when nobody watches, else warn

struct ProtectedPath {
  std::string pattern;     // as written: "docs/**", "/etc/**", "~/.ssh/**" (the last two only from the user's file)
  std::string file;        // the cordon.toml it came from
  bool from_user = false;
};

// A value of [statusline], which its own program judges; the place is for its complaint.
struct Leaf {
  enum class Kind : uint8_t { kText, kFlag, kNumber, kOther };  // kOther: a date, a list in a list, an empty list
  Kind kind = Kind::kOther;
  bool in_list = false;  // of a list every element is a leaf with the list's key
  bool flag = false;
  double number = 0;
  std::string key;  // "preset", "segment.context.icon"
  std::string text;
  std::string file;
  uint32_t line = 0, column = 0;
};

struct Config {
  OnBypass on_bypass = OnBypass::kAsk;
  bool bell = false;
  bool notify = false;
  AddGuardMode add_guard = AddGuardMode::kMasks;
  CommitAll commit_all = CommitAll::kDeny;
  bool worker_guard = false;
  DenyGuardMode deny_guard = DenyGuardMode::kOn;
  std::vector<ProtectedPath> protected_paths;  // those of cordon.toml only; gates.json and the defaults are the hook's
  OnTouch on_touch = OnTouch::kAsk;
  Outside outside = Outside::kAllow;  // what the file tools write outside of the project
  OnLoosen on_loosen = OnLoosen::kAuto;
  bool log = false;        // from the user's file only, like the next two
  uint64_t log_kb = 1024;  // a file of the log is renamed when it has grown over this
  uint32_t log_files = 4;  // renamed ones that are kept
  std::vector<std::string> iso_allow;   // names of variables, from the user's file only, like the next two
  std::vector<std::string> iso_groups;  // "proxy", "ca", "editor"
  bool iso_banner = true;
  std::vector<Leaf> statusline;  // from the user's file only, in no order worth keeping but that of a list's elements

  // Everything to report to the person: not TOML, unknown key, wrong value, a project file that would loosen. Each names
  // file, line and column; the value concerned is left as it was, the rest of the file still counts (a file that is not
  // TOML counts for nothing).
  std::vector<Error> faults;
};

// A missing file means defaults and costs one failed open. Never fails.
Config load_config(World& world, const Query& query);
// What the user's file would mean with this text; `file` is its name in faults.
Config parse_config(std::string_view text, const std::string& file);

}  // namespace cordon::settings
