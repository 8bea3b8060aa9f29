// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/worker_state.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include "shared/base/path.h"

namespace cordon::git_add_guard {
namespace {

using Arguments = std::vector<shell::Word>;

constexpr std::string_view kAlways[] = {"add",    "stage", "rm",  "mv",   "reset", "switch",       "commit",    "merge",    "rebase",
                                        "revert", "am",    "pull", "cherry-pick", "update-index", "read-tree"};
// These look and change nothing.
constexpr std::string_view kLooks[] = {"-h", "--help", "--dry-run", "--show-current-patch"};

bool has(const Arguments& arguments, std::initializer_list<std::string_view> words) {
  for (const shell::Word& argument : arguments) {
    if (argument.is("--")) return false;
    if (std::any_of(words.begin(), words.end(), [&](std::string_view word) { return argument.is(word); })) return true;
  }
  return false;
}

bool looks_only(const GitCommand& command) {
  for (const std::string_view word : kLooks) {
    if (has(command.arguments, {word})) return true;
  }
  const std::string& name = command.subcommand;
  if (name == "add" || name == "stage" || name == "rm" || name == "mv") return has(command.arguments, {"-n"});
  if (name == "commit") return has(command.arguments, {"--short", "--porcelain", "--long"});
  if (name == "update-index") return command.arguments.empty();
  return false;
}

// `git checkout`: of a branch or commit, not of files.
bool checks_out_branch(const GitCommand& command, const std::string& dir, World& world) {
  if (has(command.arguments, {"-p", "--patch"})) return false;
  if (has(command.arguments, {"-b", "-B", "--orphan", "--detach", "-d", "-t", "--track"})) return true;
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    const shell::Word& word = command.arguments[i];
    if (word.is("--")) return i > 0 && i + 1 == command.arguments.size() && !command.arguments[i - 1].literal_prefix().starts_with('-');
    if (word.literal_prefix().starts_with('-') && !word.is("-")) continue;
    // Files after a commit: git checkout HEAD~1 a.c
    if (i + 1 < command.arguments.size()) return false;
    return !word.is_static() || world.lstat(path::absolute(word.text(), dir)).kind == FileKind::kAbsent;
  }
  return false;
}

bool stash_changes(const Arguments& arguments) {
  return arguments.empty() || !(arguments[0].is("list") || arguments[0].is("show") || arguments[0].is("create"));
}

bool bisect_changes(const Arguments& arguments) {
  return !arguments.empty() && !(arguments[0].is("log") || arguments[0].is("view") || arguments[0].is("visualize") || arguments[0].is("terms"));
}

}  // namespace

Changes changes_state(const GitCommand& command, const std::string& dir, World& world) {
  if (command.unknown_word) return Changes::kUnknown;
  if (looks_only(command)) return Changes::kNo;
  const std::string& name = command.subcommand;
  bool changes = std::find(std::begin(kAlways), std::end(kAlways), name) != std::end(kAlways);
  if (name == "checkout") changes = checks_out_branch(command, dir, world);
  if (name == "restore") changes = has(command.arguments, {"--staged", "-S", "-SW", "-WS"});
  if (name == "stash") changes = stash_changes(command.arguments);
  if (name == "bisect") changes = bisect_changes(command.arguments);
  if (name == "apply") changes = has(command.arguments, {"--index", "--cached", "-3", "--3way"});
  if (name == "update-ref") changes = has(command.arguments, {"HEAD", "--stdin"});
  if (name == "symbolic-ref") changes = command.arguments.size() >= 2 && !has(command.arguments, {"--short", "-q", "--quiet"});
  return changes ? Changes::kYes : Changes::kNo;
}

}  // namespace cordon::git_add_guard
