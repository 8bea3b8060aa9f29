// SPDX-License-Identifier: Apache-2.0
// Where the session is: folder, branch, pull request.
#include <fmt/format.h>

#include "shared/base/path.h"
#include "statusline/families.h"
#include "statusline/width.h"

namespace cordon::statusline {
namespace {

constexpr size_t kDirectoryColumns = 40;
constexpr size_t kBranchColumns = 40;
constexpr size_t kShortHash = 7;

// "/home/u/src/x" -> "~/src/x"; only on a segment border, and not when home is the root itself.
std::string with_tilde(const std::string& directory, const std::string& home) {
  if (home.size() < 2 || !path::is_within(directory, home)) return directory;
  const std::string_view rest = path::below(directory, home);
  return rest.empty() ? "~" : "~/" + std::string(rest);
}

// Too long: the last folder says more than the first ones.
std::string fitted(const std::string& directory) {
  if (width_of(directory) <= kDirectoryColumns) return one_line(directory, kDirectoryColumns);
  return one_line("…/" + std::string(path::base_name(directory)), kDirectoryColumns);
}

}  // namespace

Spans show_directory(const Facts& facts) {
  const std::string worktree = one_line(facts.payload.text("worktree.name").value, kDirectoryColumns);
  if (!worktree.empty()) {
    const std::string original = path::clean(facts.payload.text("worktree.original_cwd").value);
    const std::string repository = one_line(path::base_name(original), kDirectoryColumns);
    return {{original == "." ? worktree : repository + "/" + worktree, Style::kPlace}};
  }
  if (facts.directory.empty()) return {};
  Spans spans{{fitted(with_tilde(facts.directory, facts.home)), Style::kPlace}};
  if (!facts.elsewhere.empty()) spans.push_back({" (" + fitted(with_tilde(facts.elsewhere, facts.home)) + ")", Style::kQuiet});
  return spans;
}

Spans show_directory_brief(const Facts& facts) {
  const std::string worktree = one_line(facts.payload.text("worktree.name").value, kDirectoryColumns);
  std::string name = worktree.empty() ? one_line(path::base_name(facts.directory), kDirectoryColumns) : worktree;
  if (name.empty()) return {};
  return {{std::move(name), Style::kPlace}};
}

Spans show_git(const Facts& facts) {
  std::string name;
  switch (facts.head.kind) {
    case git::HeadKind::kBranch:
    case git::HeadKind::kUnborn: name = one_line(facts.head.name, kBranchColumns); break;
    // Told apart from a branch that is named like a hash.
    case git::HeadKind::kDetached: name = one_line(facts.head.name.substr(0, kShortHash), kShortHash) + " (detached)"; break;
    case git::HeadKind::kUnknown: name = one_line(facts.payload.text("worktree.branch").value, kBranchColumns); break;
  }
  if (name.empty()) return {};
  return {{std::move(name), Style::kBranch}};
}

Spans show_pr(const Facts& facts) {
  const auto number = facts.payload.number("pr.number");
  if (!number || !(number.value >= 1) || number.value > 1e9) return {};
  Spans spans{{fmt::format("#{}", static_cast<int64_t>(number.value)), Style::kPlain}};
  const std::string state = one_line(facts.payload.text("pr.review_state").value, 20);
  if (!state.empty()) spans.push_back({" " + state, Style::kQuiet});
  return spans;
}

}  // namespace cordon::statusline
