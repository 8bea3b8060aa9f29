// SPDX-License-Identifier: Apache-2.0
#include "hooks/protected-paths/ground.h"

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

bool within(std::string_view path, std::string_view dir) {
  if (path.size() < dir.size()) return false;
  return path::is_within(text::ascii_lower(path), text::ascii_lower(dir));
}

// Follows links where '..' really leads: "h/../x" is beside what `h` points to.
std::string physical(World& world, std::string_view path) {
  std::string out(path);
  for (int steps = 0; steps < 64; ++steps) {
    const size_t up = out.find("/../");
    const bool last = up == std::string::npos && out.size() > 3 && out.compare(out.size() - 3, 3, "/..") == 0;
    if (up == std::string::npos && !last) break;
    const size_t cut = last ? out.size() - 3 : up;
    const std::string before = path::resolve(world, path::clean(std::string_view(out).substr(0, cut))).path;
    out = path::join(path::parent(before), std::string_view(out).substr(std::min(out.size(), cut + 4)));
  }
  return path::resolve(world, path::clean(out)).path;
}

}  // namespace

Ground::Ground(World& world, const Standpoint& at, const settings::Config& config) : world_(world), config_(config), root_(at.start_dir), home_(at.home) {
  repository_ = git::discover(world, at.start_dir);
  if (repository_ && !repository_->work_tree.empty()) root_ = repository_->work_tree;
  if (repository_) add_repository(*repository_);
  add_root(root_, "");
  const std::string windows = windows_form(at.cwd);
  if (!windows.empty() && windows[0] == '/') add_root(windows, "");
  if (!at.cwd.empty() && at.cwd[0] == '/' && !within(at.cwd, root_)) {
    const auto other = git::discover(world, at.cwd);
    if (other) add_repository(*other);
    add_root(other && !other->work_tree.empty() ? other->work_tree : path::clean(at.cwd), "");
  }
  list_ = load_list(world, root_, config, at.home);
}

void Ground::add_root(const std::string& path, const std::string& prefix, bool linked) {
  if (path.empty() || path[0] != '/') return;
  for (const Root& root : roots_) {
    if (root.path == path && root.prefix == prefix) return;
  }
  roots_.push_back({path, prefix, linked});
  const std::string windows = prefix.empty() ? windows_form(path) : std::string();
  if (!windows.empty()) roots_.push_back({windows, ""});
}

void Ground::add_repository(const git::Repository& repository) {
  const bool named_back = repository.is_linked_worktree && repository.main_checkout != repository.work_tree;
  add_root(repository.work_tree, "", named_back);
  add_root(repository.main_checkout, "");
  if (!repository.is_linked_worktree) return;
  add_root(repository.git_dir, ".git");
  add_root(repository.common_dir, ".git");
}

bool Ground::plain_below_root(const std::string& path, FileInfo& last) {
  if (!path::is_within(path, root_) || path == root_ || root_ == "/") return false;
  for (size_t end = path.find('/', root_.size() + 1);; end = path.find('/', end + 1)) {
    last = world_.lstat(path.substr(0, end));
    if (last.kind == FileKind::kSymlink || last.kind == FileKind::kUnknown) return false;
    if (last.kind == FileKind::kAbsent || end == std::string::npos) return true;
  }
}

bool Ground::resolved_roots() {
  if (roots_resolved_) return false;
  roots_resolved_ = true;
  const size_t known = roots_.size();
  for (size_t i = 0; i < known; ++i) {
    const Root root = roots_[i];  // a copy: adding may move them
    add_root(path::resolve(world_, root.path).path, root.prefix, root.linked);
  }
  return roots_.size() != known;
}

