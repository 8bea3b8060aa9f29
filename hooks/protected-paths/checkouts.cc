// SPDX-License-Identifier: Apache-2.0
// Linked worktrees: each is a checkout of its own, with a list of its own. Only one that the repository names in return
// counts: a `.git` that somebody put into a protected folder must not lift the protection.
#include "hooks/protected-paths/ground.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

// Where the runtime keeps them; a worktree in any other protected folder lifts nothing.
constexpr std::string_view kWorktrees = ".claude/worktrees";
constexpr size_t kMaxWorktrees = 500;
constexpr size_t kMaxPointer = 64 * 1024;

// The worktree's pointer belongs to the checkout around it: who replaces it makes the folder another one.
bool belongs_to(std::string_view path, std::string_view top) {
  return path.size() > top.size() && path::is_within(path, top) && path::below(path, top) != ".git";
}

}  // namespace

bool Ground::is_ours(const git::Repository& checkout) {
  if (!repository_ || !checkout.is_linked_worktree || checkout.main_checkout == checkout.work_tree) return false;
  return checkout.common_dir == repository_->common_dir ||
         path::resolve(world_, checkout.common_dir).path == path::resolve(world_, repository_->common_dir).path;
}

bool Ground::inner(const Root& root, std::string_view path) const {
  for (const Root& it : roots_) {
    if (it.linked && it.path.size() > root.path.size() && path::is_within(it.path, root.path) && belongs_to(path, it.path)) return true;
  }
  return false;
}

const std::vector<std::string>& Ground::worktrees() {
  if (worktrees_) return *worktrees_;
  worktrees_.emplace();
  if (!repository_ || repository_->common_dir.empty()) return *worktrees_;
  const std::string folder = path::join(repository_->common_dir, "worktrees");
  const auto names = world_.list_dir(folder);
  for (size_t i = 0; names && i < names->size() && i < kMaxWorktrees; ++i) {
    const std::string own = path::join(folder, (*names)[i]);
    const FileText pointer = world_.read_file(path::join(own, "gitdir"), kMaxPointer);
    if (!pointer) continue;
    const std::string dot_git = path::absolute(text::trim(*pointer), own);
    if (path::base_name(dot_git) == ".git") worktrees_->emplace_back(path::parent(dot_git));
  }
  return *worktrees_;
}

Ground* Ground::ground_of(const git::Repository& checkout) {
  auto& slot = checkouts_[checkout.work_tree];
  if (!slot) slot = std::make_unique<Ground>(world_, Standpoint{checkout.work_tree, checkout.work_tree, home_}, config_);
  return slot.get();
}

Ground* Ground::other_checkout(const std::string& path) {
  if (!repository_ || path.empty() || path[0] != '/') return nullptr;
  for (const auto& [top, ground] : checkouts_) {
    if (belongs_to(path, top)) return ground.get();
  }
  // Below the runtime's folder of worktrees of any checkout we stand in: the nearest checkout upwards that is ours.
  for (const Root& root : roots_) {
    const std::string area = path::join(root.path, kWorktrees);
    if (!root.prefix.empty() || path.size() <= area.size() || !path::is_within(path, area)) continue;
    for (std::string folder(path::parent(path)); folder.size() > area.size();) {
      const auto checkout = git::discover(world_, folder);
      if (!checkout || checkout->work_tree.size() <= area.size()) break;
      if (belongs_to(path, checkout->work_tree) && is_ours(*checkout)) return checkout->work_tree == root_ ? nullptr : ground_of(*checkout);
      folder = path::parent(checkout->work_tree);
    }
    return nullptr;
  }
  for (const std::string& top : worktrees()) {
    if (top == root_ || !belongs_to(path, top)) continue;
    const auto checkout = git::discover(world_, top);
    if (checkout && checkout->work_tree == top && is_ours(*checkout) && !protects(top)) return ground_of(*checkout);
  }
  return nullptr;
}

bool Ground::protects(const std::string& path) {
  bool encloses = false;
  for (const Place& place : places(path, encloses)) {
    if (!place.path.empty() && list_.find(place.path, place.anchor)) return true;
  }
  return false;
}

}  // namespace cordon::protected_paths
