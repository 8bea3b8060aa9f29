// SPDX-License-Identifier: Apache-2.0
// Words: text, quotes, escapes, extended patterns.
#include <utility>

#include "shared/shell/ansi_c.h"
#include "shared/shell/parser_impl.h"

namespace cordon::shell {
namespace {

bool is_quoted_mode(WordMode mode) {
  return mode == WordMode::kDouble || mode == WordMode::kHereDoc || mode == WordMode::kParamQuoted || mode == WordMode::kParamHereDoc;
}

}  // namespace

void Parser::literal(PartKind kind, std::size_t begin, std::string_view text) {
  Part part;
  part.kind = kind;
  part.text = text;
  add_part(part, begin);
}

void Parser::add_part(Part part, std::size_t begin) {
  count(s_.parts_seen, s_.options.parts, "too many words");
  part.range = range(begin, lex_.pos());
  s_.parts.push_back(part);
}

/// The words of a command that are one word of one part: (( … )).
Span<WordNode> Parser::one_word(const Part& part, std::size_t begin) {
  const std::size_t parts = s_.parts.size(), words = s_.words.size();
  s_.parts.push_back(part);
  WordNode word;
  word.parts = s_.tree.arena.take(s_.parts, parts);
  word.range = range(begin, lex_.pos());
  s_.words.push_back(word);
  return s_.tree.arena.take(s_.words, words);
}

/// Reads up to what ends a word of this mode; the end itself is not consumed. May be empty in all modes but kNormal.
WordNode Parser::parse_word(WordMode mode) {
  WordNode word;
  const std::size_t mark = s_.parts.size();
  lex_.peek();
  const std::size_t begin = lex_.pos();
  const int braces = std::exchange(open_braces_, 0);
  const bool value = std::exchange(in_value_, false);
  int nesting = 0;
  while (!failed() && !lex_.at_end()) {
    const char c = lex_.peek();
    if (ends_word(mode, c, nesting)) break;
    if (mode == WordMode::kNormal && !value && open_braces_ == 0 && closes_group()) {
      if (lex_.pos() == begin) unexpected();  // a word of nothing would be read for ever
      break;
    }
    const std::size_t at = lex_.pos();
    if (!parse_part(mode, c)) {
      parse_text(mode);
      if (lex_.pos() == at) {  // a character with no meaning here, such as ( inside arithmetic
        lex_.next();
        literal(PartKind::kText, at, lex_.slice(at, lex_.pos()));
      }
    }
  }
  if (hole_end_ > hole_begin_ && lex_.pos() > hole_begin_ && begin <= hole_begin_) {
    fail_here("here-document inside a word that spans lines");
  }
  open_braces_ = braces;
  word.parts = s_.tree.arena.take(s_.parts, mark);
  word.range = range(begin, lex_.pos());
  return word;
}

/// zsh: a } at the end of a word, with no { of the word before it, ends a group wherever it stands: `{git add -A}`.
bool Parser::closes_group() {
  if (!s_.options.zsh || lex_.peek() != '}') return false;
  const std::size_t next = lex_.pos() + 1;
  return next >= lex_.end() || has_class(lex_.text()[next], kMeta);
}

bool Parser::ends_word(WordMode mode, char c, int& nesting) {
  switch (mode) {
    case WordMode::kNormal:
    case WordMode::kPattern:
      return has_class(c, kMeta) && (s_.options.posix || !(lex_.at("<(") || lex_.at(">(")));
    case WordMode::kRegex:
      if (c == '(') ++nesting;
      if (c == ')' && nesting-- == 0) return true;
      return nesting == 0 && c != ')' && c != '(' && c != '|' && has_class(c, kMeta);
    case WordMode::kParam:
    case WordMode::kParamQuoted:
    case WordMode::kParamHereDoc:
      return c == '}';
    case WordMode::kArith:
      if (c == '(') ++nesting;
      return c == ')' && nesting-- == 0;
    case WordMode::kBracket:
      if (c == '[') ++nesting;
      return c == ']' && nesting-- == 0;
    case WordMode::kExtGlob:
      if (c == '(') ++nesting;
      return c == ')' && nesting-- == 0;
    case WordMode::kDouble:
      return c == '"';
    case WordMode::kHereDoc:
      return false;
  }
  return true;
}

/// Anything that is not plain text. False: nothing consumed.
bool Parser::parse_part(WordMode mode, char c) {
  const bool quoted = is_quoted_mode(mode);
  switch (c) {
    case '\\': parse_escape(mode); return true;
    case '$':
    case '`':
      count(s_.expansions_seen, s_.options.expansions, "too many expansions");
      c == '$' ? parse_dollar(mode) : parse_backquote(mode);
      return true;
    case '"':
      if (mode == WordMode::kHereDoc) return false;
      parse_quote(mode, c);
      return true;
    case '\'':
      if (mode == WordMode::kParamQuoted) {
        parse_quoted_single(mode);
        return true;
      }
      if (quoted) return false;
      parse_single();
      return true;
    case '<':
    case '>':
      if (quoted || mode == WordMode::kArith || mode == WordMode::kRegex || s_.options.posix || lex_.peek_at(1) != '(') return false;
      parse_process(c);
      return true;
    case '=':  // =(…): the output in a file that goes away
      if (!s_.options.zsh || mode != WordMode::kNormal || lex_.peek_at(1) != '(' || !at_word_start()) return false;
      parse_process('<');
      return true;
    default: return !quoted && has_class(c, kGlobOp) && parse_ext_glob(mode, c);
  }
}

bool Parser::at_word_start() const { return lex_.pos() == 0 || has_class(lex_.text()[lex_.pos() - 1], kMeta); }

void Parser::parse_quote(WordMode, char) {
  const std::size_t begin = lex_.pos();
  lex_.next();
  parse_double(PartKind::kDouble, begin);
}

void Parser::parse_double(PartKind kind, std::size_t begin) {
  const Depth depth(*this);
  if (failed()) return;
  Part part;
  part.kind = kind;
  part.parts = parse_word(WordMode::kDouble).parts;
  if (failed()) return;
  if (!lex_.match("\"")) return fail(begin, "double quote not closed");
  add_part(part, begin);
}

void Parser::parse_single() {
  const std::size_t begin = lex_.pos();
  const std::size_t close = lex_.text().find('\'', begin + 1);
  if (close == std::string_view::npos || close >= lex_.end()) return fail_here("single quote not closed");
  lex_.seek(close + 1);
  literal(PartKind::kSingle, begin, lex_.slice(begin + 1, close));
}

/// ' in "${x:-'…'}": bash looks for its partner, yet what is between is expanded and both stay.
void Parser::parse_quoted_single(WordMode) {
  const std::size_t begin = lex_.pos();
  const std::size_t close = lex_.text().find('\'', begin + 1);
  if (close == std::string_view::npos || close >= lex_.end()) return fail_here("single quote not closed");
  lex_.next();
  literal(PartKind::kText, begin, lex_.slice(begin, begin + 1));
  const std::size_t end = lex_.end();
  lex_.set_end(close);
  const Span<Part> inside = parse_word(WordMode::kHereDoc).parts;
  lex_.set_end(end);
  for (const Part& part : inside) s_.parts.push_back(part);
  if (failed()) return;
  lex_.seek(close + 1);
  literal(PartKind::kText, close, lex_.slice(close, close + 1));
}

void Parser::parse_escape(WordMode mode) {
  const std::size_t begin = lex_.pos();
  if (begin + 1 >= lex_.end()) {  // a lone backslash at the end stays
    lex_.next();
    return literal(PartKind::kText, begin, lex_.slice(begin, begin + 1));
  }
  const char c = lex_.text()[begin + 1];
  lex_.seek(begin + 2);
  bool special = true;
  if (is_quoted_mode(mode)) {
    special = c == '$' || c == '`' || c == '\\' || (c == '"' && mode != WordMode::kHereDoc && mode != WordMode::kParamHereDoc) ||
              (c == '}' && mode != WordMode::kDouble && mode != WordMode::kHereDoc);
  }
  if (special) return literal(PartKind::kEscape, begin, lex_.slice(begin + 1, begin + 2));
  literal(PartKind::kText, begin, lex_.slice(begin, begin + 2));
}

/// $'…', the dollar is consumed.
void Parser::parse_ansi(std::size_t begin) {
  lex_.next();
  const std::size_t open = lex_.pos();
  std::size_t at = open;
  const std::string_view text = lex_.text();
  while (at < lex_.end() && text[at] != '\'') at += text[at] == '\\' ? 2 : 1;
  if (at >= lex_.end()) return fail(begin, "single quote not closed");
  lex_.seek(at + 1);
  const std::string_view source = lex_.slice(open, at);
  const bool plain = source.find('\\') == std::string_view::npos;
  literal(PartKind::kAnsi, begin, plain ? source : s_.tree.arena.copy(decode_ansi_c(source)));
}

namespace {

/// The plus of "~+", which is one prefix and no operator of a pattern.
bool ends_tilde(std::string_view text, std::size_t at) {
  const bool prefix = text[at] == '+' && text[at - 1] == '~' && (at == 1 || text[at - 2] == '=');
  return prefix && (at + 1 == text.size() || text[at + 1] != '(');
}

}  // namespace

void Parser::parse_text(WordMode mode) {
  const std::size_t begin = lex_.pos();
  const std::string_view text = lex_.text();
  const std::size_t end = lex_.end();
  std::size_t at = begin;
  switch (mode) {
    case WordMode::kNormal:
      if (s_.options.zsh) {
        parse_braces(begin);
        return;
      }
      [[fallthrough]];
    case WordMode::kPattern:
      while (at < end && !has_class(text[at], kMeta | kSpecial) && !(has_class(text[at], kGlobOp) && at > begin && !ends_tilde(text.substr(begin, end - begin), at - begin))) ++at;
      break;
    case WordMode::kDouble:
      while (at < end && !has_class(text[at], kDoubleSpecial)) ++at;
      break;
    case WordMode::kHereDoc:
      while (at < end && (!has_class(text[at], kDoubleSpecial) || text[at] == '"')) ++at;
      break;
    default:
      while (at < end && !has_class(text[at], kMeta | kSpecial | kGlobOp) && text[at] != '}' && text[at] != '[' && text[at] != ']') ++at;
  }
  if (at == begin) return;
  lex_.seek(at);
  literal(PartKind::kText, begin, lex_.slice(begin, at));
}

/// Text of a zsh word: up to a brace, or one brace.
void Parser::parse_braces(std::size_t begin) {
  const std::string_view text = lex_.text();
  std::size_t at = begin;
  while (at < lex_.end() && !has_class(text[at], kMeta | kSpecial) && !(has_class(text[at], kGlobOp) && at > begin) && text[at] != '{' && text[at] != '}') ++at;
  if (at == begin && at < lex_.end() && (text[at] == '{' || text[at] == '}')) {
    open_braces_ += text[at] == '{' ? 1 : open_braces_ > 0 ? -1 : 0;
    ++at;
  }
  if (at == begin) return;
  lex_.seek(at);
  literal(PartKind::kText, begin, lex_.slice(begin, at));
}

/// ?(…) *(…) +(…) @(…) !(…), and for zsh *(…) as a whole.
bool Parser::parse_ext_glob(WordMode mode, char c) {
  if (mode == WordMode::kArith || mode == WordMode::kBracket || mode == WordMode::kRegex || lex_.peek_at(1) != '(') return false;
  const bool on = s_.extglob || s_.options.zsh || mode == WordMode::kPattern || mode == WordMode::kExtGlob || mode == WordMode::kParam;
  if (!on) return false;
  const Depth depth(*this);
  if (failed()) return true;
  const std::size_t begin = lex_.pos();
  lex_.next();
  lex_.next();
  Part part;
  part.kind = PartKind::kExtGlob;
  part.text = lex_.slice(begin, begin + 1);
  part.parts = parse_word(WordMode::kExtGlob).parts;
  if (failed()) return true;
  if (!lex_.match(")")) {
    fail(begin, "pattern not closed");
    return true;
  }
  (void)c;
  add_part(part, begin);
  return true;
}

}  // namespace cordon::shell
