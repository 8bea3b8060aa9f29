// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "shared/base/text.h"

namespace cordon::git_add_guard {
namespace {

using payload::Verdict;

constexpr size_t kShownCommand = 160;
constexpr size_t kShownDetail = 120;

constexpr std::string_view kPhantoms =
    "Inside the sandbox files exist that the repository does not have (.bashrc, .mcp.json, .claude/agents and others, as device files). "
    "git stops at the first of them with exit 128, \"can only add regular files, symbolic links or git-directories\", and stages nothing.";
constexpr std::string_view kName =
    "Run `git status --short`, then name what belongs to this change: `git add <path> …` (a folder that holds none of those files is fine: `git add src`; "
    "`git add -u` takes every tracked change).";
constexpr std::string_view kNameFiles = "Run `git status --short`, then name each file: `git add <file> …`.";

struct Advice {
  Cause cause;
  std::string_view seen;     // {} is the command
  std::string_view why;
  std::string_view instead;
};
constexpr Advice kAdvice[] = {
    {Cause::kWholeTree, "`{}` would stage everything in reach.", kPhantoms, kName},
    {Cause::kMask, "`{}` reaches a file that only the sandbox shows.", kPhantoms, kName},
    {Cause::kStash, "`{}` would also stash files git does not track.",
     "Inside the sandbox files exist that the repository does not have (.bashrc, .mcp.json, .claude/agents and others, as device files). "
     "git stops at the first of them with \"unsupported file type\".",
     "Run `git stash` for the tracked changes, or name the paths: `git stash push -u -- <path> …`."},
    {Cause::kWholeCommit, "`{}` commits every tracked change, not only those of this task.",
     "Whatever else was edited in the tree, by a person or another session, would be swept into the commit.",
     "Run `git status --short`, stage what belongs to it with `git add <path> …` and commit without -a; or name the files: `git commit -m <message> <path> …`."},
    {Cause::kNotNamed, "`{}` stages files that are not named one by one.", "The guard is set to explicit mode: only files that are named may be staged.", kNameFiles},
    {Cause::kAnswers, "`{}` is an interactive form whose answers are given beforehand.", "Nobody chooses the hunks then: it can stage every tracked change.",
     "Stage by name: `git add <path> …`."},
    {Cause::kUnknownPaths, "`{}` may stage paths that cannot be seen before it runs.",
     "They may be the whole tree, or files that only the sandbox shows, at which git stops with exit 128.",
     "List them first, then name them: `git add <path> …`."},
    {Cause::kUnknownOption, "`{}` may become any option of git.", "It may make the command take the whole tree.", "Write the words out: `git add <path> …`."},
    {Cause::kUnknownCommand, "`{}` may turn into `git add` of everything: a word of it is known only when it runs.",
     "A blanket add meets files that only the sandbox shows, at which git stops with exit 128.", "Write the command out, with the paths to stage by name."},
    {Cause::kOpaque, "`{}` runs text that cannot be seen beforehand.", "It may stage the whole tree.", "Run the commands themselves, so that they can be read."},
};

const Advice& advice_for(Cause cause) {
  for (const Advice& advice : kAdvice) {
    if (advice.cause == cause) return advice;
  }
  return kAdvice[0];
}

std::string source_of(shell::ByteRange range, std::string_view text, size_t max) {
  const size_t begin = std::min<size_t>(range.begin, text.size());
  const size_t end = std::clamp<size_t>(range.end, begin, text.size());
  return text::shown(text::trim(text.substr(begin, end - begin)), max);
}

// The git commands behind it are not run either: "git commit -m x" after a denied "git add -A".
std::string follow_ups(const Finding& finding, const Examined& examined, std::string_view text) {
  constexpr size_t kNamed = 3;
  std::string out;
  std::set<std::string> named;
  for (const shell::ByteRange range : examined.after) {
    if (range.begin < finding.range.end || named.size() >= kNamed) continue;
    const std::string source = source_of(range, text, 80);
    if (source.empty() || !named.insert(source).second) continue;
    out += fmt::format("{}`{}`", out.empty() ? "" : ", ", source);
  }
  return out;
}

}  // namespace

std::string reason_for(const Finding& finding, const Examined& examined, std::string_view text, bool explicit_mode) {
  const Advice& advice = advice_for(finding.cause);
  const std::string command = source_of(finding.range, text, kShownCommand);
  std::string out = fmt::format("GIT ADD GUARD: {}", fmt::format(fmt::runtime(advice.seen), command));
  if (finding.cause == Cause::kMask || finding.cause == Cause::kNotNamed || finding.cause == Cause::kOpaque) {
    if (!finding.detail.empty()) out += fmt::format(" ({})", text::shown(finding.detail, kShownDetail));
  }
  out += fmt::format("\n{}\nInstead: {}", advice.why, explicit_mode && advice.instead == kName ? kNameFiles : advice.instead);
  const std::string after = follow_ups(finding, examined, text);
  if (finding.verdict == Verdict::kDeny && !after.empty()) out += fmt::format("\nNothing of this call was run; after staging, run again: {}.", after);
  return out;
}

}  // namespace cordon::git_add_guard
