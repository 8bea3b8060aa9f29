// SPDX-License-Identifier: Apache-2.0
#include "shared/shell/word.h"

namespace cordon::shell {

bool Word::is_static() const {
  for (const Piece& p : pieces) {
    if (p.kind != PieceKind::kLiteral) return false;
  }
  return true;
}

std::string Word::text() const {
  std::string out;
  for (const Piece& p : pieces) out += p.text;
  return out;
}

bool Word::is(std::string_view s) const {
  if (pieces.size() == 1) return pieces[0].kind == PieceKind::kLiteral && pieces[0].text == s;
  return is_static() && text() == s;
}

std::string Word::literal_prefix() const {
  std::string out;
  for (const Piece& p : pieces) {
    if (p.kind != PieceKind::kLiteral) break;
    out += p.text;
  }
  return out;
}

bool Word::has_glob() const {
  for (const Piece& p : pieces) {
    if (p.kind == PieceKind::kGlob) return true;
  }
  return false;
}

bool Word::has_unknown() const {
  for (const Piece& p : pieces) {
    if (p.kind == PieceKind::kUnknown) return true;
  }
  return false;
}

bool Word::splits() const {
  for (const Piece& p : pieces) {
    if (p.kind == PieceKind::kUnknown && p.splits) return true;
  }
  return false;
}

bool Word::may_vanish() const {
  for (const Piece& p : pieces) {
    if (p.kind != PieceKind::kUnknown || !p.splits) return false;
  }
  return !pieces.empty();
}

namespace {

/// Matches pieces against s, where a glob or unknown stands for any text. One backtracking point is enough (like `*` in a pattern).
/// `open` : s may be continued by more text.
bool matches(const Pieces& pieces, std::string_view s, bool open) {
  std::size_t at = 0;
  std::size_t wild_piece = std::string_view::npos, wild_at = 0;
  for (std::size_t i = 0;;) {
    if (i < pieces.size() && pieces[i].kind != PieceKind::kLiteral) {
      wild_piece = i++;
      wild_at = at;
      continue;
    }
    if (i == pieces.size()) {
      if (at == s.size() || (wild_piece != std::string_view::npos && wild_piece + 1 == i)) return true;
    } else {
      const std::string& text = pieces[i].text;
      const std::string_view rest = s.substr(at);
      if (rest.starts_with(text)) {
        at += text.size();
        ++i;
        continue;
      }
      if (open && std::string_view(text).starts_with(rest)) return true;
    }
    if (wild_piece == std::string_view::npos || wild_at >= s.size()) return open && wild_piece != std::string_view::npos;
    at = ++wild_at;
    i = wild_piece + 1;
  }
}

}  // namespace

bool Word::may_be(std::string_view s) const {
  // An unquoted unknown may become several words: any of them may be anything.
  return splits() || matches(pieces, s, false);
}

bool Word::may_start_with(std::string_view s) const { return splits() || matches(pieces, s, true); }

void Word::append(Piece piece) {
  // '' after something adds nothing, except that it keeps an unquoted unknown from vanishing.
  if (piece.kind == PieceKind::kLiteral && piece.text.empty() && !pieces.empty() && !pieces.back().splits) return;
  // The '' that opens "$x/y": a quoted unknown is a word by itself, and readers look at the first piece.
  if (piece.kind == PieceKind::kUnknown && !piece.splits && pieces.size() == 1 && pieces[0].kind == PieceKind::kLiteral && pieces[0].text.empty()) pieces.clear();
  if (piece.kind == PieceKind::kLiteral && !pieces.empty() && pieces.back().kind == PieceKind::kLiteral) {
    pieces.back().text += piece.text;
    pieces.back().quoted = pieces.back().quoted && piece.quoted;
    return;
  }
  pieces.push_back(std::move(piece));
}

void Word::append_literal(std::string_view text, bool quoted) {
  if (pieces.empty()) return pieces.push_literal(text, quoted);
  Piece& last = pieces.back();
  if (text.empty() && !last.splits) return;
  if (last.kind != PieceKind::kLiteral) return pieces.push_literal(text, quoted);
  last.text += text;
  last.quoted = last.quoted && quoted;
}

Word Word::literal(std::string_view text) {
  Word word;
  word.append_literal(text, false);
  return word;
}

Word Word::unknown(std::string_view source, bool splits) {
  Word word;
  word.append({PieceKind::kUnknown, !splits, splits, std::string(source)});
  return word;
}

std::string quote_word(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += "'\\'";
    out += c;
  }
  return out + "'";
}

}  // namespace cordon::shell
