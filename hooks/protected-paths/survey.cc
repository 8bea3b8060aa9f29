// SPDX-License-Identifier: Apache-2.0
// Targets that stand for many paths (globs, unknown words, find): pattern against pattern first, and only where they can
// meet a look at the files that are really there.
#include "hooks/protected-paths/ground.h"
#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::protected_paths {
namespace {

constexpr size_t kMaxLooks = 5000;  // files looked at for one question

// Calls `visit(path, info)` for `base` and everything below it until it says stop (true). Links are not entered.
template <class Visit>
bool walk_files(World& world, const std::string& base, size_t& looks, Visit&& visit) {
  std::vector<std::string> work{base};
  while (!work.empty()) {
    const std::string path = std::move(work.back());
    work.pop_back();
    if (looks == 0) return false;
    --looks;
    const FileInfo info = world.lstat(path);
    if (info.kind == FileKind::kAbsent) continue;
    if (visit(path, info)) return true;
    if (info.kind != FileKind::kDirectory) continue;
    const auto names = world.list_dir(path);
    if (!names) continue;
    for (const std::string& name : *names) {
      if (name != ".git") work.push_back(path::join(path, name));
    }
  }
  return false;
}

// The tail up to its first slash: what must be a name in the folder.
std::vector<Tail> first_segment(const std::vector<Tail>& tail) {
  std::vector<Tail> out;
  for (const Tail& piece : tail) {
    const size_t slash = piece.kind == Tail::Kind::kLiteral ? piece.text.find('/') : std::string::npos;
    out.push_back(piece);
    if (slash == std::string::npos) continue;
    out.back().text.resize(slash);
    break;
  }
  return out;
}

// The rest behind that slash.
std::vector<Tail> after_segment(const std::vector<Tail>& tail) {
  for (size_t i = 0; i < tail.size(); ++i) {
    const size_t slash = tail[i].kind == Tail::Kind::kLiteral ? tail[i].text.find('/') : std::string::npos;
    if (slash == std::string::npos) continue;
    std::vector<Tail> out(tail.begin() + static_cast<std::ptrdiff_t>(i), tail.end());
    out[0].text.erase(0, slash + 1);
    if (out[0].text.empty()) out.erase(out.begin());
    return out;
  }
  return {};
}

// Literal text at the front of the tail belongs to the path: folder "a", "b/c*" -> folder "a/b", "c*".
Target settled(Target target) {
  while (!target.tail.empty() && target.tail[0].kind == Tail::Kind::kLiteral) {
    std::string& text = target.tail[0].text;
    const size_t slash = target.tail.size() == 1 ? text.size() : text.rfind('/');
    if (slash == std::string::npos) break;
    target.path = path::join(target.path, text.substr(0, slash));
    text.erase(0, std::min(text.size(), slash + 1));
    if (!text.empty()) break;
    target.tail.erase(target.tail.begin());
  }
  return target;
}

match::Automaton set_of(std::string_view before, const Target& target) {
  match::Automaton set;
  if (!before.empty()) set.text(std::string(before) + "/", false);
  append_tail(set, target.tail, true);
  set.finish(target.reach != Reach::kFile);
  return set;
}

}  // namespace

std::optional<std::string> Ground::find_existing(const Entry& entry, const match::Automaton* set, const std::string& within, bool& complete) {
  const bool anywhere = entry.anchor == Anchor::kFileSystem;
  size_t looks = kMaxLooks;
  for (const Root& root : roots_) {
    const std::string top = anywhere ? "/" : root.path;
    const std::string own = entry.glob.literal_root().empty() ? top : path::join(top, entry.glob.literal_root());
    std::string base = within.empty() ? own : within;
    if (path::is_within(own, base)) base = own;
    if (!root.prefix.empty() || !path::is_within(base, own) || !path::is_within(base, top)) continue;
    std::optional<std::string> found;
    walk_files(world_, base, looks, [&](const std::string& path, const FileInfo& info) {
      if (info.kind == FileKind::kDirectory) return false;
      const std::string_view below = path::below(path, top);
      if ((set != nullptr && !set->accepts(below)) || !list_.find(below, entry.anchor)) return false;
      if (inner(root, path)) return false;
      if (Ground* other = other_checkout(path); other != nullptr && !other->protects(path)) return false;
      found = std::string(anywhere ? std::string_view(path) : below);
      return true;
    });
    if (found) return found;
  }
  complete = looks != 0;
  return std::nullopt;
}

