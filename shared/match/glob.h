// SPDX-License-Identifier: Apache-2.0
// Path patterns in the dialect of gitignore and of CI path filters. Paths are relative to the pattern's root, clean, with
// '/' between segments and none at the ends ("" is the root itself).
//
//   pattern          matches                                     does not match
//   src/**           src/a  src/b/c                              lib/src/a
//   docs/*.md        docs/x.md                                   docs/a/x.md
//   gates.json       gates.json                                  a/gates.json    (always anchored at the root: here gitignore differs)
//   **/gates.json    gates.json  a/b/gates.json                  a/mygates.json
//   a/**/z           a/z  a/b/c/z                                az
//   .github          .github  .github/x  .github/a/b             (a folder is covered with everything below it)
//   .aws/            the same
//   /top.txt         top.txt                                     (a leading slash says the same as none)
//   x?.[ch]          xa.c  xb.h                                  x.c  xa/c
//   [!a-m]*          n1                                          b1
//   !keep/**         exempts what an earlier pattern of the same list covers; the last pattern that matches decides
//   \*.txt           the file "*.txt"
//
// `*` also matches a leading dot. `**` inside a segment is `*`. Letters match in either case when folding is asked for.
#pragma once

#include <string>
#include <string_view>

#include "shared/base/result.h"
#include "shared/match/automaton.h"

namespace cordon::match {

enum class Case : uint8_t { kExact, kFold };

class Glob {
 public:
  // Errors say why nothing could match: "empty pattern", "'..' never matches", "class without ']'", …; column is the
  // place in the pattern, from 1.
  static Result<Glob> compile(std::string_view pattern, Case fold = Case::kFold);

  const std::string& source() const { return source_; }
  bool negated() const { return negated_; }
  // Begins with `**` or another wildcard: has no folder of its own.
  bool floating() const { return literal_root_.empty(); }
  // The segments before the first wildcard: ".claude" of .claude/**, "docs" of docs/*.md, all of a pattern without one.
  const std::string& literal_root() const { return literal_root_; }

  // The path, or one of the folders it lies in, is matched.
  bool matches(std::string_view path) const;
  // Some path of `set` is matched (or lies below what is matched). `set` must be finished.
  bool meets(const Automaton& set) const { return meet(automaton_, set); }
  // `path` is a folder that holds literal_root(): what happens to the whole of it happens to what the pattern covers.
  bool below(std::string_view path) const;

 private:
  enum class Kind : uint8_t { kGeneral, kTree, kName };
  bool same(char a, char b) const;
  bool starts_with(std::string_view s, std::string_view prefix) const;
  bool holds_needle(std::string_view path) const;

  std::string source_;
  std::string literal_root_;
  std::string name_;      // kName: the last segment of **/name
  std::string needle_;    // kGeneral: text that every matched path holds, for a quick no
  std::string prefix_;    // bytes every matched path begins with, for a quick no
  Kind kind_ = Kind::kGeneral;
  bool root_itself_ = true;  // kTree: literal_root_ itself is matched (not of dir/**)
  bool negated_ = false;
  bool fold_ = false;
  Automaton automaton_;
};

// A shell's pattern (`*`, `?`, `[ab]`, `@(a|b)`) as part of a set; a leading wildcard of a segment does not match a dot.
// What is not understood counts as any text without '/'.
void append_shell_glob(Automaton& set, std::string_view source, bool segment_start);

}  // namespace cordon::match
