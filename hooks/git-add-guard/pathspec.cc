// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/pathspec.h"

#include <algorithm>

#include "hooks/git-add-guard/magic.h"
#include "hooks/git-add-guard/wildmatch.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/match/compile.h"
#include "shared/match/glob.h"

namespace cordon::git_add_guard {
namespace {

// Longer patterns are not compiled: they may reach anything.
constexpr size_t kMaxPattern = 4096;

bool is_special(char c) { return c == '*' || c == '?' || c == '[' || c == '\\'; }

bool names_folder(std::string_view text) { return text == "." || text == ".." || text.ends_with('/') || text.ends_with("/.") || text.ends_with("/.."); }

// "/a/b" with a slash at the end where git keeps one: "b/", "b/." name folders only. The root and `base` itself have none.
std::string absolute(std::string_view text, std::string_view base) {
  std::string out = path::absolute(text.empty() ? "." : text, base);
  if (names_folder(text) && out != "/" && !path::is_within(base, out)) out += '/';
  return out;
}

// After :/ git takes the text as it stands: ":/./x" and ":/../x" match nothing.
std::string below_root(std::string_view text, std::string_view root) {
  if (text.empty()) return std::string(root);
  std::string out(root == "/" ? std::string_view() : root);
  return out.append("/").append(text);
}

}  // namespace

Pathspec Pathspec::everything(const Folder& folder) {
  Pathspec out;
  out.path_ = folder.root;
  return out;
}

Pathspec Pathspec::git(std::string_view element, const Folder& folder, const PathspecMode& mode) {
  Pathspec out;
  Magic magic;
  if (mode.literal) {
    magic.pattern = element;
    magic.literal = true;
  } else {
    magic = read_magic(element);
  }
  out.refused_ = magic.refused || element.empty();
  out.excludes_ = magic.exclude;
  out.conditional_ = magic.attr;
  out.icase_ = magic.icase || mode.icase;
  out.path_ = magic.top ? below_root(magic.pattern, folder.root) : absolute(magic.pattern, folder.dir);
  const bool literal = magic.literal || (mode.no_glob && !magic.glob);
  const size_t special = static_cast<size_t>(std::find_if(magic.pattern.begin(), magic.pattern.end(), is_special) - magic.pattern.begin());
  out.wild_ = !literal && special < magic.pattern.size();
  if (!out.wild_) return out;
  if (out.path_.size() > kMaxPattern) {
    out.conditional_ = true;
    return out;
  }
  // The folder git runs in is literal even when its name holds wildcards.
  const std::string& base = magic.top ? folder.root : folder.dir;
  const bool below = path::is_within(out.path_, base) && out.path_.size() > base.size();
  const size_t fixed = below && base != "/" ? base.size() : 0;
  out.automaton_.text(std::string_view(out.path_).substr(0, fixed), out.icase_);
  const bool understood = append_wildmatch(out.automaton_, std::string_view(out.path_).substr(fixed), magic.glob || mode.glob, out.icase_);
  out.automaton_.finish(false);
  if (!understood) out.wild_ = false;
  return out;
}

Pathspec Pathspec::shell_glob(const shell::Word& word, const Folder& folder, bool dot_glob) {
  Pathspec out;
  out.from_shell_ = out.wild_ = true;
  const std::string prefix = word.literal_prefix();
  const size_t slash = prefix.rfind('/');
  const std::string_view head = slash == std::string::npos ? std::string_view() : std::string_view(prefix).substr(0, slash + 1);
  out.path_ = path::absolute(head.empty() ? "." : head, folder.dir);
  out.automaton_.text(out.path_ == "/" ? "" : out.path_, false);
  out.automaton_.byte('/', false);
  size_t skip = head.size();
  bool segment_start = true;
  for (const shell::Piece& piece : word.pieces) {
    std::string_view text = piece.text;
    if (piece.kind == shell::PieceKind::kLiteral) {
      const size_t cut = std::min(skip, text.size());
      skip -= cut;
      text.remove_prefix(cut);
      if (text.find("/../") != text.npos || text.ends_with("/..")) out.conditional_ = true;
      while (text.ends_with('/') && &piece == &word.pieces.back()) text.remove_suffix(1);
      out.automaton_.text(text, false);
      if (!text.empty()) segment_start = text.back() == '/';
    } else {
      match::append_shell_glob(out.automaton_, text, segment_start && !dot_glob);
      segment_start = false;
    }
  }
  out.automaton_.finish(false);
  return out;
}

bool Pathspec::covers(std::string_view path) const {
  if (path_ == "/") return true;
  if (path.size() < path_.size()) return false;
  const std::string_view head = path.substr(0, path_.size());
  if (head != path_ && !(icase_ && text::ascii_lower(head) == text::ascii_lower(path_))) return false;
  return path.size() == path_.size() || path_.ends_with('/') || path[path_.size()] == '/';
}

Reach Pathspec::reaches(std::string_view absolute_path) const {
  const Reach found = conditional_ ? Reach::kPerhaps : Reach::kYes;
  if (refused_) return Reach::kNo;
  if (conditional_ && wild_ && automaton_.size() == 0) return found;
  if (from_shell_) {
    // The name itself or a folder it lies in.
    for (std::string_view part = absolute_path; part.size() > path_.size(); part = path::parent(part)) {
      if (automaton_.accepts(part)) return found;
    }
    return conditional_ && path::is_within(absolute_path, path_) ? Reach::kPerhaps : Reach::kNo;
  }
  if (covers(absolute_path)) return found;
  if (wild_ && excludes_ && path_.ends_with('/')) {
    // ":!*/" keeps git out of every folder it matches.
    for (std::string_view part = path::parent(absolute_path); part.size() > 1; part = path::parent(part)) {
      if (automaton_.accepts(std::string(part) + "/")) return found;
    }
  }
  return wild_ && automaton_.accepts(absolute_path) ? found : Reach::kNo;
}

Reach reaches(const std::vector<Pathspec>& elements, std::string_view absolute_path) {
  Reach best = Reach::kNo;
  for (const Pathspec& element : elements) {
    if (element.refused()) return Reach::kNo;
    if (element.excludes()) continue;
    best = std::max(best, element.reaches(absolute_path));
  }
  for (const Pathspec& element : elements) {
    if (!element.excludes()) continue;
    const Reach taken = element.reaches(absolute_path);
    if (taken == Reach::kYes) return Reach::kNo;
    if (taken == Reach::kPerhaps) best = std::min(best, Reach::kPerhaps);
  }
  return best;
}

}  // namespace cordon::git_add_guard
