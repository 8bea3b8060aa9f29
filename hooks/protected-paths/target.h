// SPDX-License-Identifier: Apache-2.0
// What a call writes to, as a set of paths.
//
//   .claude/x          path "/work/repo/.claude/x"
//   src/*.py           path "/work/repo/src", tail [glob "*.py"]
//   "$d"/x             path "" (anywhere), tail [anything]["/x"]
//   find a -name '*.o' path "/work/repo/a", tail [folders][pattern "*.o"], existing
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/match/glob.h"
#include "shared/shell/walk.h"

namespace cordon::protected_paths {

// How much of the file system an operation on a path changes.
enum class Reach : uint8_t {
  kFile,  // the file; a folder of that name is not entered
  kTree,  // the path and everything below it: rm -r, mv, chmod -R
  kInto,  // files of unknown names below the folder: tar -x, git checkout .
};

struct Tail {
  enum class Kind : uint8_t { kLiteral, kGlob, kPattern /* also matches a leading dot */, kAnything, kFolders } kind = Kind::kLiteral;
  std::string text;
};

struct Target {
  std::string path;        // absolute as written ('..' kept); with a tail: the folder it starts from; "" anywhere
  std::vector<Tail> tail;  // empty: exactly `path`
  Reach reach = Reach::kFile;
  bool follows = true;     // goes through a link in the last place (cp over a link does, rm of a link does not)
  bool existing = false;   // only files that are there already (find, grep -l | xargs)
  bool as_named = false;   // git's own name of a file: no link leads elsewhere
  std::string program;     // "sed -i", "redirection", "Write"
  std::string shown;       // the operand as it was written
  std::string why;         // for what cannot be told: "its code names the path"

  bool exact() const { return tail.empty(); }
  bool has_unknown() const;
  // The segments that are given literally at the end: "b/c" of $x/b/c; "" of $x and of $x.c.
  std::string spelled_end() const;
};

// Where relative words start. Empty: not known.
std::string base_of(const shell::Directory& directory, std::string_view start_dir);
Target target_of(const shell::Word& word, std::string_view base);
Target target_of(std::string_view path, std::string_view base);

// Appends the tail; `below` closes the set with everything below it.
void append_tail(match::Automaton& set, const std::vector<Tail>& tail, bool segment_start);

// Other spellings of an absolute path that reach the same file on some file system; empty for an ordinary path.
//   C:\r\.claude\x  \\?\C:\r\.claude\x  /mnt/c/r/.claude/x  ->  /c/r/.claude/x
//   \\wsl$\Ubuntu\r\.claude\x  \\wsl.localhost\Ubuntu\r\.claude\x  ->  /r/.claude/x
//   /r/.claude/x.  /r/.claude/x::$DATA  ->  /r/.claude/x        zero-width characters inside a name are dropped
std::string windows_form(std::string_view path);
std::string plain_unicode(std::string_view path);
// "CLAUDE~1": the segment may be the short name of another; gives the targets it may stand for.
std::vector<Target> long_names(const Target& target);

}  // namespace cordon::protected_paths
