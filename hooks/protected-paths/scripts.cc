// SPDX-License-Identifier: Apache-2.0
// sed's commands are those of GNU sed 4.9; its s and y read up to the next delimiter without a look at brackets.
#include "hooks/protected-paths/scripts.h"

namespace cordon::protected_paths {
namespace {

bool is_one_of(char c, std::string_view set) { return c != '\0' && set.find(c) != set.npos; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  char next() { return at_end() ? '\0' : text_[at_++]; }
  void skip(std::string_view set) {
    while (is_one_of(peek(), set)) ++at_;
  }
  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    const size_t end = at_ + word.size();
    if (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) return false;
    at_ = end;
    return true;
  }
  // Behind the next `close`; a backslash takes one more. False when there is none.
  bool behind(char close, char open = '\0') {
    for (int depth = 1; !at_end();) {
      const char c = next();
      if (c == '\\') {
        next();
      } else if (c == close) {
        if (--depth == 0) return true;
      } else if (c == open) {
        ++depth;
      }
    }
    return false;
  }
  // To the end of the line; a backslash before the newline continues it.
  void skip_line() {
    for (char c = next(); c != '\0' && c != '\n'; c = next()) {
      if (c == '\\') next();
    }
  }

 private:
  std::string_view text_;
  size_t at_ = 0;
};

// 3, $, /re/I, \cREc, 0~4, +2. False when it is none that is understood.
bool sed_address(Reader& in) {
  if (in.peek() == '/' || in.peek() == '\\') {
    char close = in.next();
    if (close == '\\') close = in.next();
    if (!in.behind(close)) return false;
    in.skip("IM");
    return true;
  }
  in.skip("0123456789$~+");
  return true;
}

// After the s; true when it may write.
bool sed_substitution(Reader& in) {
  const char close = in.next();
  if (is_one_of(close, "\\\n") || !in.behind(close) || !in.behind(close)) return true;
  in.skip("gpiImM0123456789");
  return !in.at_end() && !is_one_of(in.peek(), " \t;}\n#");
}

// After its addresses; true when it may write.
bool sed_command(Reader& in) {
  const char command = in.next();
  if (command == 's') return sed_substitution(in);
  if (command == 'y') {
    const char close = in.next();
    return !in.behind(close) || !in.behind(close);
  }
  if (is_one_of(command, "aicrR#")) return in.skip_line(), false;
  if (is_one_of(command, "btT:")) {
    while (!in.at_end() && !is_one_of(in.peek(), ";\n}")) in.next();
    return false;
  }
  if (is_one_of(command, "qQlL")) return in.skip(" \t0123456789"), false;
  return !is_one_of(command, "{}=dDgGhHnNpPxzF");
}

// Behind m, s, tr or y and one text in delimiters, or with a second text.
bool perl_quoted(Reader& in, bool two) {
  constexpr std::string_view kOpen = "{([<", kClose = "})]>";
  const char open = in.next();
  if (open == '\0' || is_letter(open) || is_digit(open) || is_one_of(open, " \t\n\\'")) return false;
  const size_t pair = kOpen.find(open);
  if (pair == kOpen.npos) return in.behind(open) && (!two || in.behind(open));
  if (!in.behind(kClose[pair], open)) return false;
  if (!two) return true;
  in.skip(" \t\n");
  const char second = in.next();
  const size_t other = kOpen.find(second);
  return second != '\0' && (other == kOpen.npos ? in.behind(second) : in.behind(kClose[other], second));
}

// (?{ code }) in a pattern, @{[ code ]} in a replacement.
bool holds_code(std::string_view text) { return text.find("(?{") != text.npos || text.find("(??{") != text.npos || text.find("@{") != text.npos || text.find("${") != text.npos; }

bool perl_condition(Reader& in) {
  in.skip(" \t\n");
  if (!in.take("if") && !in.take("unless")) return true;
  in.skip(" \t\n");
  if (in.peek() == 'm') in.next();
  if (!perl_quoted(in, false)) return false;
  in.skip("aimsxogcun");
  return true;
}

bool perl_statement(Reader& in) {
  if (in.take("print") || in.take("next") || in.take("last")) return perl_condition(in);
  const bool substitutes = in.peek() == 's';
  if (!substitutes && in.peek() != 'y' && in.peek() != 't') return false;
  if (in.next() == 't' && in.next() != 'r') return false;
  if (!perl_quoted(in, true)) return false;
  in.skip(substitutes ? "gimsxaunlopcr" : "cdsr");
  return !is_letter(in.peek()) && perl_condition(in);
}

}  // namespace

bool sed_may_write(std::string_view script) {
  for (Reader in(script);;) {
    in.skip(" \t\n;");
    if (in.at_end()) return false;
    if (!sed_address(in)) return true;
    in.skip(" \t");
    if (in.peek() == ',') {
      in.next();
      in.skip(" \t");
      if (!sed_address(in)) return true;
    }
    in.skip(" \t!");
    if (sed_command(in)) return true;
  }
}

bool perl_may_write(std::string_view code) {
  if (holds_code(code)) return true;
  for (Reader in(code);;) {
    in.skip(" \t\n;");
    if (in.at_end()) return false;
    if (!perl_statement(in)) return true;
    in.skip(" \t\n");
    if (!in.at_end() && in.peek() != ';') return true;
  }
}

}  // namespace cordon::protected_paths
