// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/judge.h"

#include <algorithm>

#include "hooks/git-add-guard/reach.h"
#include "hooks/git-add-guard/words.h"
#include "shared/base/path.h"

namespace cordon::git_add_guard {
namespace {

using payload::Verdict;

// More operands are not asked about one by one.
constexpr size_t kMaxAsked = 64;

class Judge {
 public:
  Judge(const GitCommand& command, const Staging& staging, const Scene& scene) : command_(command), staging_(staging), scene_(scene) {}

  std::optional<Finding> run() {
    if (staging_.answers_given) return finding(Verdict::kAsk, Cause::kAnswers, {}, command_.invocation->range);
    if (auto found = by_reach()) return found;
    if (staging_.unsure) return finding(Verdict::kAsk, Cause::kUnknownOption, {}, staging_.doubt);
    if (staging_.open && !(staging_.tracked_only && staging_.action != Action::kCommit)) return finding(Verdict::kAsk, Cause::kUnknownPaths, {}, staging_.doubt);
    return in_explicit_mode();
  }

 private:
  Finding finding(Verdict verdict, Cause cause, std::string detail, shell::ByteRange range) const {
    return {verdict, cause, false, staging_.action, std::move(detail), range};
  }

  Finding of_explicit(Verdict verdict, Cause cause, std::string detail, shell::ByteRange range) const {
    Finding out = finding(verdict, cause, std::move(detail), range);
    out.explicit_only = true;
    return out;
  }

  const Place& place() {
    if (!place_) place_ = place_of(command_, scene_.session, scene_.world);
    return *place_;
  }

  // Plain names below the session's folder need neither repository nor masks.
  bool plainly_named() const {
    const shell::Directory& dir = command_.invocation->directory;
    if (staging_.whole || !staging_.listed.empty() || command_.pathspec_mode.icase || !command_.directories.empty() || command_.work_tree || command_.git_dir) return false;
    if (!dir.known || dir.path.starts_with('/') || dir.path.starts_with("..")) return false;
    const Session& session = scene_.session;
    if (!session.project_dir.empty() && session.project_dir != session.start_dir && path::is_within(session.project_dir, session.start_dir)) return false;
    return std::all_of(staging_.paths.begin(), staging_.paths.end(), [](const shell::Word& word) { return is_plain_path(word); });
  }

  std::optional<Finding> by_reach() {
    if (staging_.action == Action::kCommit) return whole_commit();
    if (staging_.tracked_only || plainly_named()) return std::nullopt;
    const Operands operands = compile(staging_, place(), command_.pathspec_mode, scene_);
    const Reached reached = reached_masks(operands.pathspecs, place(), scene_.world, staging_.skips_ignored);
    if (reached.reach == Reach::kYes) {
      const Cause cause = staging_.action == Action::kStash ? Cause::kStash : reached.blanket ? Cause::kWholeTree : Cause::kMask;
      return finding(Verdict::kDeny, cause, reached.mask, command_.invocation->range);
    }
    if (reached.reach == Reach::kPerhaps) return finding(Verdict::kAsk, Cause::kMask, reached.mask, command_.invocation->range);
    if (operands.unknown) return finding(Verdict::kAsk, Cause::kUnknownPaths, {}, operands.doubt);
    return std::nullopt;
  }

  std::optional<Finding> whole_commit() {
    if (staging_.whole) return finding(Verdict::kDeny, Cause::kWholeCommit, {}, command_.invocation->range);
    if (plainly_named()) return std::nullopt;
    const Operands operands = compile(staging_, place(), command_.pathspec_mode, scene_);
    if (!operands.pathspecs.empty() && is_blanket(operands.pathspecs, place())) {
      return finding(Verdict::kDeny, Cause::kWholeCommit, {}, command_.invocation->range);
    }
    if (operands.unknown) return finding(Verdict::kAsk, Cause::kUnknownPaths, {}, operands.doubt);
    return std::nullopt;
  }

  // "src/*.py" and "[ab].txt" say which files are meant; "*" and "*.py" do not (GA-014).
  static bool is_narrow_glob(const shell::Word& word) {
    const std::string prefix = word.literal_prefix();
    const size_t slash = prefix.rfind('/');
    if (slash != std::string::npos && prefix.substr(0, slash).find_first_not_of("./") != std::string::npos) return true;
    return std::none_of(word.pieces.begin(), word.pieces.end(), [](const shell::Piece& piece) {
      return piece.kind == shell::PieceKind::kGlob && !piece.text.starts_with('[');
    });
  }

  std::optional<Finding> not_a_file(const shell::Word& word) {
    if (word.has_unknown()) {
      if (names_of(word) == Names::kOneFile) return std::nullopt;
      return of_explicit(Verdict::kAsk, Cause::kUnknownPaths, word.text(), word.range);
    }
    bool named = true;
    if (word.has_glob()) {
      named = is_narrow_glob(word);
    } else {
      const Folder folder = plain_ ? plain_folder() : place().folder;
      const Pathspec pathspec = Pathspec::git(word.text(), folder, command_.pathspec_mode);
      if (pathspec.excludes()) return std::nullopt;
      const std::string& path = pathspec.path();
      named = !pathspec.is_pattern() && !path.ends_with('/') && !path::is_within(folder.dir, path) && scene_.world.stat(path).kind != FileKind::kDirectory;
    }
    if (named) return std::nullopt;
    return of_explicit(Verdict::kDeny, Cause::kNotNamed, word.text(), word.range);
  }

  // Where plain names stand, without a look at the repository.
  Folder plain_folder() const {
    const std::string& dir = command_.invocation->directory.path;
    const std::string folder = path::absolute(dir.empty() ? "." : dir, scene_.session.start_dir);
    return {folder, folder};
  }

  std::optional<Finding> in_explicit_mode() {
    plain_ = plainly_named();
    if (staging_.action == Action::kStash) return std::nullopt;
    if (staging_.open) return of_explicit(Verdict::kAsk, Cause::kUnknownPaths, {}, staging_.doubt);
    if (staging_.whole) return of_explicit(Verdict::kDeny, Cause::kNotNamed, "-u", command_.invocation->range);
    if (staging_.action == Action::kUpdateIndex) return std::nullopt;  // takes files only
    size_t asked = 0;
    for (const shell::Word& word : staging_.paths) {
      if (++asked > kMaxAsked) break;
      if (auto found = not_a_file(word)) return found;
    }
    for (const std::string& line : staging_.listed) {
      if (++asked > kMaxAsked) break;
      if (auto found = not_a_file(shell::Word::literal(line))) return found;
    }
    return std::nullopt;
  }

  const GitCommand& command_;
  const Staging& staging_;
  const Scene& scene_;
  std::optional<Place> place_;
  bool plain_ = false;
};

}  // namespace

std::optional<Finding> judge(const GitCommand& command, const Staging& staging, const Scene& scene) { return Judge(command, staging, scene).run(); }

}  // namespace cordon::git_add_guard
