// SPDX-License-Identifier: Apache-2.0
// zsh's short forms: if [[ … ]] { … } else { … }, while [[ … ]] { … }, for x (a b) cmd, repeat 2 { … }, foreach … end,
// { … } always { … }, () { … } args. Every form was run in zsh 5.9.
#include "shared/shell/parser_impl.h"

namespace cordon::shell {

bool Parser::at_zsh_word(std::string_view word) {
  if (!s_.options.zsh || !lex_.at(word)) return false;
  const char c = lex_.peek_at(static_cast<unsigned>(word.size()));
  return c == '\0' || has_class(c, kMeta);
}

/// An item that holds this one command.
AndOr Parser::item_of(const Command* command) {
  s_.commands.push_back(command);
  Pipeline pipeline;
  pipeline.range = command->range;
  pipeline.commands = s_.tree.arena.take(s_.commands, s_.commands.size() - 1);
  s_.pipelines.push_back(pipeline);
  AndOr item;
  item.range = command->range;
  item.pipelines = s_.tree.arena.take(s_.pipelines, s_.pipelines.size() - 1);
  return item;
}

const Script* Parser::script_of(const AndOr& item) {
  s_.items.push_back(item);
  Script* script = s_.tree.arena.make<Script>();
  script->range = item.range;
  script->items = s_.tree.arena.take(s_.items, s_.items.size() - 1);
  return script;
}

/// A list that may end without its separator: `while [[ x ]] {`.
const Script* Parser::zsh_condition() {
  Script* script = s_.tree.arena.make<Script>();
  *script = parse_list(false);
  if (!failed() && script->items.empty()) unexpected();
  return script;
}

/// `{ … }`, or one command, or nothing where the text ends.
const Script* Parser::zsh_body() {
  lex_.skip_blanks();
  if (lex_.match("{")) return parse_body("}");
  if (end_of_list() || lex_.peek() == '\n' || lex_.peek() == ';') return s_.tree.arena.make<Script>();
  const AndOr item = parse_and_or();
  return failed() ? s_.tree.arena.make<Script>() : script_of(item);
}

/// What follows a condition that no `then` follows.
void Parser::parse_zsh_if(Command& command) {
  const bool braces = lex_.peek() == '{';
  command.body = zsh_body();
  if (!failed() && command.body->items.empty()) return unexpected();
  if (failed() || !braces) return;
  lex_.skip_blanks();
  if (lex_.reserved() == "elif") return parse_elif(command);
  if (!lex_.match_reserved("else")) return;
  skip_newlines();
  command.otherwise = lex_.match("{") ? parse_body("}") : parse_body("fi");
}

/// for x (a b), for x y (a b c d): the words, several names.
bool Parser::parse_zsh_for(Command& command, bool foreach) {
  const std::size_t names = s_.assigns.size();
  for (lex_.skip_blanks(); !lex_.at_end() && !has_class(lex_.peek(), kMeta) && lex_.reserved() != "in" && lex_.reserved() != "do" && lex_.peek() != '{'; lex_.skip_blanks()) {
    const std::string_view name = scan_name();
    if (name.empty()) return unexpected(), true;
    AssignNode& node = s_.assigns.emplace_back();
    node.name = name;
  }
  command.assignments = s_.tree.arena.take(s_.assigns, names);
  if (!lex_.match("(")) return false;
  command.has_list = true;
  const std::size_t mark = s_.words.size();
  for (skip_newlines(); !failed() && !lex_.at_end() && !has_class(lex_.peek(), kMeta); skip_newlines()) s_.words.push_back(parse_word(WordMode::kNormal));
  command.words = s_.tree.arena.take(s_.words, mark);
  if (failed()) return true;
  if (!lex_.match(")")) return unexpected(), true;
  lex_.skip_blanks();
  if (lex_.peek() == ';' && !lex_.at(";;")) lex_.next();
  skip_newlines();
  parse_for_body(command, foreach);
  return true;
}

/// foreach x (a b) … end, foreach x in a b; … end
void Parser::parse_foreach(Command& command) {
  lex_.match("foreach");
  command.kind = CommandKind::kFor;
  lex_.skip_blanks();
  command.name = scan_name();
  if (command.name.empty()) return unexpected();
  parse_for_list(command, true);
}

/// repeat 2 { … }
void Parser::parse_repeat(Command& command) {
  lex_.match("repeat");
  command.kind = CommandKind::kArithFor;
  lex_.skip_blanks();
  if (lex_.at_end() || has_class(lex_.peek(), kMeta)) return unexpected();
  s_.words.push_back(parse_word(WordMode::kNormal));
  command.words = s_.tree.arena.take(s_.words, s_.words.size() - 1);
  if (failed()) return;
  lex_.skip_blanks();
  if (lex_.peek() == ';' && !lex_.at(";;")) lex_.next();
  skip_newlines();
  parse_for_body(command);
}

/// `() { … } a b`, `function { … } a b`: a function that is called at once. The words are its arguments.
void Parser::parse_anonymous(Command& command) {
  command.kind = CommandKind::kGroup;
  command.has_list = true;
  skip_newlines();
  if (!lex_.match("{")) {
    command.body = zsh_body();
    if (!failed() && command.body->items.empty()) unexpected();
    return;
  }
  command.body = parse_body("}");
  const std::size_t mark = s_.words.size();
  for (lex_.skip_blanks(); !failed() && !lex_.at_end() && !has_class(lex_.peek(), kMeta) && lex_.peek() != '}'; lex_.skip_blanks()) s_.words.push_back(parse_word(WordMode::kNormal));
  command.words = s_.tree.arena.take(s_.words, mark);
}

/// { … } always { … }: the second runs after return and break, too.
void Parser::parse_always(Command& command) {
  lex_.skip_blanks();
  if (failed() || !at_zsh_word("always")) return;
  lex_.match("always");
  skip_newlines();
  if (!lex_.match("{")) return unexpected();
  command.otherwise = parse_body("}");
}

}  // namespace cordon::shell
