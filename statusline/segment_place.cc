// SPDX-License-Identifier: Apache-2.0
// Where the session is: folder, branch, pull request.
#include <fmt/format.h>

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "statusline/families.h"
#include "statusline/width.h"

namespace cordon::statusline {
namespace {

constexpr size_t kDirectoryColumns = 40;
constexpr size_t kFullColumns = 200;
constexpr size_t kBranchColumns = 40;
constexpr size_t kShortHash = 7;

// "/home/u/src/x" -> "~/src/x"; only on a segment border, and not when home is the root itself.
std::string with_tilde(const std::string& directory, const std::string& home) {
  if (home.size() < 2 || !path::is_within(directory, home)) return directory;
  const std::string_view rest = path::below(directory, home);
  return rest.empty() ? "~" : "~/" + std::string(rest);
}

// As the fish shell does: "~/src/.config/repo" -> "~/s/.c/repo".
std::string shortened(std::string_view directory) {
  std::string out;
  const auto names = text::split(directory, '/');
  for (size_t i = 0; i + 1 < names.size(); ++i) {
    const size_t dot = names[i].starts_with('.') ? 1 : 0;
    out += names[i].substr(0, dot + next_cluster(names[i].substr(dot)).size);
    out += '/';
  }
  return out + std::string(names.back());
}

// Too long: the folder we are in says more than those around it.
std::string fitted(const std::string& directory, const Ask& ask) {
  if (ask.wants("name")) return one_line(directory == "/" ? directory : std::string(path::base_name(directory)), kDirectoryColumns);
  if (ask.wants("full")) return one_line(directory, kFullColumns);
  if (!ask.wants("short") && width_of(directory) <= kDirectoryColumns) return one_line(directory, kDirectoryColumns);
  const std::string brief = shortened(directory);
  if (width_of(brief) <= kDirectoryColumns) return one_line(brief, kDirectoryColumns);
  return one_line("…/" + std::string(path::base_name(directory)), kDirectoryColumns);
}

struct Worktree {
  std::string repository, name, below;  // "" unknown; `below`: the folder inside it
};

// Of the payload, else of the folder itself.
Worktree worktree_of(const Facts& facts) {
  const std::string told = facts.payload.text("worktree.name").value;
  if (!one_line(told, kDirectoryColumns).empty()) {
    const std::string original = path::clean(facts.payload.text("worktree.original_cwd").value);
    return {original == "." ? "" : std::string(path::base_name(original)), told, ""};
  }
  const auto& repository = facts.repository;
  if (!repository || !repository->is_linked_worktree || repository->work_tree.empty()) return {};
  const std::string_view main = repository->main_checkout.empty() ? path::parent(repository->common_dir) : repository->main_checkout;
  const bool inside = path::is_within(facts.directory, repository->work_tree);
  return {std::string(path::base_name(main)), std::string(path::base_name(repository->work_tree)),
          inside ? std::string(path::below(facts.directory, repository->work_tree)) : ""};
}

Span place(std::string_view text, std::string_view name, size_t columns) { return {one_line(text, columns), Style::kPlace, hue_of(name)}; }

// The folder's own name colours it wherever one goes below it.
std::string project_of(const Facts& facts) {
  if (facts.repository && !facts.repository->work_tree.empty()) return std::string(path::base_name(facts.repository->work_tree));
  const std::string project = facts.payload.text("workspace.project_dir").value;
  const bool inside = project.starts_with('/') && path::is_within(facts.directory, path::clean(project));
  return std::string(path::base_name(inside ? path::clean(project) : facts.directory));
}

void add_count(Spans& spans, std::string_view sign, uint32_t count, Style style) {
  if (count > 0) spans.push_back({fmt::format(" {}{}", sign, count), style});
}

void add_counts(Spans& spans, const GitCounts& counts, const Ask& ask) {
  const bool ascii = ask.icons == Icons::kAscii;
  const auto styled = [&](Style style) { return counts.stale ? Style::kQuiet : style; };
  add_count(spans, "=", counts.conflicted, styled(Style::kBad));
  add_count(spans, "+", counts.staged, styled(Style::kGood));
  add_count(spans, "!", counts.changed, styled(Style::kUnsure));
  add_count(spans, "?", counts.untracked, styled(Style::kPlain));
  add_count(spans, ascii ? "^" : "↑", counts.ahead, styled(Style::kPlain));
  add_count(spans, ascii ? "v" : "↓", counts.behind, styled(Style::kPlain));
  add_count(spans, "$", counts.stash, styled(Style::kQuiet));
}

}  // namespace

Spans show_directory(const Facts& facts, const Ask& ask) {
  const Worktree worktree = worktree_of(facts);
  if (!worktree.name.empty()) {
    Span name = place(worktree.name, worktree.name, kDirectoryColumns);
    if (ask.brief || worktree.repository.empty()) return {std::move(name)};
    Spans spans{place(worktree.repository, worktree.repository, kDirectoryColumns), {"/", Style::kQuiet}, std::move(name)};
    if (!worktree.below.empty()) spans.push_back({one_line("/" + worktree.below, kDirectoryColumns), Style::kQuiet});
    return spans;
  }
  if (facts.directory.empty()) return {};
  const std::string project = project_of(facts);
  if (ask.brief) return {place(facts.directory == "/" ? "/" : path::base_name(facts.directory), project, kDirectoryColumns)};
  Spans spans{place(fitted(with_tilde(facts.directory, facts.home), ask), project, kFullColumns)};
  if (!facts.elsewhere.empty()) spans.push_back({" (" + fitted(with_tilde(facts.elsewhere, facts.home), ask) + ")", Style::kQuiet});
  return spans;
}

Spans show_git(const Facts& facts, const Ask& ask) {
  std::string name;
  switch (facts.head.kind) {
    case git::HeadKind::kBranch:
    case git::HeadKind::kUnborn: name = one_line(facts.head.name, kBranchColumns); break;
    // Told apart from a branch that is named like a hash.
    case git::HeadKind::kDetached: name = one_line(facts.head.name.substr(0, kShortHash), kShortHash) + (ask.brief ? "" : " (detached)"); break;
    case git::HeadKind::kUnknown: name = one_line(facts.payload.text("worktree.branch").value, kBranchColumns); break;
  }
  if (name.empty()) return {};
  Spans spans{{std::move(name), Style::kBranch}};
  if (ask.brief || ask.wants("branch")) return spans;
  if (!facts.operation.empty()) spans.push_back({" " + one_line(facts.operation, kBranchColumns), Style::kBad});
  if (facts.counts) add_counts(spans, *facts.counts, ask);
  return spans;
}

Spans show_pr(const Facts& facts, const Ask& ask) {
  const auto number = facts.payload.number("pr.number");
  if (!number || !(number.value >= 1) || number.value > 1e9) return {};
  const std::string url = facts.payload.text("pr.url").value;
  Spans spans{{fmt::format("#{}", static_cast<int64_t>(number.value)), Style::kPlain, 0, is_safe_link(url) ? url : ""}};
  const std::string state = one_line(facts.payload.text("pr.review_state").value, 20);
  const Style style = state == "approved" ? Style::kGood : state == "changes_requested" ? Style::kBad : state == "pending" ? Style::kUnsure : Style::kQuiet;
  if (!state.empty() && !ask.brief) spans.push_back({" " + state, style});
  return spans;
}

}  // namespace cordon::statusline
