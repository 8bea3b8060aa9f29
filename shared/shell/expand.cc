// SPDX-License-Identifier: Apache-2.0
// Words after expansion: braces, tilde, parameters, command substitution, splitting, patterns, quote removal.
#include "shared/shell/building.h"
#include "shared/shell/lexer.h"

namespace cordon::shell {

namespace {

bool contains_class(std::string_view text, int mask) {
  for (const char c : text) {
    if (has_class(c, mask)) return true;
  }
  return false;
}

/// The next * ? or [.
std::size_t find_pattern(std::string_view text, std::size_t at) {
  for (; at < text.size(); ++at) {
    if (has_class(text[at], kExpands) && text[at] != '{' && text[at] != '~') return at;
  }
  return std::string_view::npos;
}

}  // namespace

Fields Walker::expand_words(const Span<WordNode>& words) {
  Fields out;
  out.reserve(words.size);
  for (const WordNode& word : words) expand_word(word, out);
  return out;
}

void Walker::expand_word(const WordNode& word, Fields& out) {
  if (word.parts.size == 1 && word.parts[0].kind == PartKind::kText) {
    const std::string_view text = word.parts[0].text;
    if (!contains_class(text, kExpands)) {
      Word& plain = out.emplace_back();
      plain.append_literal(text, false);
      plain.range = word.range;
      return;
    }
  }
  if (expand_braces(word, out)) return;
  expand_parts(word.parts, word.range, out, true, false);
}

/// No splitting: assignments, here-documents, redirection targets.
Word Walker::expand_joined(const WordNode& word, bool assignment) {
  Fields out;
  expand_parts(word.parts, word.range, out, false, assignment);
  if (!out.empty()) return std::move(out[0]);
  Word empty = Word::literal("");
  empty.range = word.range;
  return empty;
}

Word Walker::expand_body(const HereDoc& doc) {
  Fields out;
  Building to;
  to.out = &out;
  to.split = false;
  to.range = doc.body.range;
  to.literal("", true);
  for (const Part& part : doc.body.parts) expand_part(part, true, to);
  to.end();
  return std::move(out[0]);
}

/// A redirection's file: patterns count if they match one file; several words are an error (then the first stands for all).
Word Walker::expand_target(const WordNode& word) {
  Fields out;
  expand_word(word, out);
  if (!out.empty()) return std::move(out[0]);
  Word empty = Word::literal("");
  empty.range = word.range;
  return empty;
}

namespace {

/// `~`, `~+`, `~-`, `~user` before a slash, a colon or the end.
std::size_t tilde_length(std::string_view text) {
  if (text.empty() || text[0] != '~') return 0;
  std::size_t n = 1;
  while (n < text.size() && text[n] != '/' && text[n] != ':') ++n;
  return n;
}

/// What the prefix stands for; "" for another user's home.
std::string_view tilde_variable(std::string_view prefix) {
  if (prefix == "~") return "HOME";
  if (prefix == "~+") return "PWD";
  return prefix == "~-" ? "OLDPWD" : std::string_view();
}

bool is_assignment_word(std::string_view text, std::size_t& equals) {
  equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) return false;
  for (std::size_t i = 0; i < equals; ++i) {
    const char c = text[i];
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (i > 0 && c >= '0' && c <= '9'))) return false;
  }
  return true;
}

}  // namespace

void Walker::expand_parts(const Span<Part>& parts, ByteRange range, Fields& out, bool split, bool assignment) {
  Building to;
  to.out = &out;
  to.split = split;
  to.range = range;
  std::uint32_t first = 0;
  if (!parts.empty() && parts[0].kind == PartKind::kText) {
    // `~+` is two parts: the + might have begun a pattern.
    std::string joined;
    std::uint32_t texts = 1;
    while (texts < parts.size && parts[texts].kind == PartKind::kText) joined += parts[texts++].text;
    if (texts > 1) joined.insert(0, parts[0].text);
    std::string_view text = texts > 1 ? std::string_view(joined) : parts[0].text;
    const std::size_t size = text.size();
    std::size_t equals = 0;
    if (!assignment && !in_array_ && !scope_.shell.zsh && is_assignment_word(text, equals) && equals + 1 < text.size() && text[equals + 1] == '~') {
      to.literal(text.substr(0, equals + 1), false);
      text.remove_prefix(equals + 1);
    }
    const std::size_t tilde = tilde_length(text);
    const bool whole = tilde < text.size() || parts.size == texts;
    if (tilde > 0 && whole) {
      const std::string_view name = tilde_variable(text.substr(0, tilde));
      const Value value = name.empty() ? Value{} : variable(name);
      if (!name.empty() && value.kind == Value::Kind::kScalar) {
        add_value(scalar(name, value), true, to);
      } else {
        to.piece(PieceKind::kUnknown, text.substr(0, tilde), true);
      }
      expand_text(text.substr(tilde), to);
      first = texts;
    } else if (text.size() != size) {
      expand_text(text, to);
      first = texts;
    }
  }
  for (std::uint32_t i = first; i < parts.size; ++i) expand_part(parts[i], false, to);
  to.end();
}

