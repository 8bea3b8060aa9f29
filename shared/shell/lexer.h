// SPDX-License-Identifier: Apache-2.0
#pragma once
// Characters of a shell text as the shell sees them outside single quotes: backslash-newline does not exist.
// The parser asks for what may stand at its place (operator, reserved word, name); there is no token stream, because in
// shell the meaning of a character depends on who asks.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cordon::shell {

enum CharClass : std::uint8_t {
  kBlank = 1,      ///< space, tab
  kMeta = 2,       ///< ends an unquoted word: blank, newline and | & ; ( ) < >
  kSpecial = 4,    ///< may begin something inside an unquoted word: quotes, backslash, $, `
  kNameStart = 8,  ///< letter, _
  kDigit = 16,
  kDoubleSpecial = 32,  ///< begins something inside double quotes: " \ $ `
  kGlobOp = 64,         ///< ? * + @ ! before ( begin an extended pattern
  kExpands = 128,       ///< unquoted, may mean more than itself when it is expanded: * ? [ { ~
};
constexpr std::array<std::uint8_t, 256> make_char_classes() {
  std::array<std::uint8_t, 256> table{};
  const auto add = [&table](std::string_view chars, int mask) {
    for (const char c : chars) table[static_cast<unsigned char>(c)] |= static_cast<std::uint8_t>(mask);
  };
  add(" \t", kBlank | kMeta);
  add("\n|&;()<>", kMeta);
  add("'\"\\$`", kSpecial);
  add("\"\\$`", kDoubleSpecial);
  add("?*+@!", kGlobOp);
  add("*?[{~", kExpands);
  add("0123456789", kDigit);
  add("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", kNameStart);
  return table;
}
inline constexpr std::array<std::uint8_t, 256> kCharClasses = make_char_classes();
inline std::uint8_t char_class(char c) { return kCharClasses[static_cast<unsigned char>(c)]; }
inline bool has_class(char c, int mask) { return (char_class(c) & mask) != 0; }

class Lexer {
 public:
  Lexer(std::string_view text, std::size_t begin, std::size_t end) : text_(text), pos_(begin), end_(end) {}

  std::size_t pos() const { return pos_; }
  std::size_t end() const { return end_; }
  std::string_view text() const { return text_; }
  std::string_view slice(std::size_t from, std::size_t to) const { return text_.substr(from, to - from); }
  void seek(std::size_t pos) { pos_ = pos; }
  void set_end(std::size_t end) {
    end_ = end;
    asked_at_ = std::string_view::npos;
  }

  /// Next character after deleting backslash-newline pairs; '\0' at the end (see at_end()).
  char peek() {
    while (pos_ + 1 < end_ && text_[pos_] == '\\' && text_[pos_ + 1] == '\n') pos_ += 2;
    return pos_ < end_ ? text_[pos_] : '\0';
  }
  bool at_end() { return peek() == '\0' && pos_ >= end_; }
  char next() {
    const char c = peek();
    if (pos_ < end_) ++pos_;
    return c;
  }
  /// The character `ahead` places after peek(), continuation deleted; does not move.
  char peek_at(unsigned ahead);
  bool at(std::string_view op) { return peek() == op[0] && (op.size() == 1 || continues(op)); }
  /// Consumes `op` if it stands here.
  bool match(std::string_view op);
  /// Blanks, continuations and a comment.
  void skip_blanks();
  /// Reserved word (lower-case letters, or one of { } ! [[ ]]) standing alone here; empty if none. Does not move.
  std::string_view reserved();
  bool match_reserved(std::string_view word);

 private:
  bool continues(std::string_view op);
  std::string_view find_reserved();

  std::string_view text_;
  std::size_t asked_at_ = std::string_view::npos;  ///< reserved() is asked several times at one place
  std::string_view answer_;
  std::size_t pos_;
  std::size_t end_;
};

}  // namespace cordon::shell
