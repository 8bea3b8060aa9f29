// SPDX-License-Identifier: Apache-2.0
// Compound commands, functions, coproc.
#include "shared/shell/parser_impl.h"

namespace cordon::shell {

bool Parser::parse_compound(Command& command) {
  if (lex_.peek() == '(') return parse_paren(command);
  const std::string_view word = s_.options.zsh && lex_.peek() == '{' ? "{" : lex_.reserved();  // zsh: `{git add -A}` is a group, too
  if (at_zsh_word("foreach")) return parse_foreach(command), true;
  if (at_zsh_word("repeat")) return parse_repeat(command), true;
  if (word.empty()) return false;
  if (s_.options.posix && (word == "[[" || word == "function" || word == "select" || word == "coproc" || word == "time")) {
    s_.tree.dialect_matters = true;
    return false;
  }
  if (word == "{") {
    lex_.match(word);
    command.kind = CommandKind::kGroup;
    command.body = parse_body("}");
    if (s_.options.zsh) parse_always(command);
  } else if (word == "if") {
    lex_.match(word);
    parse_if(command);
  } else if (word == "while") {
    parse_loop(command, CommandKind::kWhile);
  } else if (word == "until") {
    parse_loop(command, CommandKind::kUntil);
  } else if (word == "for") {
    parse_for(command, CommandKind::kFor);
  } else if (word == "select") {
    parse_for(command, CommandKind::kSelect);
  } else if (word == "case") {
    parse_case(command);
  } else if (word == "[[") {
    parse_condition(command);
  } else if (word == "function") {
    parse_function_keyword(command);
  } else if (word == "coproc") {
    parse_coproc(command);
  } else if (word == "in" || word == "]]" || word == "!" || word == "time") {
    return false;
  } else {
    unexpected();
  }
  return true;
}

/// A list that must not be empty, then its closing word.
const Script* Parser::parse_body(std::string_view terminator) {
  Script* script = s_.tree.arena.make<Script>();
  *script = parse_list(false);
  if (failed()) return script;
  if (script->items.empty()) {
    unexpected();
  } else if (!lex_.match_reserved(terminator)) {
    unexpected();
  }
  return script;
}

bool Parser::parse_paren(Command& command) {
  const std::size_t begin = lex_.pos();
  if (lex_.at("((")) {
    s_.tree.dialect_matters = true;
    if (!s_.options.posix) {
      lex_.match("((");
      Part part;
      if (parse_arithmetic(part)) {
        command.kind = CommandKind::kArithmetic;
        command.words = one_word(part, begin);
        return true;
      }
      if (failed()) return true;
      lex_.seek(begin);
    }
  }
  if (s_.options.zsh && lex_.match("()")) return parse_anonymous(command), true;
  lex_.next();
  command.kind = CommandKind::kSubshell;
  Script* script = s_.tree.arena.make<Script>();
  *script = parse_list(false);
  command.body = script;
  if (failed()) return true;
  if (script->items.empty() || !lex_.match(")")) unexpected();
  return true;
}

void Parser::parse_if(Command& command) {
  const Depth depth(*this);
  if (failed()) return;
  command.kind = CommandKind::kIf;
  command.condition = s_.options.zsh ? zsh_condition() : parse_body("then");
  if (failed()) return;
  if (s_.options.zsh && !lex_.match_reserved("then")) return parse_zsh_if(command);
  Script* body = s_.tree.arena.make<Script>();
  *body = parse_list(false);
  command.body = body;
  if (failed()) return;
  if (body->items.empty()) return unexpected();
  if (lex_.match_reserved("fi")) return;
  if (lex_.match_reserved("else")) {
    command.otherwise = parse_body("fi");
    return;
  }
  parse_elif(command);
}

/// `elif` is an `if` alone in the else part.
void Parser::parse_elif(Command& command) {
  const std::size_t begin = lex_.pos();
  if (!lex_.match_reserved("elif")) return unexpected();
  Command* inner = s_.tree.arena.make<Command>();
  parse_if(*inner);
  inner->range = range(begin, lex_.pos());
  command.otherwise = script_of(item_of(inner));
}

void Parser::parse_case(Command& command) {
  command.kind = CommandKind::kCase;
  lex_.match("case");
  lex_.skip_blanks();
  if (lex_.at_end() || has_class(lex_.peek(), kMeta)) {
    if (!lex_.at("<(") && !lex_.at(">(")) return unexpected();
  }
  s_.words.push_back(parse_word(WordMode::kNormal));
  command.words = s_.tree.arena.take(s_.words, s_.words.size() - 1);
  if (failed()) return;
  skip_newlines();
  const std::string_view end = s_.options.zsh && lex_.match("{") ? "}" : "esac";
  if (end == "esac" && !lex_.match_reserved("in")) return unexpected();
  const std::size_t mark = s_.clauses.size();
  while (!failed()) {
    skip_newlines();
    if (lex_.match_reserved(end)) break;
    const CaseClause clause = parse_clause();
    if (failed()) break;
    s_.clauses.push_back(clause);
    if (!clause.end.empty()) continue;
    if (!lex_.match_reserved(end)) unexpected();
    break;
  }
  command.clauses = s_.tree.arena.take(s_.clauses, mark);
}

CaseClause Parser::parse_clause() {
  CaseClause clause;
  const std::size_t mark = s_.words.size();
  lex_.match("(");
  for (;;) {
    lex_.skip_blanks();
    const bool process = lex_.at("<(") || lex_.at(">(");
    if (lex_.at_end() || (has_class(lex_.peek(), kMeta) && !process)) {
      unexpected();
      break;
    }
    s_.words.push_back(parse_word(WordMode::kPattern));
    if (failed()) break;
    lex_.skip_blanks();
    if (lex_.match("|")) continue;
    if (!lex_.match(")")) unexpected();
    break;
  }
  clause.patterns = s_.tree.arena.take(s_.words, mark);
  if (failed()) return clause;
  Script* body = s_.tree.arena.make<Script>();
  *body = parse_list(false);
  clause.body = body;
  if (failed()) return clause;
  for (const std::string_view end : {std::string_view(";;&"), std::string_view(";;"), std::string_view(";&")}) {
    if (!lex_.match(end)) continue;
    clause.end = end;
    break;
  }
  return clause;
}

}  // namespace cordon::shell
