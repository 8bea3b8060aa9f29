// SPDX-License-Identifier: Apache-2.0
// Blanks, comments, words and quotes of PowerShell.
#include "shared/shell/powershell.h"

#include <algorithm>

namespace cordon::shell {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

}  // namespace

/// A comment at this place: `#…` to the end of the line, `<# … #>`.
bool PowerShell::skip_comment() {
  if (looking_at("<#")) {
    const std::size_t close = cursor_.text.find("#>", cursor_.at + 2);
    cursor_.at = close == std::string_view::npos ? cursor_.text.size() : close + 2;
    return true;
  }
  if (peek() != '#') return false;
  const std::size_t end = cursor_.text.find('\n', cursor_.at);
  cursor_.at = end == std::string_view::npos ? cursor_.text.size() : end;
  return true;
}

void PowerShell::skip_blanks(bool newlines) {
  for (;;) {
    const char c = peek();
    if (at_end()) return;
    if (is_blank(c) || (newlines && c == '\n')) {
      ++cursor_.at;
    } else if (c == '`' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'))) {
      cursor_.at += peek(1) == '\n' ? 2 : 3;
    } else if (!skip_comment()) {
      return;
    }
  }
}

bool PowerShell::ends_element() const {
  const char c = peek();
  return at_end() || c == '\n' || c == ';' || c == '|' || c == ')' || c == '}' || c == '&';
}

/// Letters, digits and - of a name at this place (Get-Item, foreach).
std::string_view PowerShell::bare_name() const {
  std::size_t end = cursor_.at;
  while (end < cursor_.text.size() && (is_name(cursor_.text[end]) || (cursor_.text[end] == '-' && end > cursor_.at))) ++end;
  if (end < cursor_.text.size() && std::string_view(".:\\/").find(cursor_.text[end]) != std::string_view::npos) return {};
  return cursor_.text.substr(cursor_.at, end - cursor_.at);
}

PowerShell::Arguments PowerShell::arguments(const Place& place) {
  Arguments out;
  for (;;) {
    skip_blanks();
    if (failed_ || ends_element()) return out;
    if (looking_at("--%") && (is_blank(peek(3)) || peek(3) == '\0')) {  // the rest of the line goes to the program as it is
      cursor_.at += 3;
      while (!at_end() && peek() != '\n' && peek() != '|') {
        while (is_blank(peek())) ++cursor_.at;
        const std::size_t begin = cursor_.at;
        while (!at_end() && !is_blank(peek()) && peek() != '\n' && peek() != '|') ++cursor_.at;
        if (cursor_.at > begin) out.push_back({Word::literal(cursor_.text.substr(begin, cursor_.at - begin)), false, 0, 0, true});
      }
      return out;
    }
    if (redirection(place)) continue;
    const std::size_t before = cursor_.at;
    argument(out, place);
    if (cursor_.at == before) ++cursor_.at;
  }
}

/// > f, 2>> f, *> f, 2>&1
bool PowerShell::redirection(const Place& place) {
  std::size_t at = cursor_.at;
  if (at < cursor_.text.size() && (cursor_.text[at] == '*' || (cursor_.text[at] >= '1' && cursor_.text[at] <= '6'))) ++at;
  if (at >= cursor_.text.size() || cursor_.text[at] != '>') return false;
  PlacedRedirect placed;
  placed.redirect.op = RedirectOp::kWrite;
  placed.redirect.fd = 1;
  const std::size_t begin = cursor_.at;
  cursor_.at = at + 1;
  if (peek() == '>') {
    ++cursor_.at;
    placed.redirect.op = RedirectOp::kAppend;
  }
  if (peek() == '&') {
    cursor_.at = std::min(cursor_.at + 2, cursor_.text.size());
    return true;
  }
  skip_blanks();
  Arguments target;
  if (!ends_element()) argument(target, place);
  if (target.empty() || target[0].word.text() == "$null") return true;
  placed.redirect.target = target[0].word;
  placed.redirect.writes = true;
  placed.redirect.range = range_of(here(begin), place);
  placed.directory = directory_;
  placed.certainty = certainty(place);
  result_.redirects.push_back(std::move(placed));
  return true;
}

