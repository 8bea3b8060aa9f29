// SPDX-License-Identifier: Apache-2.0
// What a list of pathspecs reaches, by git's own rules: literal paths cover what lies below them, wildcards cross '/' unless
// :(glob), :/ starts at the root, :! takes away (and alone means all the rest), :(icase), :(literal), :(attr). All paths are
// made absolute, so that masks, work tree and folder can be compared. Checked against git with generated pathspecs
// (tests/hooks/git-add-guard/pathspec_oracle.py).
//
//   folder /r/sub, root /r:   "."  /r/sub and all below      ":/"  /r and all below      "../*.json"  /r/.mcp.json, /r/a/b.json
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hooks/git-add-guard/git_command.h"
#include "shared/match/automaton.h"
#include "shared/shell/word.h"

namespace cordon::git_add_guard {

struct Folder {
  std::string dir;   // where git runs: absolute and clean
  std::string root;  // of the work tree: absolute and clean
};

enum class Reach : uint8_t { kNo, kPerhaps, kYes };

// One element, compiled.
class Pathspec {
 public:
  // What git gets as one argument.
  static Pathspec git(std::string_view element, const Folder& folder, const PathspecMode& mode);
  // What the shell's own expansion of `word` names: src/*.py. The names it gives are literal to git.
  static Pathspec shell_glob(const shell::Word& word, const Folder& folder, bool dot_glob);
  static Pathspec everything(const Folder& folder);  // the work tree

  bool refused() const { return refused_; }  // git stops: unknown magic, an empty string
  bool excludes() const { return excludes_; }
  bool is_pattern() const { return wild_; }          // git matches it as a pattern
  const std::string& path() const { return path_; }  // absolute, as far as it is literal
  Reach reaches(std::string_view absolute_path) const;

 private:
  bool covers(std::string_view path) const;

  std::string path_;   // clean but for a slash at the end; with wildcards: the whole pattern
  match::Automaton automaton_;
  bool wild_ = false;
  bool icase_ = false;
  bool excludes_ = false;
  bool refused_ = false;
  bool conditional_ = false;   // :(attr:…), a pattern that was not understood
  bool from_shell_ = false;    // automaton_ gives names, each a literal pathspec
};

// A list of them, as git takes it. A list of nothing but excluding ones means all the rest: whoever makes the list adds everything().
Reach reaches(const std::vector<Pathspec>& elements, std::string_view absolute_path);

}  // namespace cordon::git_add_guard
