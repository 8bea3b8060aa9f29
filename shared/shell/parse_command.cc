// SPDX-License-Identifier: Apache-2.0
// Simple commands: assignments, words, redirections.
#include "shared/shell/parser_impl.h"

namespace cordon::shell {

const Command* Parser::parse_command() {
  const Depth depth(*this);
  count(s_.commands_seen, s_.options.commands, "too many commands");
  Command* command = s_.tree.arena.make<Command>();
  if (failed()) return command;
  lex_.skip_blanks();
  const std::size_t begin = lex_.pos();
  if (parse_compound(*command)) {
    const std::size_t mark = s_.redirects.size();
    while (!failed() && command->kind != CommandKind::kFunction && command->kind != CommandKind::kCoproc) {
      lex_.skip_blanks();
      if (!parse_redirect()) break;
    }
    command->redirects = s_.tree.arena.take(s_.redirects, mark);
  } else if (!failed()) {
    parse_simple(*command);
  }
  command->range = range(begin, lex_.pos());
  return command;
}

void Parser::parse_simple(Command& command) {
  const std::size_t words = s_.words.size();
  const std::size_t assigns = s_.assigns.size();
  const std::size_t redirects = s_.redirects.size();
  bool declaring = false;
  while (!failed()) {
    lex_.skip_blanks();
    if (lex_.at_end() || closes_group()) break;
    if (s_.options.zsh && lex_.peek() == '{' && s_.words.size() == words) return unexpected();  // `>x {git add -A}` is a group, `a=b {` an error
    if (parse_redirect()) continue;
    if (failed()) break;
    const char c = lex_.peek();
    const bool names = s_.words.size() == words + 1 || (s_.options.zsh && s_.words.size() > words && lex_.at("()"));  // zsh: f g () { … }
    if (c == '(' && names && s_.assigns.size() == assigns && s_.redirects.size() == redirects) return parse_function(command, words);
    const bool process = (c == '<' || c == '>') && lex_.peek_at(1) == '(' && !s_.options.posix;
    if (has_class(c, kMeta) && !process) break;
    const bool first = s_.words.size() == words;
    if ((first || declaring) && parse_assignment(!first)) {
      declaring = declaring || (s_.words.size() > words && declares(words));
      continue;
    }
    if (failed()) break;
    s_.words.push_back(parse_word(WordMode::kNormal));
    if (first) declaring = declares(words);
  }
  if (!failed() && s_.words.size() == words && s_.assigns.size() == assigns && s_.redirects.size() == redirects) unexpected();
  if (!failed() && lex_.peek() == '(') unexpected();
  command.words = s_.tree.arena.take(s_.words, words);
  command.assignments = s_.tree.arena.take(s_.assigns, assigns);
  command.redirects = s_.tree.arena.take(s_.redirects, redirects);
  note_shopt(command);
}

namespace {

/// Text of a word that is one run of unquoted characters, else empty.
std::string_view plain(const WordNode& word) {
  return word.parts.size == 1 && word.parts[0].kind == PartKind::kText ? word.parts[0].text : std::string_view{};
}

}  // namespace

/// After these words NAME=(…) is still an assignment.
bool Parser::declares(std::size_t first_word) const {
  static constexpr std::string_view kNames[] = {"declare", "typeset", "local", "export", "readonly", "alias", "eval", "let"};
  const std::string_view word = plain(s_.words[first_word]);
  if (word.empty()) return false;
  for (const std::string_view name : kNames) {
    if (word == name) return true;
  }
  return false;
}

void Parser::note_shopt(const Command& command) {
  if (command.words.size < 3 || plain(command.words[0]) != "shopt" || plain(command.words[1]) != "-s") return;
  for (const WordNode& word : command.words) {
    if (plain(word) == "extglob") s_.extglob_next = true;
  }
}

/// A name standing here, continuation deleted; empty and unmoved if there is none.
std::string_view Parser::scan_name() {
  if (!has_class(lex_.peek(), kNameStart)) return {};
  const std::size_t begin = lex_.pos();
  std::size_t count = 0;
  while (has_class(lex_.peek(), kNameStart | kDigit)) {
    lex_.next();
    ++count;
  }
  if (lex_.pos() - begin == count) return lex_.slice(begin, lex_.pos());
  std::string name;
  const std::size_t end = lex_.pos();
  lex_.seek(begin);
  while (name.size() < count) name += lex_.next();
  lex_.seek(end);
  return s_.tree.arena.copy(name);
}

bool Parser::parse_assignment(bool after_declaration) {
  const std::size_t begin = lex_.pos();
  AssignNode node;
  node.name = scan_name();
  if (node.name.empty()) return false;
  const std::size_t open = lex_.pos();
  if (lex_.peek() == '[' && !s_.options.posix) {
    // NAME[ reads up to the ] whatever stands between, also when no = follows and it is an ordinary word after all.
    lex_.next();
    node.has_subscript = true;
    node.subscript = parse_word(WordMode::kBracket);
    if (failed()) return false;
    if (!lex_.match("]")) {
      fail(open, "subscript not closed");
      return false;
    }
    if (!lex_.at("=") && !lex_.at("+=")) return parse_subscript_word(node, begin, open);
  }
  if (lex_.match("+=")) {
    node.append = true;
  } else if (!lex_.match("=")) {
    lex_.seek(begin);
    return false;
  }
  if (lex_.peek() == '(' && !s_.options.posix) {
    parse_array(node);
  } else if (after_declaration) {
    // `export A=b`: an argument that looks like an assignment stays a word, the walk knows what the builtin does with it.
    lex_.seek(begin);
    return false;
  } else if (!has_class(lex_.peek(), kMeta) || ((lex_.at("<(") || lex_.at(">(")) && !s_.options.posix)) {
    in_value_ = true;
    node.value = parse_word(WordMode::kNormal);
  } else {
    node.value.range = range(lex_.pos(), lex_.pos());
  }
  node.range = range(begin, lex_.pos());
  s_.assigns.push_back(node);
  return true;
}

/// `a[b c]d`, no assignment: a word whose brackets held it together.
bool Parser::parse_subscript_word(const AssignNode& node, std::size_t begin, std::size_t open) {
  const std::size_t mark = s_.parts.size();
  Part part;
  part.text = lex_.slice(begin, open + 1);
  part.range = range(begin, open + 1);
  s_.parts.push_back(part);
  for (const Part& inner : node.subscript.parts) s_.parts.push_back(inner);
  literal(PartKind::kText, lex_.pos() - 1, lex_.slice(lex_.pos() - 1, lex_.pos()));
  const WordNode rest = parse_word(WordMode::kNormal);
  for (const Part& inner : rest.parts) s_.parts.push_back(inner);
  WordNode word;
  word.parts = s_.tree.arena.take(s_.parts, mark);
  word.range = range(begin, lex_.pos());
  s_.words.push_back(word);
  return true;
}

void Parser::parse_array(AssignNode& node) {
  const Depth depth(*this);
  node.is_array = true;
  lex_.next();
  const std::size_t mark = s_.words.size();
  while (!failed()) {
    skip_newlines();
    if (lex_.match(")")) break;
    const char c = lex_.peek();
    if (lex_.at_end()) return fail_here("array not closed");
    if (has_class(c, kMeta) && (s_.options.posix || (!lex_.at("<(") && !lex_.at(">(")))) return unexpected();
    s_.words.push_back(parse_word(WordMode::kNormal));
  }
  node.elements = s_.tree.arena.take(s_.words, mark);
}

bool Parser::parse_redirect_operator(RedirectNode& node) {
  struct Operator {
    std::string_view text;
    RedirectKind kind;
    bool bash_only;
  };
  static constexpr Operator kOperators[] = {
      {"&>>", RedirectKind::kBothAppend, true}, {"&>", RedirectKind::kBothWrite, true}, {"<<<", RedirectKind::kHereString, true},
      {"<<-", RedirectKind::kHereDoc, false},   {"<<", RedirectKind::kHereDoc, false},  {"<&", RedirectKind::kDupIn, false},
      {"<>", RedirectKind::kReadWrite, false},  {">>", RedirectKind::kAppend, false},   {">|", RedirectKind::kClobber, false},
      {">&", RedirectKind::kDupOut, false},     {"<", RedirectKind::kRead, false},      {">", RedirectKind::kWrite, false},
  };
  for (const Operator& op : kOperators) {
    if (!lex_.at(op.text)) continue;
    if (op.bash_only) s_.tree.dialect_matters = true;
    if (op.bash_only && s_.options.posix) {
      if (op.text[0] == '&') return false;
      continue;
    }
    const char after = op.text.size() == 1 ? lex_.peek_at(1) : '\0';
    if (after == '(' && !s_.options.posix) return false;  // <( and >( are words
    lex_.match(op.text);
    if (s_.options.zsh && op.text.find('>') != std::string_view::npos && op.kind != RedirectKind::kReadWrite) skip_clobber();
    node.kind = op.kind;
    if (op.kind == RedirectKind::kHereDoc) start_here_doc(node, op.text == "<<-");
    return true;
  }
  return false;
}

/// zsh: >! >>! &>| and kin.
void Parser::skip_clobber() {
  if (lex_.peek() == '!' || lex_.peek() == '|') lex_.next();
}

/// 2> or {name}>: what stands before the operator. False: a brace that holds no name.
bool Parser::parse_descriptor(RedirectNode& node) {
  const char c = lex_.peek();
  if (has_class(c, kDigit)) {
    std::int64_t fd = 0;
    while (has_class(lex_.peek(), kDigit)) {
      fd = fd > 100000 ? fd : fd * 10 + (lex_.peek() - '0');
      lex_.next();
    }
    node.fd = static_cast<int>(fd);
  } else if (c == '{' && !s_.options.posix) {
    lex_.next();
    node.fd_name = scan_name();
    if (node.fd_name.empty() || !lex_.match("}")) return false;
    if (s_.options.zsh) lex_.skip_blanks();  // {a} <f, too
  }
  return true;
}

bool Parser::parse_redirect_target(RedirectNode& node) {
  lex_.skip_blanks();
  const bool process = lex_.at("<(") || lex_.at(">(");
  if (lex_.at_end() || (has_class(lex_.peek(), kMeta) && !process)) {
    unexpected();
    return false;
  }
  node.target = parse_word(WordMode::kNormal);
  return true;
}

/// [n]op word or {name}op word. Nothing is consumed if there is none.
bool Parser::parse_redirect() {
  char c = lex_.peek();
  if (!has_class(c, kDigit) && c != '<' && c != '>' && c != '&' && c != '{') return false;
  const std::size_t begin = lex_.pos();
  RedirectNode node;
  if (!parse_descriptor(node)) {
    lex_.seek(begin);
    return false;
  }
  c = lex_.peek();
  const bool prefixed = lex_.pos() != begin && (node.fd >= 0 || !node.fd_name.empty());
  if ((c != '<' && c != '>' && (c != '&' || prefixed)) || !parse_redirect_operator(node)) {
    lex_.seek(begin);
    return false;
  }
  if (node.kind != RedirectKind::kHereDoc && !parse_redirect_target(node)) return false;
  if (failed()) return false;
  node.range = range(begin, lex_.pos());
  s_.redirects.push_back(node);
  return true;
}

}  // namespace cordon::shell