/// One argument; `a, b` are two.
void PowerShell::argument(Arguments& out, const Place& place) {
  Argument made;
  const std::size_t begin = cursor_.at;
  const char first = peek();
  if (first == ',') {
    ++cursor_.at;
    skip_blanks(true);
    const std::size_t before = out.size();
    if (!ends_element() && peek() != ',') argument(out, place);
    for (std::size_t i = before; i < out.size(); ++i) out[i].bare = false;  // an element, never a parameter
    return;
  }
  if (first == '{') {
    made.block = true;
    const std::size_t close = matching_brace(begin);
    if (failed_) return;
    made.begin = begin + 1;
    made.end = close;
    cursor_.at = close + 1;
    made.word = Word::unknown(cursor_.text.substr(begin, std::min<std::size_t>(close + 1 - begin, 200)), false);
    made.word.range = range_of(here(begin), place);
    out.push_back(std::move(made));
    return;
  }
  made.bare = first != '\'' && first != '"';
  for (;;) {
    const char c = peek();
    if (failed_ || at_end() || is_blank(c) || c == '\n' || c == ';' || c == '|' || c == ')' || c == '}' || c == ',') break;
    if (c == '&' || (c == '`' && (peek(1) == '\n' || peek(1) == '\r'))) break;
    word_part(made.word, made.bare, place);
  }
  if (made.word.pieces.empty()) made.word.append_literal("", true);
  made.word.range = range_of(here(begin), place);
  out.push_back(std::move(made));
}

void PowerShell::word_part(Word& word, bool bare, const Place& place) {
  const char c = peek();
  const std::size_t begin = cursor_.at;
  if (c == '\'') return single_quoted(word);
  if (c == '"') return double_quoted(word, place);
  if (c == '@' && word.pieces.empty() && here_string(word, place)) return;
  const bool splat = c == '@' && word.pieces.empty() && is_name(peek(1));
  if (c == '$' && peek(1) != '(') return variable(word, false, place);
  if (c == '(' || (c == '$' && peek(1) == '(') || (c == '@' && (peek(1) == '(' || peek(1) == '{'))) {
    const bool hash = c == '@' && peek(1) == '{';
    cursor_.at += c == '(' ? 1 : 2;
    hash ? table(place) : statements(')', place);
    return word.append({PieceKind::kUnknown, false, true, std::string(cursor_.text.substr(begin, std::min<std::size_t>(cursor_.at - begin, 200)))});
  }
  if (splat) {
    while (is_name(peek()) || peek() == '@') ++cursor_.at;
    return word.append({PieceKind::kUnknown, false, true, std::string(cursor_.text.substr(begin, cursor_.at - begin))});
  }
  if (c == '*' || c == '?') {
    ++cursor_.at;
    return word.append({PieceKind::kGlob, false, false, std::string(1, c)});
  }
  if (c == '`') ++cursor_.at;
  if (at_end()) return;
  word.append_literal(cursor_.text.substr(cursor_.at, 1), !bare || c == '`');
  ++cursor_.at;
}

/// '…', a quote inside is doubled.
void PowerShell::single_quoted(Word& word) {
  std::string text;
  for (++cursor_.at; !at_end(); ++cursor_.at) {
    if (peek() == '\'') {
      if (peek(1) != '\'') break;
      ++cursor_.at;
    }
    text += peek();
  }
  if (at_end()) return fail("quote not closed");
  ++cursor_.at;
  word.append_literal(text, true);
}

void PowerShell::double_quoted(Word& word, const Place& place) {
  word.append_literal("", true);
  ++cursor_.at;
  while (!at_end()) {
    const char c = peek();
    if (c == '"') {
      if (peek(1) != '"') break;
      ++cursor_.at;
    } else if (c == '$' && (peek(1) == '(' || peek(1) == '{' || is_name(peek(1)))) {
      variable(word, true, place);
      if (failed_) return;
      continue;
    } else if (c == '`' && cursor_.at + 1 < cursor_.text.size()) {
      ++cursor_.at;
      const char e = peek();
      const std::string_view from = "nrt0abfve", to = std::string_view("\n\r\t\0\a\b\f\v\033", 9);
      const std::size_t known = from.find(e);
      word.append_literal(known == std::string_view::npos ? cursor_.text.substr(cursor_.at, 1) : to.substr(known, 1), true);
      ++cursor_.at;
      continue;
    }
    word.append_literal(cursor_.text.substr(cursor_.at, 1), true);
    ++cursor_.at;
  }
  if (at_end()) return fail("quote not closed");
  ++cursor_.at;
}

