// SPDX-License-Identifier: Apache-2.0
#include "shared/git/repository.h"

#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/git/config.h"

namespace cordon::git {
namespace {

// Files of one line; more than this is no such file.
constexpr size_t kMaxLine = 64 * 1024;
constexpr size_t kMaxPackedRefs = 64u << 20;

std::string_view first_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  while (!text.empty() && (text.back() == '\r' || text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// "gitdir: ../.git/worktrees/w1" -> absolute path; "" if `text` is no such file.
std::string target_of(std::string_view text, std::string_view folder) {
  constexpr std::string_view kMark = "gitdir:";
  if (!text.starts_with(kMark)) return {};
  const std::string_view target = text::trim(first_line(text.substr(kMark.size())));
  if (target.empty()) return {};
  return path::absolute(target, folder);
}

// A linked worktree's private folder lies in <common>/worktrees.
bool is_worktree_of(std::string_view git_dir, std::string_view common_dir) {
  return path::parent(git_dir) == path::join(common_dir, "worktrees");
}

// The private folder has to name this checkout in return. The runtime insists on it (measured): a `.git` file written by
// somebody else could otherwise make any folder the main checkout, whose local settings would then count.
bool is_named_back(World& world, const Repository& repo) {
  const FileText text = world.read_file(path::join(repo.git_dir, "gitdir"), kMaxLine);
  if (!text) return false;
  const std::string named = path::absolute(first_line(*text), repo.git_dir);
  const std::string own = path::join(repo.work_tree, ".git");
  return named == own || path::resolve(world, named).path == path::resolve(world, own).path;
}

void follow_common_dir(World& world, Repository& repo) {
  const FileText text = world.read_file(path::join(repo.git_dir, "commondir"), kMaxLine);
  if (!text) return;
  const std::string common = path::absolute(first_line(*text), repo.git_dir);
  if (!is_worktree_of(repo.git_dir, common)) return;
  repo.common_dir = common;
  repo.is_linked_worktree = true;
  repo.worktree_name = path::base_name(repo.git_dir);
  if (!is_named_back(world, repo)) return;  // main_checkout stays the checkout itself
  repo.main_checkout = path::base_name(common) == ".git" ? std::string(path::parent(common)) : std::string();
}

// A `.git` file: a linked worktree, a submodule, or a repository kept elsewhere (git init --separate-git-dir). The runtime takes
// the folder for a checkout whatever the file says (measured with garbage in it).
void open_git_file(World& world, const std::string& dot_git, Repository& repo) {
  repo.main_checkout = repo.work_tree;
  const FileText text = world.read_file(dot_git, kMaxLine);
  if (!text) return;
  repo.git_dir = target_of(*text, repo.work_tree);
  if (repo.git_dir.empty()) return;
  repo.common_dir = repo.git_dir;
  repo.is_submodule = repo.git_dir.find("/.git/modules/") != std::string::npos;
  follow_common_dir(world, repo);
}

std::optional<Repository> open_at(World& world, std::string_view folder) {
  Repository repo;
  repo.work_tree = folder;
  const std::string dot_git = path::join(folder, ".git");
  FileKind kind = world.lstat(dot_git).kind;
  if (kind == FileKind::kAbsent) return std::nullopt;
  if (kind == FileKind::kSymlink) kind = world.stat(dot_git).kind;
  if (kind == FileKind::kDirectory) {
    repo.git_dir = repo.common_dir = dot_git;
    repo.main_checkout = repo.work_tree;
    return repo;
  }
  if (kind != FileKind::kRegular) return std::nullopt;
  open_git_file(world, dot_git, repo);
  return repo;
}

// A bare repository is recognised by its parts; only `folder` itself is asked, so that a plain folder costs one lstat more.
std::optional<Repository> open_bare(World& world, std::string_view folder) {
  if (world.lstat(path::join(folder, "HEAD")).kind == FileKind::kAbsent) return std::nullopt;
  if (world.stat(path::join(folder, "objects")).kind != FileKind::kDirectory) return std::nullopt;
  if (world.stat(path::join(folder, "refs")).kind != FileKind::kDirectory) return std::nullopt;
  Repository repo;
  repo.git_dir = repo.common_dir = folder;
  repo.is_bare = true;
  return repo;
}

bool is_hash(std::string_view s) {
  return (s.size() == 40 || s.size() == 64) && s.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// A line of packed-refs: "<hash> refs/heads/main".
bool is_packed(World& world, const Repository& repo, std::string_view ref) {
  const FileText text = world.read_file(path::join(repo.common_dir, "packed-refs"), kMaxPackedRefs);
  if (!text) return false;
  std::string line = " ";
  line.append(ref).append("\n");
  return text->find(line) != std::string::npos;
}

}  // namespace

std::optional<Repository> discover(World& world, std::string_view start_dir) {
  if (start_dir.empty() || start_dir.front() != '/') return std::nullopt;
  const std::string start = path::clean(start_dir);
  for (std::string_view folder = start;; folder = path::parent(folder)) {
    if (auto repo = open_at(world, folder)) return repo;
    if (folder == "/") break;
  }
  return open_bare(world, start);
}

Head read_head(World& world, const Repository& repository, bool check_unborn) {
  if (repository.git_dir.empty()) return {};
  const FileText text = world.read_file(path::join(repository.git_dir, "HEAD"), kMaxLine);
  if (!text) return {};
  const std::string_view line = first_line(*text);
  constexpr std::string_view kRef = "ref:", kHeads = "refs/heads/";
  std::string link;  // as git made them long ago, and still reads them
  if (is_hash(line)) {
    link = world.read_link(path::join(repository.git_dir, "HEAD")).value_or("");
    if (!link.starts_with(kHeads)) return {HeadKind::kDetached, std::string(line)};
  } else if (!line.starts_with(kRef)) {
    return {};
  }
  const std::string_view ref = link.empty() ? text::trim(line.substr(kRef.size())) : std::string_view(link);
  // Reftable repositories keep a stub there on purpose: refs/heads/.invalid is no valid name.
  if (ref == "refs/heads/.invalid") return {HeadKind::kUnknown, "", true};
  if (!ref.starts_with(kHeads)) return {};
  Head head{HeadKind::kBranch, std::string(ref.substr(kHeads.size()))};
  if (check_unborn && world.lstat(path::join(repository.common_dir, ref)).kind == FileKind::kAbsent && !is_packed(world, repository, ref)) {
    head.kind = HeadKind::kUnborn;
  }
  return head;
}

}  // namespace cordon::git
