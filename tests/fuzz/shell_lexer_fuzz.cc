// SPDX-License-Identifier: Apache-2.0
// The lexer asked in any order: it moves only when told to, never past the end, and sees no backslash-newline.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "shared/shell/ansi_c.h"
#include "shared/shell/lexer.h"

using cordon::shell::Lexer;

namespace {

constexpr std::string_view kOperators[] = {"&&", "||", ";;", "<<-", "<<<", "((", "))", "|&", ">|", "$("};
constexpr std::string_view kWords[] = {"if", "then", "{", "}", "[[", "]]", "!", "function", "time", "esac"};

void check(bool good) {
  if (!good) std::abort();
}

/// What only looks does not move.
void look(Lexer& lexer, std::uint8_t what) {
  const char c = lexer.peek();
  const std::size_t at = lexer.pos();
  check(at <= lexer.end());
  check(lexer.peek_at(0) == c);
  lexer.peek_at(what);
  lexer.at(kOperators[what % 10]);
  const std::string_view word = lexer.reserved();
  check(word == lexer.reserved() && word.size() <= 8);
  check(lexer.pos() == at && lexer.peek() == c);
}

void move(Lexer& lexer, std::uint8_t what) {
  const std::size_t at = lexer.pos();
  switch (what % 4) {
    case 0:
      if (!lexer.match(kOperators[what / 4 % 10])) lexer.next();
      break;
    case 1:
      if (!lexer.match_reserved(kWords[what / 4 % 10])) lexer.next();
      break;
    case 2: lexer.skip_blanks(); [[fallthrough]];
    default: lexer.next();
  }
  check(lexer.pos() > at || lexer.at_end());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  Lexer lexer(text, 0, text.size());
  for (std::uint8_t turn = data[0]; !lexer.at_end(); turn = static_cast<std::uint8_t>(turn * 5 + 1)) {
    look(lexer, turn);
    move(lexer, static_cast<std::uint8_t>(turn >> 2));
  }
  check(lexer.pos() == text.size() && lexer.peek() == '\0');
  check(cordon::shell::decode_ansi_c(text).size() <= 4 * text.size() + 4);
  return 0;
}
