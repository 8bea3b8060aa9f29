// SPDX-License-Identifier: Apache-2.0
// Lists, and-or lists, pipelines, newlines.
#include "shared/shell/parser_impl.h"

namespace cordon::shell {

void Parser::newline() {
  if (hole_end_ > hole_begin_ && lex_.pos() == hole_begin_) {
    lex_.seek(hole_end_);
    hole_begin_ = hole_end_ = 0;
  } else {
    lex_.next();
  }
  read_here_docs();
}

void Parser::skip_newlines() {
  for (;;) {
    lex_.skip_blanks();
    if (lex_.peek() != '\n') return;
    newline();
  }
}

bool Parser::end_of_list() {
  const char c = lex_.peek();
  if (lex_.at_end() || c == ')') return true;
  if (c == ';') return lex_.at(";;") || lex_.at(";&");
  if (foreach_ > 0 && at_zsh_word("end")) return true;
  static constexpr std::string_view kClosers[] = {"then", "do", "done", "fi", "elif", "else", "esac", "}"};
  const std::string_view word = lex_.reserved();
  if (word.empty()) return false;
  for (const std::string_view closer : kClosers) {
    if (word == closer) return true;
  }
  return false;
}

/// What ends an item: ; & or the end of the line. False: none of them, so the list ends here.
bool Parser::parse_separator(AndOr& item) {
  lex_.skip_blanks();
  const char c = lex_.peek();
  if (c == '&' && !lex_.at("&&")) {
    lex_.next();
    item.background = true;
    return true;
  }
  if (c == ';' && !lex_.at(";;") && !lex_.at(";&")) {
    lex_.next();
    return true;
  }
  return c == '\n';
}

/// An item that stands for the text from `begin` on.
void Parser::push_unknown(std::size_t begin) {
  Command* unknown = s_.tree.arena.make<Command>();
  unknown->kind = CommandKind::kUnknown;
  unknown->range = range(begin, lex_.text().size());
  Pipeline pipeline;
  pipeline.range = unknown->range;
  const std::size_t commands = s_.commands.size();
  s_.commands.push_back(unknown);
  pipeline.commands = s_.tree.arena.take(s_.commands, commands);
  const std::size_t pipelines = s_.pipelines.size();
  s_.pipelines.push_back(pipeline);
  AndOr item;
  item.range = unknown->range;
  item.pipelines = s_.tree.arena.take(s_.pipelines, pipelines);
  s_.items.push_back(item);
}

/// bash reads and runs a line at a time: an error costs the line it stands in and everything after, nothing before. At the limit
/// of commands nothing is wrong with what was read, so it costs only what comes after.
void Parser::end_text(const ListPlace& line, const ListPlace& last) {
  if (!failed() && !lex_.at_end()) unexpected();
  read_here_docs();
  if (!failed()) return;
  const ListPlace& kept = s_.counted_out ? last : line;
  s_.items.resize(kept.items);
  push_unknown(kept.pos);
}

Script Parser::parse_list(bool top) {
  const std::size_t mark = s_.items.size();
  const std::size_t begin = lex_.pos();
  ListPlace line{mark, begin}, last{mark, begin};
  while (!failed()) {
    lex_.skip_blanks();
    if (lex_.peek() == '\n') {
      newline();
      if (!top) continue;
      line = last = {s_.items.size(), lex_.pos()};
      if (s_.extglob_next) s_.extglob = true;
      continue;
    }
    if (end_of_list()) break;
    AndOr item = parse_and_or();
    if (failed()) break;
    const bool more = parse_separator(item);
    s_.items.push_back(item);
    if (!more) break;
    last = {s_.items.size(), lex_.pos()};
  }
  if (top) end_text(line, last);
  Script script;
  script.range = range(begin, lex_.pos());
  script.items = s_.tree.arena.take(s_.items, mark);
  return script;
}

AndOr Parser::parse_and_or() {
  const std::size_t mark = s_.pipelines.size();
  const std::size_t begin = lex_.pos();
  Connector connector = Connector::kFirst;
  for (;;) {
    const Pipeline pipeline = parse_pipeline(connector);
    if (failed()) break;
    s_.pipelines.push_back(pipeline);
    lex_.skip_blanks();
    if (lex_.match("&&")) {
      connector = Connector::kAnd;
    } else if (lex_.match("||")) {
      connector = Connector::kOr;
    } else {
      break;
    }
    skip_newlines();
  }
  AndOr item;
  item.pipelines = s_.tree.arena.take(s_.pipelines, mark);
  item.range = range(begin, lex_.pos());
  return item;
}

/// `!` and `time`. False: neither.
bool Parser::parse_pipeline_prefix(Pipeline& pipeline) {
  for (bool prefixed = false;; prefixed = true, lex_.skip_blanks()) {
    if (lex_.match_reserved("!")) {
      pipeline.negated = !pipeline.negated;
    } else if (!s_.options.posix && lex_.match_reserved("time")) {
      pipeline.timed = true;
      lex_.skip_blanks();
      const auto ends = [this] { return has_class(lex_.peek_at(2), kMeta) || lex_.peek_at(2) == '\0'; };
      if (lex_.at("-p") && ends()) lex_.match("-p");
      lex_.skip_blanks();
      if (lex_.at("--") && ends()) lex_.match("--");
    } else {
      return prefixed;
    }
  }
}

Pipeline Parser::parse_pipeline(Connector connector) {
  Pipeline pipeline;
  pipeline.connector = connector;
  const std::size_t mark = s_.commands.size();
  lex_.skip_blanks();
  const std::size_t begin = lex_.pos();
  const bool prefixed = parse_pipeline_prefix(pipeline);
  const char c = lex_.peek();
  const bool bare = prefixed && (lex_.at_end() || c == '\n' || c == ';' || c == ')' || c == '&' || c == '|' || lex_.reserved() == "}");
  while (!bare && !failed()) {
    const Command* command = parse_command();
    if (failed()) break;
    s_.commands.push_back(command);
    lex_.skip_blanks();
    if (lex_.peek() != '|' || lex_.at("||")) break;
    lex_.next();
    if (lex_.peek() == '&' && !s_.options.posix) {
      lex_.next();
      const std::size_t index = s_.commands.size() - mark - 1;
      if (index < 64) pipeline.stderr_piped |= std::uint64_t{1} << index;
    }
    skip_newlines();
  }
  pipeline.commands = s_.tree.arena.take(s_.commands, mark);
  pipeline.range = range(begin, lex_.pos());
  return pipeline;
}

}  // namespace cordon::shell
