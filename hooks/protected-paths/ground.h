// SPDX-License-Identifier: Apache-2.0
// Where the session stands and what is protected there: judges targets. Patterns of the repository count from its root; a
// path is judged as written and with its links resolved, and either one is enough. A path in a linked worktree of the same
// repository (the runtime keeps them in .claude/worktrees/<name>) is judged from that worktree's root, by its list.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hooks/protected-paths/list.h"
#include "hooks/protected-paths/target.h"
#include "shared/base/world.h"
#include "shared/git/repository.h"
#include "shared/settings/config.h"

namespace cordon::protected_paths {

enum class Found : uint8_t { kNo, kCannotTell, kYes };

struct Finding {
  Found found = Found::kNo;
  std::string path;     // as people know it: below the root, or absolute
  std::string pattern;  // as written in the list
  std::string source;   // where the list comes from
  std::string why;      // "holds it", "is a link to it", "hard link", "its members are not known"; may be empty
};

// A folder that patterns are anchored at. The repository's git folder is a root of its own when it lies elsewhere (linked
// worktrees): what is below it is then known as ".git/…".
struct Root {
  std::string path;
  std::string prefix;
  bool linked = false;  // the top of a linked worktree: what is below it belongs to no checkout around it
};

struct Standpoint {
  std::string start_dir;  // where the session started
  std::string cwd;        // the payload's; may be a Windows path
  std::string home;
};

class Ground {
 public:
  Ground(World& world, const Standpoint& at, const settings::Config& config);

  Finding judge(const Target& target);
  // A text that may be a path in some program's code: only whole or leading parts of protected paths count.
  // `named`: it stands where a name would, which counts when the code runs in a protected folder, where any word could be one.
  Finding judge_mention(std::string_view token, std::string_view base, bool named = true);
  // Whether the name itself is on the list, without a look at links.
  bool protects(const std::string& path);
  const List& list() const { return list_; }
  const std::string& root() const { return root_; }

 private:
  struct Place {
    std::string path;  // without a leading slash
    Anchor anchor = Anchor::kRepository;
  };
  struct Identity {
    uint64_t device = 0, inode = 0;
    std::string path;  // absolute, as the list knows it
  };
  void add_root(const std::string& path, const std::string& prefix, bool linked = false);
  // Another checkout of the repository that holds absolute clean `path`: its ground. nullptr: judged from here.
  Ground* other_checkout(const std::string& path);
  Ground* ground_of(const git::Repository& checkout);
  bool is_ours(const git::Repository& checkout);
  const std::vector<std::string>& worktrees();
  bool inner(const Root& root, std::string_view path) const;
  Finding judge_named(const std::string& path, const Target& target);
  void add_repository(const git::Repository& repository);
  // Every way the list may know absolute clean `path`. `encloses`: the path holds a whole root.
  std::vector<Place> places(std::string_view path, bool& encloses);
  bool resolved_roots();
  Finding judge_exact(const std::string& path, const Target& target);
  Finding judge_place(const Place& place, const std::string& path, const Target& target);
  Finding judge_links(const std::string& path, const Target& target);
  // No symbolic link between the root and `path`; `last` is what stands at `path`.
  bool plain_below_root(const std::string& path, FileInfo& last);
  Finding judge_spellings(const Target& target);
  // The same by identity: the file system takes an existing part of `path` for a protected file or folder (or one above it)
  // that has another name. Asked only for what a name cannot settle: bytes beyond ASCII, or a path outside the project.
  Finding judge_alias(const std::string& path, const Target& target);
  const std::vector<Identity>& identities();
  std::string stored_name(const std::string& path);
  // What a wildcard finds in its folder that is a link: each is judged where it leads.
  Finding judge_expanded(const Target& target, int depth = 0);
  Finding judge_shape(const Target& target, const std::string& folder);
  Finding judge_entry(const Target& target, const Source& source, const Entry& entry, const match::Automaton& set, const std::string& below);
  Finding beside(const Source& source, const Entry& entry, const match::Automaton& set, const std::string& folder, const std::string& below);
  bool expands_elsewhere(const Target& target, const std::string& folder);
  bool exempt(const Source& source, const Entry& entry, const std::string& folder) const;
  Finding judge_above(const Target& target, const std::string& folder, const Root& root);
  // A protected file that is there, below the folder `within`, and in `set` when one is given. Looks at a limited number of
  // files; `complete` tells whether that was all.
  std::optional<std::string> find_existing(const Entry& entry, const match::Automaton* set, const std::string& within, bool& complete);
  Finding same_file(const FileInfo& info);

  World& world_;
  settings::Config config_;
  std::string root_;
  std::string home_;
  std::optional<git::Repository> repository_;
  std::optional<std::vector<std::string>> worktrees_;       // tops of the linked worktrees git knows; read when first needed
  std::map<std::string, std::unique_ptr<Ground>> checkouts_;  // by top
  std::optional<std::vector<Identity>> identities_;  // of the roots and of what the patterns begin with; read when first needed
  std::vector<Root> roots_;
  bool roots_resolved_ = false;
  List list_;
};

}  // namespace cordon::protected_paths