/// @' … '@ and @" … "@, each mark on a line of its own.
bool PowerShell::here_string(Word& word, const Place& place) {
  const char quote = peek(1);
  if (quote != '\'' && quote != '"') return false;
  std::size_t begin = cursor_.text.find('\n', cursor_.at);
  if (begin == std::string_view::npos) return false;
  ++begin;
  const std::string mark = std::string("\n") + quote + '@';
  const std::size_t end = cursor_.text.find(mark, begin - 1);
  if (end == std::string_view::npos) return fail("here-string not closed"), true;
  const std::size_t after = end + mark.size();
  const std::string_view inside = end > begin ? cursor_.text.substr(begin, end - begin) : std::string_view();
  if (quote == '\'' || inside.find('$') == std::string_view::npos) {
    word.append_literal(inside, true);
  } else {
    const Cursor before = cursor_;
    cursor_ = {cursor_.text.substr(0, end), begin};
    while (!at_end() && !failed_) {
      if (peek() == '$' && (peek(1) == '(' || peek(1) == '{' || is_name(peek(1)))) {
        variable(word, true, place);
      } else {
        word.append_literal(cursor_.text.substr(cursor_.at++, 1), true);
      }
    }
    cursor_ = before;
    if (failed_) return true;
  }
  cursor_.at = after;
  return true;
}

void PowerShell::value_of(std::string_view name, bool quoted, Word& word) const {
  const auto known = variables_.find(lower(name));
  if (known != variables_.end()) return word.append_literal(known->second.text(), true);
  const std::string key = lower(name);
  if (key == "pwd" && directory_.known && directory_.path.empty() && !options_.start_dir.empty()) return word.append_literal(options_.start_dir, true);
  if ((key == "home" || key == "env:home") && !options_.home.empty()) return word.append_literal(options_.home, true);
  word.append({PieceKind::kUnknown, quoted, !quoted, "$" + std::string(name)});
}

/// $x, ${x y}, $env:X, $( … ), with .Member and [index] behind it outside quotes.
void PowerShell::variable(Word& word, bool quoted, const Place& place) {
  const std::size_t begin = cursor_.at;
  ++cursor_.at;
  if (peek() == '(') {
    ++cursor_.at;
    statements(')', place);
    return word.append({PieceKind::kUnknown, quoted, !quoted, std::string(cursor_.text.substr(begin, std::min<std::size_t>(cursor_.at - begin, 200)))});
  }
  std::string_view name;
  if (peek() == '{') {
    const std::size_t close = cursor_.text.find('}', cursor_.at);
    if (close == std::string_view::npos) return fail("brace not closed");
    name = cursor_.text.substr(cursor_.at + 1, close - cursor_.at - 1);
    cursor_.at = close + 1;
  } else {
    const std::size_t first = cursor_.at;
    while (is_name(peek()) || (peek() == ':' && is_name(peek(1))) || (cursor_.at == first && std::string_view("?$^_").find(peek()) != std::string_view::npos && !at_end())) ++cursor_.at;
    name = cursor_.text.substr(first, cursor_.at - first);
  }
  if (name.empty()) return word.append_literal("$", true);
  const bool member = !quoted && ((peek() == '.' && is_name(peek(1))) || peek() == '[');
  if (!member) return value_of(name, quoted, word);
  while (is_name(peek()) || peek() == '.' || peek() == '[' || peek() == ']') ++cursor_.at;
  word.append({PieceKind::kUnknown, quoted, !quoted, std::string(cursor_.text.substr(begin, cursor_.at - begin))});
}

/// The brace that closes the one at `open`.
std::size_t PowerShell::matching_brace(std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < cursor_.text.size(); ++at) {
    const char c = cursor_.text[at];
    if (c == '`') {
      ++at;
    } else if (c == '\'' || c == '"') {
      for (++at; at < cursor_.text.size() && cursor_.text[at] != c; ++at) {
        if (c == '"' && cursor_.text[at] == '`') ++at;
      }
    } else if (c == '#' && (at == 0 || is_blank(cursor_.text[at - 1]) || cursor_.text[at - 1] == '\n')) {
      while (at + 1 < cursor_.text.size() && cursor_.text[at + 1] != '\n') ++at;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return at;
    }
  }
  fail("block not closed");
  return cursor_.text.size();
}

}  // namespace cordon::shell