/// Unquoted text with its patterns.
void Walker::expand_text(std::string_view text, Building& to) {
  if (text.empty()) return;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = to.split ? find_pattern(text, at) : std::string_view::npos;
    if (next == std::string_view::npos) return to.literal(text.substr(at), false);
    if (next > at) to.literal(text.substr(at, next - at), false);
    at = next + 1;
    if (text[next] != '[') {
      to.piece(PieceKind::kGlob, text.substr(next, 1), false);
      continue;
    }
    std::size_t first = next + 1;
    if (first < text.size() && (text[first] == '!' || text[first] == '^')) ++first;
    const std::size_t close = text.find(']', first + 1);
    if (close == std::string_view::npos) {
      // `[` alone is a command and an ordinary character; with quotes inside the brackets it is a pattern we do not take apart.
      if (next == 0 && text.size() == 1) {
        to.literal("[", false);
      } else {
        to.piece(PieceKind::kGlob, "[", false);
      }
      continue;
    }
    to.piece(PieceKind::kGlob, text.substr(next, close + 1 - next), false);
    at = close + 1;
  }
}

void Walker::expand_part(const Part& part, bool quoted, Building& to) {
  switch (part.kind) {
    case PartKind::kText: return quoted ? to.literal(part.text, true) : expand_text(part.text, to);
    case PartKind::kEscape:
    case PartKind::kSingle:
    case PartKind::kAnsi: return to.literal(part.text, true);
    case PartKind::kDouble:
    case PartKind::kLocale: {
      // "$@" alone may be no word at all; any other quotes make one.
      const bool list = part.parts.size == 1 && part.parts[0].kind == PartKind::kParameter;
      if (!list) to.literal("", true);
      for (const Part& inner : part.parts) expand_part(inner, true, to);
      return;
    }
    case PartKind::kParameter: return expand_parameter(part, quoted, to);
    case PartKind::kCommand:
    case PartKind::kBackquote: {
      std::optional<Word> text;
      if (part.script != nullptr) text = output_of(*part.script, nullptr);
      if (!text) return to.piece(PieceKind::kUnknown, source_of(part), quoted);
      while (!text->pieces.empty() && text->pieces.back().kind == PieceKind::kLiteral) {
        std::string& last = text->pieces.back().text;
        last.resize(last.find_last_not_of('\n') + 1);
        if (!last.empty() || text->pieces.size() == 1) break;
        text->pieces.pop_back();
      }
      return add_value(*text, quoted, to);
    }
    case PartKind::kArithmetic: return to.piece(PieceKind::kUnknown, source_of(part), true);
    case PartKind::kProcessIn:
    case PartKind::kProcessOut: {
      const std::string source = source_of(part);
      if (part.kind == PartKind::kProcessIn && part.script != nullptr) {
        if (const std::optional<Word> text = output_of(*part.script, nullptr)) process_text_[source] = *text;
      }
      return to.piece(PieceKind::kUnknown, source, true);
    }
    case PartKind::kExtGlob: return to.piece(PieceKind::kGlob, source_of(part), false);
    case PartKind::kFunctionBody:
    case PartKind::kUnknown: return to.piece(PieceKind::kUnknown, source_of(part), quoted);
  }
}

/// A value that came out of an expansion: split and globbed unless quoted.
void Walker::add_value(const Word& value, bool quoted, Building& to) {
  constexpr std::uint64_t kMostBytes = 32u << 20;
  for (const Piece& p : value.pieces) expanded_bytes_ += p.text.size() + 16;
  if (expanded_bytes_ > kMostBytes) {
    exhausted_ = true;
    return to.piece(PieceKind::kUnknown, "$?", quoted);
  }
  if (quoted || !to.split) {
    for (const Piece& p : value.pieces) {
      if (p.kind == PieceKind::kLiteral) {
        to.literal(p.text, true);
      } else {
        to.piece(p.kind, p.text, true);
      }
    }
    if (value.pieces.empty()) to.literal("", true);
    return;
  }
  const ShellState& shell = scope_.shell;
  for (const Piece& p : value.pieces) {
    if (p.kind != PieceKind::kLiteral) {
      to.piece(p.kind, p.text, false);
      continue;
    }
    if (!shell.ifs_known) {
      if (!p.text.empty()) to.piece(PieceKind::kUnknown, p.text, false);
      continue;
    }
    std::string_view rest = p.text;
    while (!rest.empty()) {
      const std::size_t stop = rest.find_first_of(shell.ifs);
      if (stop != 0) expand_text(rest.substr(0, stop), to);
      if (stop == std::string_view::npos) break;
      // A run of white space and at most one other separator ends a field; a separator with nothing before it makes an empty one.
      const bool white = std::string_view(" \t\n").find(rest[stop]) != std::string_view::npos;
      if (!white && !to.open) to.literal("", true);
      to.end();
      rest.remove_prefix(stop + 1);
    }
  }
}

void Walker::add_list(const Fields& values, bool quoted, bool star, Building& to) {
  if (quoted && star) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0 && !scope_.shell.ifs.empty()) to.literal(scope_.shell.ifs.substr(0, 1), true);
      add_value(values[i], true, to);
    }
    if (values.empty()) to.literal("", true);
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0 && to.split) to.end();
    if (i > 0 && !to.split) to.literal(" ", true);
    add_whole(values[i], quoted, to);
  }
}

std::string Walker::source_of(ByteRange range) const {
  const std::string_view text = current_ != nullptr ? current_->text : std::string_view{};
  if (range.end > text.size() || range.begin >= range.end) return "$?";
  constexpr std::uint32_t kLongest = 200;
  return std::string(text.substr(range.begin, std::min(range.end - range.begin, kLongest)));
}

std::string Walker::source_of(const Part& part) const { return source_of(part.range); }

}  // namespace cordon::shell