// Whether a later "!…" of the same list takes the folder out as a whole.
bool Ground::exempt(const Source& source, const Entry& entry, const std::string& folder) const {
  for (const Entry* it = &entry; it != source.entries.data() + source.entries.size(); ++it) {
    if (it->glob.negated() && it->anchor == entry.anchor && !folder.empty() && it->glob.matches(folder + "/x")) return true;
  }
  return false;
}

bool Ground::expands_elsewhere(const Target& target, const std::string& folder) {
  const auto names = world_.list_dir(folder);
  if (!names) return false;
  match::Automaton segment;
  append_tail(segment, first_segment(target.tail), true);
  segment.finish(false);
  for (const std::string& name : *names) {
    if (segment.accepts(name)) return true;
  }
  return false;
}

// A protected file that stands in the very folder the unknown word starts from.
Finding Ground::beside(const Source& source, const Entry& entry, const match::Automaton& set, const std::string& folder, const std::string& below) {
  const auto names = world_.list_dir(folder);
  for (size_t i = 0; names && i < names->size() && i < kMaxLooks; ++i) {
    const std::string path = path::join(below, (*names)[i]);
    if (!entry.glob.matches(path) || !set.accepts(path) || !list_.find(path, entry.anchor)) continue;
    return {Found::kCannotTell, path, entry.pattern, source.name, "its value is not known"};
  }
  return {};
}

Finding Ground::judge_entry(const Target& target, const Source& source, const Entry& entry, const match::Automaton& set, const std::string& below) {
  if (entry.glob.negated() || !entry.glob.meets(set) || exempt(source, entry, below)) return {};
  // An unknown word that would have to spell a file's whole name by chance is let pass where only the name is protected.
  const std::string folder = target.path.empty() ? "" : path::clean(target.path);
  if (entry.glob.floating() && target.has_unknown() && !target.path.empty() && !entry.glob.matches(target.spelled_end())) return beside(source, entry, set, folder, below);
  bool complete = true;
  if (!folder.empty()) {
    if (const auto found = find_existing(entry, &set, folder, complete)) {
      return {target.has_unknown() ? Found::kCannotTell : Found::kYes, *found, entry.pattern, source.name, ""};
    }
  }
  if (target.existing) {
    // A folder that is not there (yet) and leads to protected files: the words alone decide.
    const bool absent = !folder.empty() && !below.empty() && world_.lstat(folder).kind == FileKind::kAbsent;
    if (absent && (entry.glob.below(below) || entry.glob.matches(below + "/x"))) return {Found::kYes, target.shown, entry.pattern, source.name, ""};
    if (folder.empty()) return {Found::kCannotTell, target.shown, entry.pattern, source.name, "which files it means is not known"};
    return complete || entry.glob.floating() ? Finding{} : Finding{Found::kCannotTell, target.shown, entry.pattern, source.name, "too many files to look at"};
  }
  bool folders = false;
  for (const Tail& piece : target.tail) folders = folders || piece.kind == Tail::Kind::kFolders;
  if (target.has_unknown() || folders) return {Found::kCannotTell, target.shown, entry.pattern, source.name, "its value is not known"};
  // A glob that matches no file stays as it is written: never the name of a protected file, but perhaps in one's folder.
  if (entry.glob.floating() || expands_elsewhere(target, folder)) return {};
  return {Found::kYes, target.shown, entry.pattern, source.name, ""};
}

