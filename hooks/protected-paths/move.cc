// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/move.h"

#include <algorithm>

#include "shared/base/path.h"

namespace cordon::protected_paths {
namespace {

constexpr const char* kLater = "what it goes to depends on the commands before it";

}  // namespace

bool Move::begins() {
  const Call& call = git_.call;
  const bool nowhere = !git_.found && (call.base.empty() || call.world.stat(call.base).kind == FileKind::kAbsent);
  if (nowhere || !git_.plain) return cannot_tell(kOtherCommit);
  if (call.history->moved) return cannot_tell(kLater);
  return git_.found;
}

std::string Move::commit(const shell::Word& word) {
  if (!word.is_static()) return cannot_tell(kOtherCommit), "";
  return commit(word.text() == "-" ? "@{-1}" : word.text());
}

std::string Move::commit(const std::string& name) {
  const std::string hash = known_commit(name);
  if (hash.empty() && git_.call.history->fetched) cannot_tell(kLater);
  return hash;
}

std::string Move::known_commit(std::string name) {
  constexpr int kMaxSteps = 8;  // branches made from one another by the same text
  for (int step = 0; step < kMaxSteps; ++step) {
    const auto hash = commits_.commit(name);
    if (!hash) return cannot_tell(kOtherCommit), "";
    const auto made = git_.call.history->made.find(name);
    if (!hash->empty() || made == git_.call.history->made.end()) return *hash;
    name = made->second;
  }
  return cannot_tell(kLater), "";
}

std::string Move::upstream() {
  const auto hash = commits_.commit("@{upstream}");
  return hash ? *hash : std::string();
}

std::string Move::head() {
  const auto hash = commits_.commit("HEAD");
  return hash ? *hash : (cannot_tell(kOtherCommit), std::string());
}

void Move::add(Result<Names> names) {
  if (names) {
    names_.insert(names_.end(), std::make_move_iterator(names->begin()), std::make_move_iterator(names->end()));
  } else {
    cannot_tell(kOtherCommit);
  }
}

void Move::go(const std::string& to) {
  if (!to.empty()) add(commits_.between(head(), to));
  if (git_.call.history->committed) lose_edits();
}

void Move::merge(const std::string& other) {
  if (!other.empty()) add(commits_.merged(head(), other));
}

void Move::lose_edits() { add(commits_.edited()); }

bool Move::cannot_tell(const char* why) {
  if (why_ == nullptr) why_ = why;
  return false;
}

void Move::say() {
  if (why_ != nullptr) return whole_tree(git_, why_);
  const std::string root = names_.empty() ? "" : path::resolve(git_.call.world, git_.root).path;
  std::sort(names_.begin(), names_.end());
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  for (const std::string& name : names_) {
    Target& target = git_.call.add_path(path::join(root, name));
    target.follows = false;
    target.as_named = true;
  }
}

}  // namespace cordon::protected_paths
