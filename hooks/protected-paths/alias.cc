// SPDX-License-Identifier: Apache-2.0
// File systems that fold case, normalise names or show a folder twice (bind mounts): the file's identity tells what its
// name does not. ASCII case is folded everywhere and needs no look.
#include <algorithm>

#include "hooks/protected-paths/ground.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

bool is_there(const FileInfo& info) { return info.kind != FileKind::kAbsent && info.kind != FileKind::kUnknown; }

}  // namespace

const std::vector<Ground::Identity>& Ground::identities() {
  if (identities_) return *identities_;
  identities_.emplace();
  const auto add = [this](const std::string& path) {
    for (const Identity& known : *identities_) {
      if (known.path == path) return true;
    }
    const FileInfo info = world_.stat(path);
    if (is_there(info)) identities_->push_back({info.device, info.inode, path});
    return is_there(info);
  };
  for (const Root& root : roots_) {
    if (root.prefix.empty()) add(root.path);
    for (const Source& source : list_.sources) {
      for (const Entry& entry : source.entries) {
        if (entry.glob.negated() || entry.glob.literal_root().empty() || !root.prefix.empty()) continue;
        const std::string_view literal = entry.glob.literal_root();
        const std::string top = entry.anchor == Anchor::kFileSystem ? "/" : root.path;
        // The folders above it below the root, too; those of the whole machine would make everything an alias.
        size_t end = entry.anchor == Anchor::kFileSystem ? literal.size() : std::min(literal.find('/'), literal.size());
        while (add(path::join(top, literal.substr(0, end))) && end < literal.size()) end = std::min(literal.find('/', end + 1), literal.size());
      }
    }
  }
  return *identities_;
}

// The name the folder itself gives for the file, where the file system found it by another one.
std::string Ground::stored_name(const std::string& path) {
  const FileInfo info = world_.lstat(path);
  const std::string folder(path::parent(path)), name(path::base_name(path));
  constexpr size_t kMaxNames = 5000;
  if (!is_there(info)) return path;
  const auto names = world_.list_dir(folder);
  if (!names || names->size() > kMaxNames || std::find(names->begin(), names->end(), name) != names->end()) return path;
  for (const std::string& other : *names) {
    const FileInfo it = world_.lstat(path::join(folder, other));
    if (it.device == info.device && it.inode == info.inode && it.kind == info.kind) return path::join(folder, other);
  }
  return path;
}

Finding Ground::judge_alias(const std::string& path, const Target& target) {
  const auto settled_by_name = [this](const std::string& it) {
    return std::any_of(roots_.begin(), roots_.end(), [&it](const Root& root) { return path::is_within(it, root.path) && text::is_ascii(path::below(it, root.path)); });
  };
  if (settled_by_name(path)) return {};
  const std::string real = target.follows ? path::resolve(world_, path).path : path::join(path::resolve(world_, path::parent(path)).path, path::base_name(path));
  if (settled_by_name(real)) return {};
  const auto judge_as = [&](const std::string& top, const std::string& rest) {
    const std::string name = rest.empty() ? top : path::join(top, rest);
    Ground* other = other_checkout(name);
    Finding it = other != nullptr ? other->judge_exact(name, target) : judge_exact(name, target);
    if (it.found != Found::kNo && it.why.empty()) it.why = "the same place under another name";
    return it;
  };
  for (std::string here = real; here.size() > 1 && here != root_; here = path::parent(here)) {
    const FileInfo info = world_.lstat(here);
    if (!is_there(info)) continue;
    const std::string rest(path::below(real, here));
    for (const Identity& known : identities()) {
      if (known.inode != info.inode || known.device != info.device || known.path == here) continue;
      if (Finding it = judge_as(known.path, rest); it.found != Found::kNo) return it;
    }
    if (text::is_ascii(path::base_name(here))) continue;
    if (const std::string stored = stored_name(here); stored != here) {
      if (Finding it = judge_as(stored, rest); it.found != Found::kNo) return it;
    }
  }
  return {};
}

}  // namespace cordon::protected_paths
