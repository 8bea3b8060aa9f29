// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is known about one argument after the shell has expanded it.
//
//   in  a"b c"    -> [lit 'ab c']                            is_static, text() == "ab c"
//   in  src/*.py  -> [lit 'src/'][glob '*'][lit '.py']       has_glob
//   in  "$x"/d    -> [unknown '$x' quoted][lit '/d']         has_unknown, one word for certain
//   in  $x        -> [unknown '$x' splits]                   may become 0..n words
//
// Adjacent literals are merged, so a static word has at most one piece. The empty string '' is one literal piece with empty text.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/shell/pieces.h"

namespace cordon::shell {

/// Bytes [begin, end) of the outermost command text.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool operator==(const ByteRange&) const = default;
};

/// `text` as one word of a shell, whatever it holds: it's -> 'it'\''s'.
std::string quote_word(std::string_view text);

struct Word {
  Pieces pieces;
  ByteRange range;

  /// Wholly literal: what the program gets is text().
  bool is_static() const;
  /// The literal text; globs and unknowns appear as they are written (for messages, not for decisions, unless is_static()).
  std::string text() const;
  /// is_static() && text() == s, without building a string.
  bool is(std::string_view s) const;
  /// Text before the first glob or unknown: "src/" for src/*.py.
  std::string literal_prefix() const;
  bool has_glob() const;
  bool has_unknown() const;
  /// May become a number of words other than one (unquoted unknown).
  bool splits() const;
  /// May disappear altogether: only unquoted unknowns.
  bool may_vanish() const;
  /// Could one resulting word be exactly s? A glob may match any text of its kind, an unknown anything. Never false by mistake.
  bool may_be(std::string_view s) const;
  /// Could one resulting word start with s? Never false by mistake.
  bool may_start_with(std::string_view s) const;

  void append_literal(std::string_view text, bool quoted);
  void append(Piece piece);
  static Word literal(std::string_view text);
  static Word unknown(std::string_view source, bool splits);
};

}  // namespace cordon::shell
