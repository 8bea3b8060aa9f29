// SPDX-License-Identifier: Apache-2.0
// What of ours stands in a settings.json: which entries are wanted, which of those that are there are ours, and the two
// edits, text in and text out. No file is touched here.
//
//   {"hooks":{"PreToolUse":[{"matcher":"Bash|PowerShell|Monitor",
//      "hooks":[{"type":"command","command":"/home/u/.claude/cordon/bin/bypass-warn","args":[]}]}]},
//    "statusLine":{"type":"command","command":"/home/u/.claude/cordon/bin/statusline","refreshInterval":5}}
//
// Exec form ("args" present) starts a hook without a shell; the status line has no such form, its path is quoted for sh.
// No `if` filter: it misses commands inside `bash -c '…'`. No `timeout`: a guard that timed out lets the call proceed.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cordon/json_edit.h"

namespace cordon::command {

struct WiredHook {
  std::string_view program;  // "bypass-warn"
  std::string_view event;    // "PreToolUse"
  std::string_view matcher;  // "": the event has none
};
std::span<const WiredHook> wired_hooks();
// Everything that is copied to the bin folder: the hooks, statusline, cordon.
std::span<const std::string_view> installed_programs();

struct WireOptions {
  std::string bin;                    // absolute folder of the programs
  std::optional<bool> strict;         // "onFailure":"block" on every guard (PreToolUse); unset: as an earlier install has it
  bool force = false;                 // replace a foreign status line
  std::vector<std::string> own_bins;  // other folders earlier installs used
};

struct Wired {
  std::string bytes;
  std::vector<std::string> done;                   // sentences for the person: "added bypass-warn on Bash|PowerShell|Monitor"
  std::optional<std::string> status_line_before;   // JSON text of the foreign status line that --force replaced
  std::optional<std::string> foreign_status_line;  // the command of one that was kept
  std::vector<std::string> empty_before;           // containers that were there and empty: "hooks", "PreToolUse"
  bool had_own = false;                            // entries of an earlier install were found
  bool hooks_disabled = false;                     // "disableAllHooks": true stands in the file
  bool strict = false;
};
// Refuses (with the place) a file that is not JSON, a root that is no object, `hooks` or an event of the wrong type.
Result<Wired> wire(const std::string& bytes, const std::string& name, const WireOptions& options);

struct UnwireOptions {
  std::vector<std::string> own_bins;
  std::optional<std::string> status_line_before;  // put back where ours stands
  std::vector<std::string> empty_before;          // not pruned although empty
};
struct Unwired {
  std::string bytes;
  std::vector<std::string> done;
};
Result<Unwired> unwire(const std::string& bytes, const std::string& name, const UnwireOptions& options);

// The commands of ours as they stand in the file, for the proof.
struct Command {
  std::string program;
  std::string command;
  std::vector<std::string> args;
  bool shell = false;  // no "args": the runtime hands it to sh -c
};
Result<std::vector<Command>> own_commands(const std::string& bytes, const std::string& name, const std::vector<std::string>& own_bins);

// The program of ours that a hook entry starts, "" if it is a foreign one. Recognised by the program's name, not its
// path: "/x/bypass-warn" (exec form with empty args, or a shell command of that word alone, assignments before and a
// redirection after it allowed), and the older "/x/suite bypass-warn" in both forms.
std::string own_hook(const json::Value& entry);
// 'statusline' is a common name: ours only below a …/cordon/bin or in one of `own_bins`.
bool is_own_status_line(const json::Value& value, const std::vector<std::string>& own_bins);
std::string shell_quote(std::string_view path);  // "/a b" -> "'/a b'", "/a" -> "/a"

}  // namespace cordon::command
