// SPDX-License-Identifier: Apache-2.0
// [[ … ]]: only the operands matter later, the operators are checked and forgotten.
#include "shared/shell/parser_impl.h"

namespace cordon::shell {

void Parser::parse_condition(Command& command) {
  command.kind = CommandKind::kCondition;
  lex_.match("[[");
  const std::size_t begin = lex_.pos();
  const std::size_t mark = s_.words.size();
  skip_newlines();
  condition_or();
  if (!failed()) skip_newlines();
  command.words = s_.tree.arena.take(s_.words, mark);
  if (failed()) return;
  command.name = lex_.slice(begin, lex_.pos());
  if (!lex_.match_reserved("]]")) unexpected();
}

void Parser::condition_or() {
  const Depth depth(*this);
  while (!failed()) {
    condition_and();
    if (failed()) return;
    skip_newlines();
    if (!lex_.match("||")) return;
    skip_newlines();
  }
}

void Parser::condition_and() {
  while (!failed()) {
    condition_term();
    if (failed()) return;
    skip_newlines();
    if (!lex_.match("&&")) return;
    skip_newlines();
  }
}

void Parser::condition_term() {
  skip_newlines();
  while (lex_.match_reserved("!")) skip_newlines();
  if (lex_.match("(")) {
    condition_or();
    if (failed()) return;
    skip_newlines();
    if (!lex_.match(")")) unexpected();
    return;
  }
  condition_words();
}

namespace {

bool is_unary(std::string_view op) {
  return op.size() == 2 && op[0] == '-' && std::string_view("abcdefghkprstuwxGLNORSovzn").find(op[1]) != std::string_view::npos;
}

bool is_binary(std::string_view op) {
  static constexpr std::string_view kOperators[] = {"=", "==", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"};
  for (const std::string_view candidate : kOperators) {
    if (op == candidate) return true;
  }
  return false;
}

std::string_view plain(const WordNode& word) {
  return word.parts.size == 1 && word.parts[0].kind == PartKind::kText ? word.parts[0].text : std::string_view{};
}

}  // namespace

/// The right side of a binary operator, if one stands here.
bool Parser::condition_rhs() {
  lex_.skip_blanks();
  if ((lex_.peek() == '<' || lex_.peek() == '>') && lex_.peek_at(1) != '(') {
    lex_.next();
    lex_.skip_blanks();
    s_.words.push_back(parse_word(WordMode::kNormal));
    return true;
  }
  const Snapshot saved = snapshot();
  std::string op;
  while (!lex_.at_end() && !has_class(lex_.peek(), kMeta) && op.size() < 4) op += lex_.next();
  if (!is_binary(op) || lex_.at_end() || !has_class(lex_.peek(), kMeta)) {
    restore(saved);
    return false;
  }
  lex_.skip_blanks();
  const bool regex = op == "=~";
  const char c = lex_.peek();
  if (lex_.at_end() || c == '\n' || (has_class(c, kMeta) && !regex && !lex_.at("<(") && !lex_.at(">(") && c != '(')) {
    unexpected();
    return true;
  }
  const bool pattern = op == "==" || op == "=" || op == "!=";
  s_.words.push_back(parse_word(regex ? WordMode::kRegex : pattern ? WordMode::kPattern : WordMode::kNormal));
  return true;
}

void Parser::condition_words() {
  lex_.skip_blanks();
  const char c = lex_.peek();
  if (lex_.at_end() || (has_class(c, kMeta) && !lex_.at("<(") && !lex_.at(">("))) return unexpected();
  if (lex_.reserved() == "]]") return unexpected();
  const WordNode first = parse_word(WordMode::kNormal);
  if (failed()) return;
  s_.words.push_back(first);
  if (condition_rhs() || failed()) return;
  if (!is_unary(plain(first))) return;
  skip_newlines();
  const char d = lex_.peek();
  if (lex_.at_end() || (has_class(d, kMeta) && !lex_.at("<(") && !lex_.at(">(")) || lex_.reserved() == "]]") return;
  s_.words.push_back(parse_word(WordMode::kNormal));
}

}  // namespace cordon::shell
