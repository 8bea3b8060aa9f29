// SPDX-License-Identifier: Apache-2.0
#include "shared/json/locate.h"

#include <algorithm>
#include <vector>

#include "shared/base/text.h"

namespace cordon::json {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

class Scanner {
 public:
  Scanner(std::string_view text, const Limits& limits) : text_(text), limits_(limits) {}
  std::optional<Fault> run();

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char here() const { return at_end() ? '\0' : text_[at_]; }
  char peek(size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void skip_blank() { at_ = std::min(text_.find_first_not_of(kBlank, at_), text_.size()); }
  bool fail(const char* message) { return fail_at(at_, message); }
  bool fail_at(size_t offset, const char* message) {
    fault_ = Fault{offset, message};
    return false;
  }
  // What stands at the place where `expected` should: names the usual mistakes.
  bool surprise(const char* expected);

  bool value();   // a scalar, or an opening bracket
  bool inside();  // right after an opening bracket: up to the first member's value, or past the closing bracket
  bool next();    // after a value: closes what closes, up to the next member's value
  bool key();
  bool string();
  bool escape();
  bool utf8();
  bool number();
  bool word();
  std::string_view text_;
  const Limits& limits_;
  size_t at_ = 0;
  size_t values_ = 0;
  bool value_due_ = true;   // a value must come next
  std::vector<char> open_;  // '{' and '['
  std::optional<Fault> fault_;
};

bool Scanner::surprise(const char* expected) {
  if (at_end()) return fail(open_.empty() ? "expected a value" : open_.back() == '{' ? "object is not closed" : "array is not closed");
  if (here() == '/' && (peek(1) == '/' || peek(1) == '*')) return fail("comments are not allowed");
  if (here() == '#') return fail("comments are not allowed");
  if (here() == '\'') return fail("strings need double quotes");
  if (text_.substr(at_, 3) == "\xEF\xBB\xBF") return fail("byte order mark");
  if (!text::next_code_point(text_.substr(at_)).valid) return fail("invalid UTF-8");
  return fail(expected);
}

bool Scanner::value() {
  skip_blank();
  if (values_ == limits_.values && !at_end()) return fail("too many values");
  if (open_.size() >= limits_.depth && !at_end()) return fail("nested too deeply");
  const char c = here();
  ++values_;
  value_due_ = false;
  if (c == '{' || c == '[') return inside();
  if (c == '"') return string();
  if (c == '-' || is_digit(c)) return number();
  if (is_word(c)) return word();
  return surprise("expected a value");
}

bool Scanner::word() {
  size_t end = at_;
  while (end < text_.size() && is_word(text_[end])) ++end;
  const std::string_view found = text_.substr(at_, end - at_);
  if (found != "true" && found != "false" && found != "null") return fail("expected true, false or null");
  at_ = end;
  return true;
}

bool Scanner::number() {
  const size_t begin = at_;
  const auto digits = [&] {
    const size_t from = at_;
    while (is_digit(here())) ++at_;
    return at_ - from;
  };
  if (here() == '-') ++at_;
  const bool zero = here() == '0';
  const size_t whole = digits();
  bool good = whole != 0 && !(zero && whole > 1);
  if (good && here() == '.') {
    ++at_;
    good = digits() != 0;
  }
  if (good && (here() == 'e' || here() == 'E')) {
    ++at_;
    if (here() == '+' || here() == '-') ++at_;
    good = digits() != 0;
  }
  // "1.2.3", "0x10", "12px": one bad number, not a number and something after it.
  if (!good || is_word(here()) || here() == '.' || here() == '+' || here() == '-') return fail_at(begin, "invalid number");
  return true;
}

bool Scanner::escape() {
  const char c = peek(1);
  if (c == 'u') {
    for (size_t i = 2; i < 6; ++i) {
      if (!is_hex(peek(i))) return fail("invalid escape in a string");
    }
    at_ += 6;
    return true;
  }
  if (c == '\0' || std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos) return fail("invalid escape in a string");
  at_ += 2;
  return true;
}

bool Scanner::utf8() {
  const auto c = text::next_code_point(text_.substr(at_));
  if (!c.valid) return fail("invalid UTF-8");
  at_ += c.size;
  return true;
}

bool Scanner::string() {
  const size_t begin = at_++;
  while (!at_end()) {
    const auto c = static_cast<unsigned char>(here());
    if (c == '"') {
      ++at_;
      return true;
    }
    if (c == '\n' || c == '\r') return fail_at(begin, "string is not closed on its line");
    if (c < 0x20) return fail("control character in a string");
    if (c == '\\' && at_ + 1 == text_.size()) break;
    if (c == '\\') {
      if (at_ + 1 == text_.size()) break;
      if (!escape()) return false;
    } else if (!utf8()) {
      return false;
    }
  }
  return fail_at(begin, "string is not closed");
}

bool Scanner::key() {
  skip_blank();
  if (here() != '"') return surprise("expected a key in double quotes");
  if (!string()) return false;
  skip_blank();
  if (here() != ':') return surprise("expected ':' after the key");
  ++at_;
  return true;
}

bool Scanner::inside() {
  const char bracket = here();
  open_.push_back(bracket);
  ++at_;
  skip_blank();
  if (here() == (bracket == '{' ? '}' : ']')) {
    ++at_;
    open_.pop_back();
    return true;
  }
  value_due_ = true;
  return bracket == '[' || key();
}

bool Scanner::next() {
  while (!open_.empty()) {
    skip_blank();
    const bool object = open_.back() == '{';
    if (here() == (object ? '}' : ']')) {
      ++at_;
      open_.pop_back();
      continue;
    }
    if (here() != ',') return surprise(object ? "expected ',' or '}'" : "expected ',' or ']'");
    const size_t comma = at_++;
    skip_blank();
    if (here() == '}' || here() == ']') return fail_at(comma, "trailing comma");
    value_due_ = true;
    return !object || key();
  }
  skip_blank();
  return at_end() || surprise("text after the value");
}

std::optional<Fault> Scanner::run() {
  skip_blank();
  if (at_end()) return Fault{0, "empty"};
  while (value_due_) {
    if (!value() || (!value_due_ && !next())) break;
  }
  return fault_;
}

}  // namespace

std::optional<Fault> locate(std::string_view text, const Limits& limits) { return Scanner(text, limits).run(); }

}  // namespace cordon::json
