// SPDX-License-Identifier: Apache-2.0
// Whether git passes over a path of the work tree because an ignore file names it: `git add -A` never meets an ignored mask.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"
#include "shared/match/automaton.h"

namespace cordon::git_add_guard {

// Reads what git reads (gitignore(5)): .gitignore of every folder from the root of the work tree to the path, then the
// repository's info/exclude, then core.excludesFile or git's default for it; the first of these with a match decides, in it
// the last match. An ignored folder takes everything below it along. Files are read once and only when asked about.
class Ignores {
 public:
  Ignores(World& world, std::string root) : world_(world), root_(std::move(root)) {}
  // `path`: absolute, clean; taken as a file that git does not track. False outside the work tree.
  bool passes_over(std::string_view path);

 private:
  struct Pattern {
    match::Automaton automaton;
    bool negated = false;
    bool folders_only = false;
    bool by_name = false;  // without a slash: the last segment alone is matched
  };
  using Patterns = std::vector<Pattern>;
  enum class Answer { kNone, kIgnored, kKept };

  static Patterns parse(std::string_view text);
  static Answer ask(const Patterns& patterns, std::string_view relative, bool is_folder);
  const Patterns& of_file(const std::string& path);
  Answer ask_all(std::string_view relative, bool is_folder);
  const std::vector<std::string>& shared_files();  // info/exclude and core.excludesFile
  std::vector<std::string> find_shared_files();

  World& world_;
  std::string root_;
  std::map<std::string, Patterns> files_;
  std::optional<std::vector<std::string>> shared_files_;
};

}  // namespace cordon::git_add_guard
