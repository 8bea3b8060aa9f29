// SPDX-License-Identifier: Apache-2.0
#include "shared/shell/lexer.h"

namespace cordon::shell {
namespace {

constexpr std::string_view kReserved[] = {"!",  "[[",   "]]",   "{",      "}",     "if",   "then", "elif",  "else",     "fi",    "for",
                                          "in", "while", "until", "select", "case", "esac", "do",   "done", "function", "coproc", "time"};

}  // namespace

char Lexer::peek_at(unsigned ahead) {
  const std::size_t saved = pos_;
  peek();
  for (unsigned i = 0; i < ahead && pos_ < end_; ++i) {
    ++pos_;
    peek();
  }
  const char c = pos_ < end_ ? text_[pos_] : '\0';
  pos_ = saved;
  return c;
}

bool Lexer::continues(std::string_view op) {
  for (unsigned i = 1; i < op.size(); ++i) {
    if (peek_at(i) != op[i]) return false;
  }
  return true;
}

bool Lexer::match(std::string_view op) {
  if (!at(op)) return false;
  for (std::size_t i = 0; i < op.size(); ++i) next();
  return true;
}

void Lexer::skip_blanks() {
  while (has_class(peek(), kBlank)) ++pos_;
  if (peek() != '#' || pos_ >= end_) return;
  // A # that glues to a previous character is no comment; callers come here only between words.
  const std::size_t newline = text_.find('\n', pos_);
  pos_ = newline == std::string_view::npos || newline > end_ ? end_ : newline;
}

std::string_view Lexer::reserved() {
  peek();
  if (asked_at_ != pos_) {
    answer_ = find_reserved();
    asked_at_ = pos_;
  }
  return answer_;
}

std::string_view Lexer::find_reserved() {
  const char first = peek();
  if (!(first >= 'a' && first <= 'w') && first != '{' && first != '}' && first != '!' && first != '[' && first != ']') return {};
  const std::size_t saved = pos_;
  char buffer[9];
  std::size_t size = 0;
  while (size < sizeof buffer) {
    const char c = peek();
    if (pos_ >= end_ || has_class(c, kMeta)) break;
    buffer[size++] = c;
    ++pos_;
  }
  pos_ = saved;
  if (size == sizeof buffer) return {};
  const std::string_view word(buffer, size);
  for (const std::string_view candidate : kReserved) {
    if (candidate[0] == first && candidate == word) return candidate;
  }
  return {};
}

bool Lexer::match_reserved(std::string_view word) {
  if (reserved() != word) return false;
  for (std::size_t i = 0; i < word.size(); ++i) next();
  return true;
}

}  // namespace cordon::shell
