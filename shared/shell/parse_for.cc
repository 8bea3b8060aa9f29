// SPDX-License-Identifier: Apache-2.0
// while, until, for, select.
#include "shared/shell/parser_impl.h"

namespace cordon::shell {

void Parser::parse_loop(Command& command, CommandKind kind) {
  command.kind = kind;
  lex_.match(kind == CommandKind::kWhile ? "while" : "until");
  command.condition = s_.options.zsh ? zsh_condition() : parse_body("do");
  if (failed()) return;
  if (s_.options.zsh && !lex_.match_reserved("do")) {
    command.body = zsh_body();
    return;
  }
  command.body = parse_body("done");
}

void Parser::parse_for(Command& command, CommandKind kind) {
  command.kind = kind;
  lex_.match(kind == CommandKind::kFor ? "for" : "select");
  lex_.skip_blanks();
  if (kind == CommandKind::kFor && lex_.at("((") && !s_.options.posix) {
    lex_.match("((");
    command.kind = CommandKind::kArithFor;
    const std::size_t begin = lex_.pos();
    Part part;
    if (!parse_arithmetic(part)) {
      if (!failed()) fail(begin, "arithmetic not closed");
      return;
    }
    command.words = one_word(part, begin);
    lex_.skip_blanks();
    lex_.match(";");
    skip_newlines();
    return parse_for_body(command);
  }
  if (lex_.at_end() || has_class(lex_.peek(), kMeta)) return unexpected();
  const std::size_t begin = lex_.pos();
  command.name = scan_name();
  if (command.name.empty() || (!lex_.at_end() && !has_class(lex_.peek(), kMeta))) {
    lex_.seek(begin);
    parse_word(WordMode::kNormal);  // bash accepts it here and refuses at run time
    command.name = lex_.slice(begin, lex_.pos());
    if (failed()) return;
  }
  parse_for_list(command);
}

void Parser::parse_for_list(Command& command, bool foreach) {
  if (s_.options.zsh && parse_zsh_for(command, foreach)) return;
  if (failed()) return;
  lex_.skip_blanks();
  if (lex_.peek() == ';' && !lex_.at(";;")) {
    lex_.next();
    skip_newlines();
    return parse_for_body(command, foreach);
  }
  skip_newlines();
  if (lex_.match_reserved("in")) {
    command.has_list = true;
    const std::size_t mark = s_.words.size();
    for (;;) {
      lex_.skip_blanks();
      const bool process = !s_.options.posix && (lex_.at("<(") || lex_.at(">("));
      if (failed() || lex_.at_end() || (has_class(lex_.peek(), kMeta) && !process)) break;
      s_.words.push_back(parse_word(WordMode::kNormal));
    }
    command.words = s_.tree.arena.take(s_.words, mark);
    if (failed()) return;
    if (lex_.peek() == ';' && !lex_.at(";;")) {
      lex_.next();
    } else if (lex_.peek() != '\n') {
      return unexpected();
    }
    skip_newlines();
  }
  parse_for_body(command, foreach);
}

void Parser::parse_for_body(Command& command, bool foreach) {
  if (failed()) return;
  if (lex_.match_reserved("do")) {
    command.body = parse_body("done");
  } else if (lex_.match_reserved("{")) {
    command.body = parse_body("}");
  } else if (foreach) {
    ++foreach_;
    command.body = zsh_condition();
    --foreach_;
    if (failed()) return;
    if (!at_zsh_word("end")) return unexpected();
    lex_.match("end");
  } else if (s_.options.zsh && !end_of_list()) {
    command.body = zsh_body();
  } else {
    unexpected();
  }
}

}  // namespace cordon::shell
