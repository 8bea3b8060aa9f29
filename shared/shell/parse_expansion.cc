// SPDX-License-Identifier: Apache-2.0
// Everything that begins with $ or `, and process substitution.
#include "shared/shell/parser_impl.h"

namespace cordon::shell {

void Parser::parse_dollar(WordMode mode) {
  const std::size_t begin = lex_.pos();
  lex_.next();
  const char c = lex_.peek();
  const bool quoted = mode == WordMode::kDouble || mode == WordMode::kHereDoc || mode == WordMode::kParamQuoted || mode == WordMode::kParamHereDoc;
  if (c == '(') return parse_dollar_paren(begin);
  if (c == '{') return parse_dollar_brace(mode, begin);
  if (c == '[' && !s_.options.posix) {
    lex_.next();
    Part part;
    part.kind = PartKind::kArithmetic;
    const Depth depth(*this);
    part.parts = parse_word(WordMode::kBracket).parts;
    if (failed()) return;
    if (!lex_.match("]")) return fail(begin, "arithmetic not closed");
    return add_part(part, begin);
  }
  if (c == '\'' && !quoted) {
    s_.tree.dialect_matters = true;
    if (!s_.options.posix) return parse_ansi(begin);
  }
  if (c == '"' && !quoted && s_.options.zsh) return literal(PartKind::kText, begin, lex_.slice(begin, begin + 1));
  if (c == '"' && !quoted) {
    s_.tree.dialect_matters = true;
    if (!s_.options.posix) {
      lex_.next();
      return parse_double(PartKind::kLocale, begin);
    }
  }
  Parameter* parameter = s_.tree.arena.make<Parameter>();
  if (has_class(c, kNameStart)) {
    parameter->name = scan_name();
  } else if (has_class(c, kDigit) || std::string_view("@*#?-$!").find(c) != std::string_view::npos) {
    if (lex_.at_end()) return literal(PartKind::kText, begin, lex_.slice(begin, begin + 1));
    const std::size_t at = lex_.pos();
    lex_.next();
    while (s_.options.zsh && has_class(c, kDigit) && has_class(lex_.peek(), kDigit)) lex_.next();  // $10 is the tenth
    parameter->name = lex_.slice(at, lex_.pos());
  } else {
    return literal(PartKind::kText, begin, lex_.slice(begin, begin + 1));
  }
  if (s_.options.zsh && lex_.peek() == '[') {
    lex_.next();
    const Depth depth(*this);
    parameter->has_subscript = true;
    parameter->subscript = parse_word(WordMode::kBracket);
    if (failed()) return;
    if (!lex_.match("]")) return fail(begin, "subscript not closed");
  }
  Part part;
  part.kind = PartKind::kParameter;
  part.parameter = parameter;
  add_part(part, begin);
}

/// The list up to the ) of a substitution, which is consumed.
const Script* Parser::parse_substitution() {
  const Depth depth(*this);
  Script* script = s_.tree.arena.make<Script>();
  if (failed()) return script;
  const std::size_t base = pending_base_;
  pending_base_ = pending_.size();
  ++substitutions_;
  *script = parse_list(false);
  if (!failed() && !lex_.match(")")) unexpected();
  --substitutions_;
  const std::size_t own = pending_base_;
  pending_base_ = base;
  ++substitutions_;
  close_here_docs(own);
  --substitutions_;
  return script;
}

/// After `((`: the expression and `))`. False, with the place refuted and nothing consumed, if it is something else.
bool Parser::parse_arithmetic(Part& part) {
  const char* place = lex_.text().data() + lex_.pos();
  if (s_.refuted.contains(place)) return false;
  const Depth depth(*this);
  const Snapshot saved = snapshot();
  part.kind = PartKind::kArithmetic;
  part.parts = parse_word(WordMode::kArith).parts;
  if (!failed() && lex_.match("))")) {
    part.range = range(saved.pos, lex_.pos());
    return true;
  }
  s_.refuted.insert(place);
  restore(saved);
  return false;
}

void Parser::parse_dollar_paren(std::size_t begin) {
  lex_.next();
  Part part;
  if (lex_.peek() == '(') {
    const std::size_t inner = lex_.pos();
    lex_.next();
    if (parse_arithmetic(part)) return add_part(part, begin);
    if (failed()) return;
    lex_.seek(inner);
  }
  part.kind = PartKind::kCommand;
  part.script = parse_substitution();
  if (!failed()) add_part(part, begin);
}

void Parser::parse_process(char direction) {
  const std::size_t begin = lex_.pos();
  lex_.next();
  lex_.next();
  Part part;
  part.kind = direction == '<' ? PartKind::kProcessIn : PartKind::kProcessOut;
  part.script = parse_substitution();
  if (!failed()) add_part(part, begin);
}

/// `…`: backslash quotes $ ` \ (and " inside double quotes); the rest is a text of its own.
void Parser::parse_backquote(WordMode mode) {
  const Depth depth(*this);
  if (failed()) return;
  const std::size_t begin = lex_.pos();
  const std::string_view text = lex_.text();
  std::size_t at = begin + 1;
  std::string copy;
  bool changed = false;
  const bool in_double = mode == WordMode::kDouble || mode == WordMode::kParamQuoted;
  for (; at < lex_.end() && text[at] != '`'; ++at) {
    if (text[at] == '\\' && at + 1 < lex_.end()) {
      const char c = text[at + 1];
      const bool drop = c == '$' || c == '`' || c == '\\' || (c == '"' && in_double);
      if (drop && !changed) {
        changed = true;
        copy = lex_.slice(begin + 1, at);
      }
      if (!drop && changed) copy += '\\';
      ++at;
    }
    if (changed) copy += text[at];
  }
  if (at >= lex_.end()) return fail(begin, "backquote not closed");
  lex_.seek(at + 1);
  const std::string_view inside = changed ? s_.tree.arena.copy(copy) : lex_.slice(begin + 1, at);
  Parser inner(s_, inside, in_place_ && !changed, range(begin, at + 1));
  Part part;
  part.kind = PartKind::kBackquote;
  part.script = inner.whole_script();
  if (!failed()) add_part(part, begin);
}

void Parser::parse_dollar_brace(WordMode mode, std::size_t begin) {
  const Depth depth(*this);
  if (failed()) return;
  lex_.next();
  const char c = lex_.peek();
  Part part;
  if (c == ' ' || c == '\t' || c == '\n' || c == '|') {
    if (c == '|') lex_.next();
    part.kind = PartKind::kFunctionBody;
    part.script = parse_body("}");
    if (!failed()) add_part(part, begin);
    return;
  }
  Parameter* parameter = s_.tree.arena.make<Parameter>();
  parameter->braces = true;
  part.kind = PartKind::kParameter;
  part.parameter = parameter;
  parse_parameter(mode, *parameter);
  if (failed()) return;
  if (lex_.peek() != '}') {  // bash finds the } and complains when it expands
    part.kind = PartKind::kUnknown;
    parameter->word = parse_word(WordMode::kParam);
    part.parts = parameter->word.parts;
    if (failed()) return;
  }
  if (!lex_.match("}")) return fail(begin, "brace not closed");
  add_part(part, begin);
}

bool Parser::parse_parameter_name(Parameter& parameter) {
  const char c = lex_.peek();
  if (lex_.at_end()) return false;
  if (has_class(c, kNameStart)) {
    parameter.name = scan_name();
  } else if (has_class(c, kDigit)) {
    const std::size_t at = lex_.pos();
    while (has_class(lex_.peek(), kDigit)) lex_.next();
    parameter.name = lex_.slice(at, lex_.pos());
  } else if (std::string_view("@*#?-$!").find(c) != std::string_view::npos) {
    const std::size_t at = lex_.pos();
    lex_.next();
    parameter.name = lex_.slice(at, at + 1);
  } else {
    return false;
  }
  if (lex_.peek() == '[' && !s_.options.posix) {
    lex_.next();
    parameter.has_subscript = true;
    parameter.subscript = parse_word(WordMode::kBracket);
    if (!failed() && !lex_.match("]")) fail_here("subscript not closed");
  }
  return true;
}

void Parser::parse_parameter(WordMode mode, Parameter& parameter) {
  const char after = lex_.peek_at(1);
  const bool name_follows = has_class(after, kNameStart | kDigit) || std::string_view("@*?!$-#").find(after) != std::string_view::npos;
  if (lex_.peek() == '#' && name_follows && after != '\0') {
    // ${#x} ${#@} ${##} ${#-}, but ${#-x} and ${##x} are the parameter # with an operator.
    const Snapshot saved = snapshot();
    lex_.next();
    parameter.op = ParameterOp::kLength;
    if (parse_parameter_name(parameter) && !failed() && lex_.peek() == '}') return;
    if (failed()) return;
    restore(saved);
    parameter = Parameter();
    parameter.braces = true;
  } else if (lex_.peek() == '!' && name_follows && after != '\0' && after != '-') {
    lex_.next();
    parameter.indirect = true;
  }
  if (!parse_parameter_name(parameter) || failed() || lex_.peek() == '}') return;
  parse_parameter_op(parameter);
  if (parameter.op == ParameterOp::kNone || failed()) return;
  const bool in_double = mode == WordMode::kDouble || mode == WordMode::kParamQuoted;
  const bool in_doc = mode == WordMode::kHereDoc || mode == WordMode::kParamHereDoc;
  const bool plain = parameter.op == ParameterOp::kDefault || parameter.op == ParameterOp::kAssign || parameter.op == ParameterOp::kError ||
                     parameter.op == ParameterOp::kAlternate;
  const WordMode inner = plain && in_double ? WordMode::kParamQuoted : plain && in_doc ? WordMode::kParamHereDoc : WordMode::kParam;
  parameter.word = parse_word(inner);
}

void Parser::parse_parameter_op(Parameter& parameter) {
  const char c = lex_.peek();
  const auto single = [&](ParameterOp op) {
    parameter.op = op;
    lex_.next();
  };
  const auto twice = [&](ParameterOp op, char second) {
    single(op);
    parameter.doubled = lex_.peek() == second;
    if (parameter.doubled) lex_.next();
  };
  const auto alternative = [&](char op) {
    switch (op) {
      case '-': single(ParameterOp::kDefault); return true;
      case '=': single(ParameterOp::kAssign); return true;
      case '?': single(ParameterOp::kError); return true;
      case '+': single(ParameterOp::kAlternate); return true;
      default: return false;
    }
  };
  if (parameter.indirect && (c == '*' || c == '@') && lex_.peek_at(1) == '}') return single(ParameterOp::kNames);
  if (alternative(c)) return;
  switch (c) {
    case ':':
      lex_.next();
      parameter.colon = true;
      if (!alternative(lex_.peek())) parameter.op = ParameterOp::kSlice;
      return;
    case '#': return twice(ParameterOp::kRemovePrefix, '#');
    case '%': return twice(ParameterOp::kRemoveSuffix, '%');
    case '/': return twice(ParameterOp::kReplace, '/');
    case '^': return twice(ParameterOp::kUpper, '^');
    case ',': return twice(ParameterOp::kLower, ',');
    case '@': return single(ParameterOp::kTransform);
    default: return;
  }
}

}  // namespace cordon::shell