std::vector<Ground::Place> Ground::places(std::string_view path, bool& encloses) {
  std::vector<Place> out;
  for (const Root& root : roots_) {
    if (path.size() < root.path.size() && within(root.path, path)) encloses = true;
    if (!within(path, root.path) || inner(root, path)) continue;
    std::string below(path::below(path, root.path));
    if (!root.prefix.empty()) below = below.empty() ? root.prefix : root.prefix + "/" + below;
    // What config.worktree says counts like config.
    if (text::ascii_lower(below) == ".git/config.worktree") out.push_back({".git/config", Anchor::kRepository});
    out.push_back({std::move(below), Anchor::kRepository});
  }
  if (path.size() > 1) out.push_back({std::string(path.substr(1)), Anchor::kFileSystem});
  return out;
}

Finding Ground::judge_place(const Place& place, const std::string& path, const Target& target) {
  const auto made = [&](Found found, const Hit& hit, const char* why) {
    const std::string shown = place.anchor == Anchor::kFileSystem ? "/" + place.path : place.path.empty() ? "." : place.path;
    return Finding{found, shown, hit.entry->pattern, hit.source->name, why};
  };
  if (const auto hit = list_.find(place.path, place.anchor)) {
    const bool own_folder = place.path.empty();
    if (!own_folder) return made(Found::kYes, *hit, "");
  }
  if (target.reach == Reach::kInto) {
    // Whatever is put into a folder that is protected as a whole is protected.
    if (const auto hit = list_.find(place.path + "/x", place.anchor); hit && !place.path.empty()) return made(Found::kYes, *hit, "");
  }
  const bool whole = target.reach != Reach::kFile;
  if (!whole && (place.path.empty() || (place.anchor == Anchor::kFileSystem && within(home_, path)))) return {};
  if (const auto hit = list_.find_below(place.path, place.anchor)) {
    if (target.reach == Reach::kInto) return made(Found::kCannotTell, *hit, "which files below it change is not known");
    return made(Found::kYes, *hit, "it holds what the pattern protects");
  }
  if (target.reach != Reach::kTree || place.anchor != Anchor::kRepository) return {};
  for (const Source& source : list_.sources) {
    for (const Entry& entry : source.entries) {
      if (!entry.glob.floating() || entry.glob.negated() || entry.anchor != place.anchor) continue;
      bool complete = true;
      if (const auto found = find_existing(entry, nullptr, path, complete)) return {Found::kYes, *found, entry.pattern, source.name, ""};
    }
  }
  return {};
}

Finding Ground::judge_exact(const std::string& path, const Target& target) {
  bool encloses = false;
  Finding best;
  for (const Place& place : places(path, encloses)) {
    Finding it = judge_place(place, path, target);
    if (it.found == Found::kYes) return it;
    if (it.found != Found::kNo) best = std::move(it);
  }
  if (encloses && target.reach != Reach::kFile) {
    if (const auto hit = list_.find_below("", Anchor::kRepository)) {
      const bool into = target.reach == Reach::kInto;
      return {into ? Found::kCannotTell : Found::kYes, path, hit->entry->pattern, hit->source->name, into ? "which files below it change is not known" : "it holds the project"};
    }
  }
  return best;
}

Finding Ground::judge_links(const std::string& path, const Target& target) {
  std::string real;
  if (target.path.find("/..") != std::string::npos) {
    real = physical(world_, target.follows ? target.path : std::string(path::parent(target.path)));
    if (!target.follows) real = path::join(real, path::base_name(path));
  } else if (target.follows) {
    real = path::resolve(world_, path).path;
  } else {
    real = path::join(path::resolve(world_, path::parent(path)).path, path::base_name(path));
  }
  const bool inside = within(path, root_);
  if (real == path && inside) return {};
  if (!inside || real != path) resolved_roots();
  Ground* other = real == path ? nullptr : other_checkout(real);
  Finding it = other != nullptr ? other->judge_exact(real, target) : judge_exact(real, target);
  if (it.found != Found::kNo && real != path && it.why.empty()) it.why = "reached through a link";
  return it;
}