// The tail starts above the root and may lead into it: rm -rf /work/*.
Finding Ground::judge_above(const Target& target, const std::string& folder, const Root& root) {
  const match::Automaton set = set_of(folder == "/" ? "" : folder, target);
  for (const Source& source : list_.sources) {
    for (const Entry& entry : source.entries) {
      if (entry.glob.negated() || entry.anchor != Anchor::kRepository || entry.glob.floating()) continue;
      match::Automaton own;
      own.text(path::join(root.path, entry.glob.literal_root()).substr(folder == "/" ? 1 : 0), true);
      own.finish(true);
      if (!meet(own, set)) continue;
      return {target.has_unknown() ? Found::kCannotTell : Found::kYes, target.shown, entry.pattern, source.name, "it may reach the project"};
    }
  }
  return {};
}

Finding Ground::judge_shape(const Target& target, const std::string& folder) {
  Finding best;
  const auto keep = [&best](Finding it) {
    if (it.found > best.found) best = std::move(it);
    return best.found == Found::kYes;
  };
  const auto judge_all = [&](const match::Automaton& set, Anchor anchor, const std::string& below) {
    for (const Source& source : list_.sources) {
      for (const Entry& entry : source.entries) {
        if (entry.anchor == anchor && keep(judge_entry(target, source, entry, set, below))) return true;
      }
    }
    return false;
  };
  if (folder.empty()) {
    judge_all(set_of("", target), Anchor::kRepository, "");
    return best;
  }
  bool encloses = false;
  for (const Place& place : places(folder, encloses)) {
    if (judge_all(set_of(place.path, target), place.anchor, place.path)) return best;
  }
  if (!encloses) return best;
  for (const Root& root : roots_) {
    if (root.prefix.empty() && root.path != folder && path::is_within(root.path, folder) && keep(judge_above(target, folder, root))) return best;
  }
  return best;
}

Finding Ground::judge_expanded(const Target& target, int depth) {
  constexpr int kMaxDepth = 3;
  const Tail& first = target.tail[0];
  if (depth > kMaxDepth || target.has_unknown() || first.kind == Tail::Kind::kFolders) return {};
  const std::vector<Tail> rest = after_segment(target.tail);
  if (rest.empty() && !target.follows) return {};
  const auto names = world_.list_dir(target.path);
  if (!names) return {};
  match::Automaton segment;
  append_tail(segment, first_segment(target.tail), true);
  segment.finish(false);
  Finding best;
  for (size_t i = 0; i < names->size() && i < kMaxLooks; ++i) {
    if (!segment.accepts((*names)[i])) continue;
    Target one = target;
    one.path = path::join(target.path, (*names)[i]);
    one.tail = rest;
    const FileInfo info = world_.lstat(one.path);
    const bool link = info.kind == FileKind::kSymlink, twin = info.kind == FileKind::kRegular && info.links > 1;
    if (rest.empty() ? !((link || twin) && target.follows) : !link && info.kind != FileKind::kDirectory) continue;
    one = settled(std::move(one));
    // A wildcard finds only what is there.
    if (one.exact() && !rest.empty() && world_.lstat(one.path).kind == FileKind::kAbsent) continue;
    Finding it = link || one.exact() ? judge(one) : judge_expanded(one, depth + 1);
    if (it.found == Found::kYes) return it;
    if (it.found > best.found) best = std::move(it);
  }
  return best;
}

Finding Ground::same_file(const FileInfo& info) {
  size_t looks = kMaxLooks;
  for (const Root& root : roots_) {
    for (const Source& source : list_.sources) {
      for (const Entry& entry : source.entries) {
        const bool anywhere = entry.anchor == Anchor::kFileSystem;
        if (entry.glob.negated() || (anywhere && entry.glob.literal_root().empty())) continue;
        const std::string top = anywhere ? "/" : root.path;
        std::string found;
        walk_files(world_, path::join(top, entry.glob.literal_root()), looks, [&](const std::string& path, const FileInfo& it) {
          if (it.device != info.device || it.inode != info.inode || !list_.find(path::below(path, top), entry.anchor)) return false;
          found = std::string(anywhere ? std::string_view(path) : path::below(path, top));
          return true;
        });
        if (!found.empty()) return {Found::kYes, found, entry.pattern, source.name, "the same file under another name (hard link)"};
      }
    }
  }
  return {};
}

}  // namespace cordon::protected_paths
