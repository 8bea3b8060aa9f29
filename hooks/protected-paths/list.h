// SPDX-License-Identifier: Apache-2.0
// The list of protected paths and where each pattern comes from.
//
//   repository   "protectedPaths" in <root>/.claude/gates.json, or in $GATES_FILE (absolute, or relative to the root):
//                {"protectedPaths": [".claude/**", "!.claude/notes/**", "preset:ci"]}; [] switches it off
//   built in     .claude/**  .github/workflows/**  gates.json  **/gates.json   when there is no such file or key
//   cordon.toml  [protected_paths] paths: the user's (also absolute and ~ entries) and the project's; they only add
//
// An entry is a pattern (shared/match/glob.h), or "preset:NAME" (presets.h). An entry that begins with "~/" counts from the
// home folder in every list; one that begins with "/" counts from the file system's root only in the user's cordon.toml.
// "!…" exempts only what its own list protects. The list's own file is protected too, unless the list is [].
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/base/world.h"
#include "shared/match/glob.h"
#include "shared/settings/config.h"

namespace cordon::protected_paths {

enum class Anchor : uint8_t { kRepository, kFileSystem };

struct Entry {
  match::Glob glob;
  std::string pattern;  // as it was written
  Anchor anchor = Anchor::kRepository;
};

struct Source {
  std::string name;  // ".claude/gates.json", "built-in list", "/home/u/.claude/cordon.toml"
  std::vector<Entry> entries;
};

struct Hit {
  const Source* source = nullptr;
  const Entry* entry = nullptr;
};

struct List {
  std::vector<Source> sources;
  bool git_preset = false;    // "preset:git" is named: where core.hooksPath leads belongs to it
  std::vector<Error> faults;  // unreadable, misspelt key, pattern that cannot match; what could be used is used

  bool empty() const;
  // Whether `path` (below the root, or for kFileSystem below "/", without a leading slash) is protected: in each source
  // the last pattern that matches decides.
  std::optional<Hit> find(std::string_view path, Anchor anchor) const;
  // A pattern for something below the folder `path`, so that what replaces or removes the folder reaches it.
  std::optional<Hit> find_below(std::string_view path, Anchor anchor) const;
};

// Text that as a pattern means exactly itself: "a[1]" -> "a\\[1\\]".
std::string escaped(std::string_view path);

// Adds one entry to `source`; a pattern that cannot match becomes a fault with `file` and `at`.
struct Place {
  std::string file;
  Position at;
};
void add_entry(List& list, Source& source, std::string_view pattern, bool user_scope, std::string_view home, const Place& place);

// The repository's list from the text of a gates file: its source (or the built-in one) and its faults. `name` is what
// people call the file; `own_path` its path below the root, "" when it lies elsewhere.
void add_gates(List& list, std::string text, const std::string& name, std::string_view own_path, std::string_view home);
void add_built_in(List& list);

// All sources, for a hook. Costs one open for gates.json, with preset:git one or two more for git's configuration.
List load_list(World& world, std::string_view root, const settings::Config& config, std::string_view home);

inline constexpr const char* kGatesPath = ".claude/gates.json";
inline constexpr size_t kMaxGatesBytes = 1u << 20;

}  // namespace cordon::protected_paths
