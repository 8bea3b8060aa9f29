// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/words.h"

#include <string>

#include "hooks/git-add-guard/masks.h"

namespace cordon::git_add_guard {
namespace {

using shell::Piece;
using shell::PieceKind;
using shell::Word;

bool is_name_byte(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// "$name", "${name}" and forms that only cut something off or pick an element: "${name%.c}", "${name#./}", "${list[0]}".
bool is_plain_variable(const Piece& piece) {
  std::string_view text = piece.text;
  if (!text.starts_with('$') || text.starts_with("$(") || piece.splits) return false;
  text.remove_prefix(1);
  const bool braces = text.starts_with('{');
  if (braces) text.remove_prefix(1);
  size_t end = 0;
  while (end < text.size() && is_name_byte(text[end])) ++end;
  if (end == 0) return false;
  const std::string_view rest = text.substr(end);
  if (!braces) return rest.empty();
  return rest == "}" || rest.starts_with('%') || rest.starts_with('#') || (rest.starts_with('[') && rest.find('@') == rest.npos && rest.find('*') == rest.npos);
}

// The last path segment: literal text that may begin or end in a glob.
struct Tail {
  std::string text;
  bool globs = false;
  bool own_segment = false;  // a '/' stands between it and the last unknown piece
};

Tail tail_of(const Word& word) {
  Tail tail;
  for (const Piece& piece : word.pieces) {
    if (piece.kind == PieceKind::kUnknown) {
      tail = {};
    } else if (piece.kind == PieceKind::kGlob) {
      tail.globs = true;
      tail.text += '*';
    } else if (const size_t slash = piece.text.rfind('/'); slash != std::string::npos) {
      tail = {piece.text.substr(slash + 1), false, true};
    } else {
      tail.text += piece.text;
    }
  }
  return tail;
}

bool is_whole_folder(std::string_view name) { return name.empty() || name == "." || name == ".."; }

Names names_of_tailless(const Word& word) {
  const std::string prefix = word.literal_prefix();
  if (prefix.starts_with(':')) return Names::kAnything;
  const bool has_own_prefix = prefix.find_first_not_of("./") != std::string::npos;
  if (has_own_prefix) return Names::kOnePath;
  for (const Piece& piece : word.pieces) {
    if (piece.kind == PieceKind::kUnknown && !is_plain_variable(piece)) return Names::kAnything;
  }
  return prefix == "." ? Names::kAnything : Names::kOnePath;
}

}  // namespace

Names names_of(const Word& word) {
  const Tail tail = tail_of(word);
  if (tail.own_segment) {
    if (tail.text.empty()) return names_of_tailless(word);
    if (is_whole_folder(tail.text) || is_mask_segment(tail.text)) return Names::kAnything;
    if (tail.globs) return tail.text.starts_with('.') ? Names::kAnything : Names::kOnePath;
    return Names::kOneFile;
  }
  if (is_whole_folder(tail.text)) return tail.text.empty() ? names_of_tailless(word) : Names::kAnything;
  if (is_mask_segment(tail.text) || word.literal_prefix().starts_with(':')) return Names::kAnything;
  return tail.globs ? Names::kAnything : Names::kOneFile;
}

bool uses(const Word& word, const FilledNames& names) {
  for (const Piece& piece : word.pieces) {
    if (piece.kind != PieceKind::kUnknown || !piece.text.starts_with('$')) continue;
    std::string_view text = std::string_view(piece.text).substr(piece.text.starts_with("${") ? 2 : 1);
    size_t end = 0;
    while (end < text.size() && is_name_byte(text[end])) ++end;
    for (const std::string& name : names) {
      if (text.substr(0, end) == name) return true;
    }
  }
  return false;
}

}  // namespace cordon::git_add_guard
