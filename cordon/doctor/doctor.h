// SPDX-License-Identifier: Apache-2.0
// cordon doctor: one table of checks. Each looks at one thing through World and Host, changes nothing, and says what it found:
//
//   Finding{Status::kWarn, "an interpreter is allowed wholesale: Bash(python3 *)",
//           {"/home/u/.claude/settings.json:12:7: permissions.allow has \"Bash(python3 *)\""},
//           "take the rule out, or name the scripts: Bash(python3 tools/report.py *)"}
//
// run_checks() never stops early: a check that fails becomes a finding itself.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cordon/doctor/host.h"
#include "cordon/install_layout.h"
#include "shared/base/result.h"
#include "shared/base/world.h"
#include "shared/settings/config.h"
#include "shared/settings/files.h"

namespace cordon::doctor {

// kSkip: does not apply here, or cannot be told; the evidence says which. It does not count for the exit status.
enum class Status : uint8_t { kPass, kFail, kWarn, kSkip };
const char* status_name(Status status);  // "pass", "fail", "warn", "skip"

// An edit of one file that can be taken back: the file is backed up first, and only its text changes.
struct Fix {
  std::string path;
  std::string what;  // "Write(x) becomes Edit(x)", for people
  std::function<Result<std::string>(const std::string& bytes)> edit;  // an absent file is ""
};

struct Finding {
  Status status = Status::kSkip;
  std::string title;                  // one line, lower case, without full stop
  std::vector<std::string> evidence;  // "file:line:column: …", "$ command -> what it said"
  std::string remedy;                 // exactly what to do; "" where nothing is to be done
  std::optional<Fix> fix;
};
using Findings = std::vector<Finding>;

struct Context {
  World& world;
  Host& host;
  settings::Query query;         // the session that is judged
  settings::Effective effective;
  settings::Config config;       // cordon.toml
  command::Layout layout;        // where an install at user scope stands; empty strings when that cannot be told
  command::Manifest manifest;
  std::string manifest_fault;
  std::string profile;           // "interactive"
  bool profile_chosen = false;   // named on the command line: what it wants is a must
  bool live = false;             // the real runtime is to be tried
  std::string runtime_path;      // --runtime: the program to ask, "" to look for it
  std::string home;              // "" unknown
};
// Reads what all checks need. `dir` is where the session would start, "" the current folder.
Context make_context(World& world, Host& host, const std::string& dir, const std::string& profile);

struct Check {
  std::string_view id;     // "settings.files"
  std::string_view area;   // one of areas()
  std::string_view title;  // what it looks at, for --list
  Findings (*run)(Context&);
};
std::span<const Check> checks();  // in the order of the report

struct Area {
  std::string_view id, title;  // "backend", "sandbox backend"
};
std::span<const Area> areas();

struct Outcome {
  const Check* check = nullptr;
  Findings findings;  // never empty
};
// `only` restricts to checks or areas with these ids; empty: all.
std::vector<Outcome> run_checks(Context& context, const std::vector<std::string>& only);
Outcome run_check(const Check& check, Context& context);

// 0 clean, 1 warnings, 2 failures.
int exit_status(const std::vector<Outcome>& outcomes);

// For the checks' own use.
inline Finding pass(std::string title, std::vector<std::string> evidence = {}) { return {Status::kPass, std::move(title), std::move(evidence), "", {}}; }
inline Finding skip(std::string title, std::vector<std::string> evidence = {}) { return {Status::kSkip, std::move(title), std::move(evidence), "", {}}; }
inline Finding warn(std::string title, std::vector<std::string> evidence, std::string remedy) {
  return {Status::kWarn, std::move(title), std::move(evidence), std::move(remedy), {}};
}
inline Finding failure(std::string title, std::vector<std::string> evidence, std::string remedy) {
  return {Status::kFail, std::move(title), std::move(evidence), std::move(remedy), {}};
}

}  // namespace cordon::doctor
