// SPDX-License-Identifier: Apache-2.0
// Functions and coprocesses.
#include "shared/shell/parser_impl.h"

namespace cordon::shell {

std::string text_of(const WordNode& word) {
  std::string out;
  for (const Part& part : word.parts) {
    out += part.text;
    for (const Part& quoted : part.parts) out += quoted.text;
  }
  return out;
}

/// function NAME …
void Parser::parse_function_keyword(Command& command) {
  lex_.match("function");
  lex_.skip_blanks();
  if (s_.options.zsh && (lex_.peek() == '{' || lex_.match("()"))) return parse_anonymous(command);
  const std::size_t words = s_.words.size();
  do {
    if (lex_.at_end() || has_class(lex_.peek(), kMeta)) return unexpected();
    s_.words.push_back(parse_word(WordMode::kNormal));
    lex_.skip_blanks();
  } while (s_.options.zsh && !failed() && !lex_.at_end() && !has_class(lex_.peek(), kMeta) && lex_.peek() != '{');  // function f g { … }
  command.words = s_.tree.arena.take(s_.words, words);
  parse_function(command, words);
}

/// After `NAME` or `function NAME`: ( ) and the body. The names of the first form start at `words`; only zsh takes several.
void Parser::parse_function(Command& command, std::size_t words) {
  command.kind = CommandKind::kFunction;
  const bool keyword = command.words.size != 0;
  if (!keyword) command.words = s_.tree.arena.take(s_.words, words);
  command.name = s_.tree.arena.copy(text_of(command.words[0]));
  lex_.skip_blanks();
  if (lex_.match("(")) {
    if (!s_.options.zsh) lex_.skip_blanks();  // zsh takes `( )` for a pattern
    if (!lex_.match(")")) return unexpected();
  } else if (!keyword) {
    return unexpected();
  }
  skip_newlines();
  parse_function_body(command);
}

bool Parser::starts_compound() {
  if (lex_.peek() == '(' || (s_.options.zsh && lex_.peek() == '{')) return true;
  const std::string_view word = lex_.reserved();
  static constexpr std::string_view kOpeners[] = {"{", "if", "while", "until", "for", "select", "case", "[["};
  for (const std::string_view opener : kOpeners) {
    if (word == opener) return true;
  }
  return false;
}

void Parser::parse_function_body(Command& command) {
  if (!starts_compound() && !s_.options.zsh) return unexpected();  // zsh: f() echo x
  command.inner = parse_command();
}

void Parser::parse_coproc(Command& command) {
  command.kind = CommandKind::kCoproc;
  lex_.match("coproc");
  lex_.skip_blanks();
  if (!starts_compound()) {
    // `coproc NAME compound`: the name counts only before a compound command.
    const Snapshot saved = snapshot();
    const std::string_view name = scan_name();
    const bool blank = has_class(lex_.peek(), kBlank);
    lex_.skip_blanks();
    if (!name.empty() && blank && starts_compound()) {
      command.name = name;
    } else {
      restore(saved);
    }
  }
  command.inner = parse_command();
}

}  // namespace cordon::shell
