// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shell text -> syntax tree. Never fails: what cannot be understood is a kUnknown command and a diagnostic.
// bash reads and runs line by line, so lines before the one with the error keep their meaning.

#include <cstdint>
#include <string_view>

#include "shared/shell/ast.h"

namespace cordon::shell {

struct ParseOptions {
  bool extglob = false;  ///< at the start; `shopt -s extglob` in the text switches it on for the lines after it
  bool zsh = false;      ///< `*(…)` and `=(…)` are words, `>!` is `>|`, `$a[1]` has its subscript
  bool posix = false;    ///< dash: no `&>`, `|&`, `((`, `[[`, `$'…'`, `<(…)`, `<<<`
  std::uint32_t depth = 200;
  std::uint32_t text_bytes = 64u << 20;
  // What comes after so many is kUnknown, from the command in which the count is reached on; what stands before keeps its meaning.
  std::uint32_t commands = 16u << 20;
  std::uint32_t parts = 64u << 20;       ///< pieces of words: a"b"$c has three
  std::uint32_t expansions = 64u << 20;  ///< of these, the ones that begin with $ or `
};

/// `text` must outlive the tree.
Tree parse(std::string_view text, const ParseOptions& options = {});

}  // namespace cordon::shell
