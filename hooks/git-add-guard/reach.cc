// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/reach.h"

#include <algorithm>

#include "hooks/git-add-guard/ignored.h"
#include "hooks/git-add-guard/masks.h"
#include "hooks/git-add-guard/words.h"
#include "shared/base/path.h"

namespace cordon::git_add_guard {
namespace {

// Names nobody has: what reaches them reaches everything.
constexpr std::string_view kAnyName = "\001cordon";
constexpr std::string_view kAnyDeepName = "\001cordon/\001cordon.\001";

bool is_absent(World& world, const std::string& path) {
  const FileKind kind = world.lstat(path).kind;
  return kind == FileKind::kAbsent || kind == FileKind::kUnknown || kind == FileKind::kOther;
}

// Of a text with CRLF the last word of a line holds the CR: git refuses `.\r`, but the tree was meant.
std::string operand(const shell::Word& word) {
  std::string text = word.text();
  if (text.size() > 1 && text.back() == '\r') text.pop_back();
  return text;
}

void find_in(Reached& out, const std::vector<Pathspec>& pathspecs, const std::string& base, World& world, Ignores* ignores) {
  for (const std::string_view mask : kMasks) {
    const std::string path = path::join(base, mask);
    const Reach reach = reaches(pathspecs, path);
    if (reach <= out.reach || !is_absent(world, path)) continue;
    if (ignores != nullptr && ignores->passes_over(path)) continue;
    out.reach = reach;
    out.mask = mask;
    if (reach == Reach::kYes) return;
  }
}

}  // namespace

Operands compile(const Staging& staging, const Place& place, const PathspecMode& mode, const Scene& scene) {
  Operands out;
  const PathspecMode names_only{.literal = true};
  const PathspecMode& used = staging.action == Action::kUpdateIndex ? names_only : mode;
  for (const shell::Word& word : staging.paths) {
    if (word.has_unknown()) {
      const Names names = names_of(word);
      if (names == Names::kOneFile || (names == Names::kOnePath && !uses(word, scene.filled))) continue;
      if (!out.unknown) out.doubt = word.range;
      out.unknown = true;
    } else if (word.has_glob() && !word.literal_prefix().starts_with(':')) {
      out.pathspecs.push_back(Pathspec::shell_glob(word, place.folder, scene.dot_glob));
    } else {
      out.pathspecs.push_back(Pathspec::git(operand(word), place.folder, used));
    }
  }
  for (const std::string& line : staging.listed) out.pathspecs.push_back(Pathspec::git(line, place.folder, used));
  const bool all_exclude = std::all_of(out.pathspecs.begin(), out.pathspecs.end(), [](const Pathspec& p) { return p.excludes(); });
  const bool named = out.pathspecs.size() < staging.paths.size() + staging.listed.size();
  if (staging.whole || (all_exclude && !out.pathspecs.empty() && !named)) out.pathspecs.push_back(Pathspec::everything(place.folder));
  return out;
}

bool is_blanket(const std::vector<Pathspec>& pathspecs, const Place& place) {
  return reaches(pathspecs, path::join(place.folder.dir, kAnyName)) == Reach::kYes ||
         reaches(pathspecs, path::join(place.folder.dir, kAnyDeepName)) == Reach::kYes;
}

Reached reached_masks(const std::vector<Pathspec>& pathspecs, const Place& place, World& world, bool skips_ignored) {
  Reached out;
  if (pathspecs.empty()) return out;
  Ignores ignored(world, place.folder.root);
  Ignores* const ignores = skips_ignored ? &ignored : nullptr;
  for (const std::string& base : place.bases) {
    if (out.reach != Reach::kYes) find_in(out, pathspecs, base, world, ignores);
  }
  out.blanket = is_blanket(pathspecs, place);
  // Masks stand in the session's folder; `cd sub && git add .` is taken as if they stood in sub too, since the folder of the
  // session follows cd and so do they.
  if (out.blanket && out.reach != Reach::kYes && !place.elsewhere) find_in(out, pathspecs, place.folder.dir, world, ignores);
  return out;
}

bool is_plain_path(const shell::Word& word) {
  if (!word.is_static()) return false;
  const std::string text = operand(word);
  if (text.empty() || text[0] == '/' || text[0] == ':' || text.find_first_of("*?[\\") != std::string::npos) return false;
  const std::string clean = path::clean(text);
  if (clean == "." || clean == ".." || clean.starts_with("../")) return false;
  return !is_mask_segment(path::base_name(clean));
}

}  // namespace cordon::git_add_guard
