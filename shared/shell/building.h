// SPDX-License-Identifier: Apache-2.0
#pragma once
// The fields one word expands to, while they are put together.

#include "shared/shell/walker.h"

namespace cordon::shell {

inline bool all_digits(std::string_view text) { return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos; }

/// Fields under construction.
struct Walker::Building {
  Fields* out = nullptr;
  Word word;
  bool open = false;  ///< word exists, even if empty
  bool split = true;
  ByteRange range;

  void end() {
    if (!open) return;
    if (word.pieces.empty()) word.append_literal("", true);
    word.range = range;
    out->push_back(std::move(word));
    word = Word();
    open = false;
  }
  void literal(std::string_view text, bool quoted) {
    open = true;
    word.append_literal(text, quoted);
  }
  void piece(PieceKind kind, std::string_view text, bool quoted) {
    if (kind == PieceKind::kUnknown && !quoted && split) {
      // May vanish with the word, so it does not make one exist; but the guards must see it: keep it as a word that may vanish.
      open = true;
      word.append({kind, false, true, std::string(text)});
      return;
    }
    open = true;
    word.append({kind, quoted, false, std::string(text)});
  }
};

}  // namespace cordon::shell
