// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/check_git.h"

#include <unistd.h>

#include "hooks/protected-paths/process.h"
#include "hooks/protected-paths/raw.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

std::string line_of(const std::string& text) { return std::string(text::trim(text)); }

// Contents of symbolic links, in the order of `ids`: one git for all of them.
Result<std::vector<std::string>> read_blobs(const std::vector<std::string_view>& ids) {
  std::vector<std::string> out;
  if (ids.empty()) return out;
  std::string input;
  for (const std::string_view id : ids) input.append(id).push_back('\n');
  const auto answer = git_text({"cat-file", "--batch"}, input);
  if (!answer) return tl::unexpected(answer.error());
  std::string_view rest = *answer;
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    const std::string_view head = rest.substr(0, end);
    const size_t space = head.rfind(' ');
    if (end == rest.npos || space == head.npos || head.find(" blob ") == head.npos) return fail("git cat-file: a link's content is missing");
    size_t size = 0;
    for (const char c : head.substr(space + 1)) size = size * 10 + static_cast<size_t>(c - '0');
    if (end + 1 + size + 1 > rest.size()) return fail("git cat-file: the answer is cut");
    out.emplace_back(rest.substr(end + 1, size));
    rest.remove_prefix(end + 1 + size + 1);
  }
  if (out.size() != ids.size()) return fail("git cat-file: a link's content is missing");
  return out;
}

Result<std::vector<Change>> with_links(const Result<std::string>& text) {
  if (!text) return tl::unexpected(text.error());
  Raw raw = parse_raw(*text);
  if (!raw.diff.faults.empty()) return tl::unexpected(raw.diff.faults[0]);
  std::vector<std::string_view> ids;
  std::vector<size_t> places;
  for (size_t i = 0; i < raw.entries.size(); ++i) {
    if (raw.entries[i].new_mode != "120000" || raw.entries[i].new_id.find_first_not_of('0') == std::string_view::npos) continue;
    ids.push_back(raw.entries[i].new_id);
    places.push_back(i);
  }
  auto targets = read_blobs(ids);
  if (!targets) return tl::unexpected(targets.error());
  for (size_t i = 0; i < places.size(); ++i) raw.diff.changes[places[i]].link_target = std::move((*targets)[i]);
  return std::move(raw.diff.changes);
}

// Text of a path in a commit; nothing when it is not there.
Result<std::optional<std::string>> show(const std::string& commit, const std::string& path) {
  const auto entry = git_text({"ls-tree", "-z", "--full-tree", commit, "--", ":(literal)" + path});
  if (!entry) return tl::unexpected(entry.error());
  if (entry->empty()) return std::nullopt;
  if (entry->compare(0, 7, "100644 ") != 0 && entry->compare(0, 7, "100755 ") != 0) return fail("not a regular file", path);
  auto text = git_text({"cat-file", "blob", commit + ":" + path});
  if (!text) return tl::unexpected(text.error());
  return std::move(*text);
}

}  // namespace

Result<std::string> enter_top() {
  const auto bare = git_text({"rev-parse", "--is-bare-repository"});
  if (!bare) return tl::unexpected(bare.error());
  if (line_of(*bare) == "true") return std::string();
  auto top = git_text({"rev-parse", "--show-toplevel"});
  if (!top) return tl::unexpected(top.error());
  if (!top->empty() && top->back() == '\n') top->pop_back();
  if (chdir(top->c_str()) != 0) return fail("cannot enter '" + text::visible(*top, text::Newlines::kEscape) + "'");
  return std::move(*top);
}

Result<std::string> commit_of(const std::string& ref) {
  auto hash = git_text({"rev-parse", "--verify", "--quiet", ref + "^{commit}"});
  if (!hash) return fail("no commit '" + text::visible(ref, text::Newlines::kEscape) + "' in this repository (fetch it first)");
  return line_of(*hash);
}

Result<std::string> fork_point(const std::string& base, const std::string& head) {
  const auto shallow = git_text({"rev-parse", "--is-shallow-repository"});
  if (!shallow) return tl::unexpected(shallow.error());
  if (line_of(*shallow) != "false") return fail("this clone is shallow, so where the change began cannot be known (fetch with the whole history: fetch-depth: 0)");
  const auto point = run_git({"merge-base", base, head});
  if (!point) return tl::unexpected(point.error());
  if (point->status != 0 || point->out.empty()) return fail("base and head have no commit in common");
  return line_of(point->out);
}

Result<std::vector<Change>> changes_between(const std::string& from, const std::string& to) {
  return with_links(git_text({"diff-tree", "-r", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none", from, to}));
}

Result<std::vector<Change>> staged_changes() {
  const auto head = run_git({"rev-parse", "--verify", "--quiet", "HEAD^{commit}"});
  if (!head) return tl::unexpected(head.error());
  std::string from = line_of(head->out);
  if (head->status != 0) {
    // No commit yet: against the empty tree.
    const auto empty = git_text({"hash-object", "-t", "tree", "--stdin"});
    if (!empty) return tl::unexpected(empty.error());
    from = line_of(*empty);
  }
  return with_links(git_text({"diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none", from, "--"}));
}

List list_of_commit(World& world, const std::string& commit) {
  List list;
  const std::string home = world.env_set("HOME").value_or("");
  const auto named = world.env_set("GATES_FILE");
  std::string path = named ? *named : std::string(kGatesPath);
  if (!path.empty() && path[0] == '/') {
    auto text = world.read_file(path, kMaxGatesBytes);
    if (text) {
      add_gates(list, std::move(*text), path, "", home);
    } else {
      list.faults.push_back({text.error().text(), path, 0, 0});
    }
    return list;
  }
  path = path::clean(path);
  if (commit.empty()) {
    add_built_in(list);
    return list;
  }
  auto text = show(commit, path);
  if (!text) {
    list.faults.push_back(text.error());
  } else if (*text) {
    add_gates(list, std::move(**text), path, path, home);
  } else {
    if (named) list.faults.push_back({"no such file in the base commit", path, 0, 0});
    add_built_in(list);
  }
  return list;
}

}  // namespace cordon::protected_paths
