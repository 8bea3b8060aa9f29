// SPDX-License-Identifier: Apache-2.0
#include "shared/git/operation.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::git {
namespace {

constexpr size_t kMaxLine = 64 * 1024;
using Names = std::vector<std::string>;

bool has(const Names& names, std::string_view name) { return std::binary_search(names.begin(), names.end(), name); }

std::string line_of(World& world, const std::string& folder, std::string_view name) {
  const FileText text = world.read_file(path::join(folder, name), kMaxLine);
  if (!text) return {};
  return std::string(text::trim(std::string_view(*text).substr(0, text->find('\n'))));
}

uint32_t number_of(World& world, const std::string& folder, std::string_view name) {
  const std::string line = line_of(world, folder, name);
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  return error == std::errc() && end == line.data() + line.size() ? number : 0;
}

void add_steps(World& world, const std::string& folder, std::string_view step, std::string_view total, Operation& operation) {
  operation.step = number_of(world, folder, step);
  operation.total = operation.step == 0 ? 0 : number_of(world, folder, total);
  if (operation.total == 0) operation.step = 0;
}

// "refs/heads/topic"; of a rebase that began on no branch "detached HEAD".
void add_branch(World& world, const std::string& folder, Operation& operation) {
  constexpr std::string_view kHeads = "refs/heads/";
  const std::string name = line_of(world, folder, "head-name");
  if (name.starts_with(kHeads)) operation.branch = name.substr(kHeads.size());
}

Operation merge_rebase(World& world, const std::string& folder) {
  Operation operation;
  operation.name = "rebase";
  add_steps(world, folder, "msgnum", "end", operation);
  add_branch(world, folder, operation);
  return operation;
}

// Shared by `git am` and `git rebase --apply`; each leaves its mark, except in the moment before it does.
Operation mailbox(World& world, const std::string& folder) {
  Operation operation;
  operation.name = "am/rebase";
  const auto names = world.list_dir(folder);
  if (names && has(*names, "rebasing")) operation.name = "rebase";
  else if (names && has(*names, "applying")) operation.name = "am";
  add_steps(world, folder, "next", "last", operation);
  if (operation.name == "rebase") add_branch(world, folder, operation);
  return operation;
}

// Between two commits of a series there is no CHERRY_PICK_HEAD, only what is left to do.
std::string_view sequencer(World& world, const std::string& folder) {
  const std::string line = line_of(world, folder, "todo");
  if (line.starts_with("pick ") || line.starts_with("p ")) return "cherry-pick";
  return line.starts_with("revert ") ? "revert" : "";
}

}  // namespace

std::string Operation::text() const {
  if (total == 0) return std::string(name);
  return std::string(name) + " " + std::to_string(step) + "/" + std::to_string(total);
}

Operation read_operation(World& world, const Repository& repository) {
  const std::string& git_dir = repository.git_dir;
  if (git_dir.empty()) return {};
  const auto names = world.list_dir(git_dir);  // fewer calls than asking for each of them
  if (!names) return {};
  if (has(*names, "rebase-merge")) return merge_rebase(world, path::join(git_dir, "rebase-merge"));
  if (has(*names, "rebase-apply")) return mailbox(world, path::join(git_dir, "rebase-apply"));
  Operation operation;
  if (has(*names, "MERGE_HEAD")) operation.name = "merge";
  else if (has(*names, "CHERRY_PICK_HEAD")) operation.name = "cherry-pick";
  else if (has(*names, "REVERT_HEAD")) operation.name = "revert";
  else if (has(*names, "sequencer")) operation.name = sequencer(world, path::join(git_dir, "sequencer"));
  if (operation.name.empty() && has(*names, "BISECT_LOG")) operation.name = "bisect";
  return operation;
}

}  // namespace cordon::git