Finding Ground::judge_spellings(const Target& target) {
  for (const std::string& other : {windows_form(target.path), plain_unicode(target.path)}) {
    if (other.empty()) continue;
    Finding it = judge_exact(path::clean(other), target);
    if (it.found != Found::kNo) return it;
  }
  for (const Target& longer : long_names(target)) {
    Finding it = judge_shape(longer, path::clean(longer.path));
    if (it.found != Found::kNo) return it;
  }
  return {};
}

Finding Ground::judge(const Target& target) {
  const std::string path = target.path.empty() ? "" : path::clean(target.path);
  if (Ground* other = other_checkout(target.exact() ? path : path + "/x")) return other->judge(target);
  if (list_.empty()) return {};
  if (!target.exact()) {
    const std::string& folder = path;
    Finding it = judge_shape(target, folder);
    if (it.found != Found::kNo || folder.empty()) return it;
    Target moved = target;
    moved.path = path::resolve(world_, folder).path;
    if (moved.path != folder) {
      resolved_roots();
      it = judge_shape(moved, moved.path);
    }
    return it.found != Found::kNo ? it : judge_expanded(moved);
  }
  if (target.as_named) return judge_named(path, target);
  Finding it = judge_exact(path, target);
  if (it.found == Found::kYes) return it;
  FileInfo last;
  const bool plain = target.path.find("/..") == std::string::npos && plain_below_root(path, last);
  if (!plain) {
    if (Finding link = judge_links(path, target); link.found > it.found) it = std::move(link);
  }
  if (it.found == Found::kYes) return it;
  if (Finding other = judge_spellings(target); other.found > it.found) it = std::move(other);
  if (it.found == Found::kYes) return it;
  if (Finding alias = judge_alias(path, target); alias.found > it.found) return alias;
  if (!target.follows) return it;
  const FileInfo info = plain ? last : world_.stat(path);
  if (info.kind == FileKind::kRegular && info.links > 1) {
    if (Finding twin = same_file(info); twin.found != Found::kNo) return twin;
  }
  return it;
}

// No link is looked for, but the session may know the folder under another name.
Finding Ground::judge_named(const std::string& path, const Target& target) {
  if (!within(path, root_)) resolved_roots();
  Finding it = judge_exact(path, target);
  return it.found != Found::kNo ? it : judge_spellings(target);
}

Finding Ground::judge_mention(std::string_view token, std::string_view base, bool named) {
  const bool pathlike = token.find('/') != token.npos || token.find('\\') != token.npos || token.find('.') != token.npos;
  if (token.empty() || token == "." || token == ".." || token == "/") return {};
  std::string text(token);
  if (text.compare(0, 2, "~/") == 0) text = home_ + text.substr(1);
  Target target = target_of(text, base.empty() ? std::string_view(root_) : base);
  bool encloses = false;
  const std::string path = path::clean(target.path);
  if (path.empty() || path == root_ || path == "/") return {};
  if (Ground* other = other_checkout(path)) return other->judge_mention(path, base, named);
  if (!named && token[0] != '/' && within(path, path::clean(base)) && protects(path::join(base, "x")) && world_.lstat(path).kind == FileKind::kAbsent) return {};
  const std::string real = pathlike ? path::resolve(world_, path).path : std::string();
  for (const std::string& spelling : {path, windows_form(path), real == path ? std::string() : real}) {
    if (spelling.empty()) continue;
    for (const Place& place : places(path::clean(spelling), encloses)) {
      if (place.path.empty()) continue;
      auto hit = list_.find(place.path, place.anchor);
      const bool narrow = place.anchor == Anchor::kRepository || !within(home_, path);
      if (!hit && pathlike && narrow) hit = list_.find_below(place.path, place.anchor);
      if (hit) return {Found::kYes, place.anchor == Anchor::kFileSystem ? "/" + place.path : place.path, hit->entry->pattern, hit->source->name, ""};
    }
  }
  return {};
}

}  // namespace cordon::protected_paths
