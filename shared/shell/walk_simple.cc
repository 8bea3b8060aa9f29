// SPDX-License-Identifier: Apache-2.0
// One simple command: substitutions first, then the words, then what the command means.
#include "shared/shell/walker.h"

#include <algorithm>

namespace cordon::shell {

/// NAME=(…), NAME+=(…).
void Walker::assign_array(const AssignNode& node, const Value& old) {
  const std::string name(node.name);
  Value value;
  value.kind = Value::Kind::kArray;
  if (node.append && old.kind == Value::Kind::kArray) value.items = old.items;
  if (node.append && old.kind == Value::Kind::kScalar) value.items = {scalar(name, old)};
  if (node.append && old.kind == Value::Kind::kUnknown) value.kind = Value::Kind::kUnknown;
  for (const WordNode& element : node.elements) {
    const bool keyed = !element.parts.empty() && element.parts[0].kind == PartKind::kText && element.parts[0].text.starts_with('[');
    if (keyed) value.kind = Value::Kind::kUnknown;
    in_array_ = true;
    expand_word(element, value.items);
    in_array_ = false;
  }
  for (const Word& word : value.items) {
    if (word.splits() || word.has_glob()) value.kind = Value::Kind::kUnknown;
  }
  assign_variable(name, std::move(value));
}

/// NAME[i]=…: known while the elements come one after the other.
void Walker::assign_element(const AssignNode& node, const Value& old) {
  Word word = expand_joined(node.value, true);
  const Word index = expand_joined(node.subscript, true);
  const std::string text = index.text();
  Value value;
  value.kind = Value::Kind::kUnknown;
  const std::size_t size = old.kind == Value::Kind::kArray ? old.items.size() : 0;
  if (index.is_static() && text == std::to_string(size) && !node.append && old.kind == Value::Kind::kArray) {
    value = old;
    value.items.push_back(std::move(word));
  } else if (index.is_static() && text == "0" && !node.append && old.kind != Value::Kind::kArray) {
    value.kind = Value::Kind::kArray;
    value.items = {std::move(word)};
  }
  assign_variable(std::string(node.name), std::move(value));
}

void Walker::assign(const AssignNode& node) {
  Value value;
  const std::string name(node.name);
  const Value old = variable(name);
  if (node.is_array) return assign_array(node, old);
  if (node.has_subscript) return assign_element(node, old);
  Word word = expand_joined(node.value, true);
  value.kind = Value::Kind::kScalar;
  if (node.append && old.kind == Value::Kind::kArray) {
    value.kind = Value::Kind::kUnknown;
  } else if (node.append) {
    Word whole = scalar(name, old);
    for (const Piece& piece : word.pieces) whole.append(piece);
    word = std::move(whole);
  }
  value.items = {std::move(word)};
  assign_variable(name, std::move(value));
}

namespace {

bool has_substitution(const WordNode& word) {
  return std::any_of(word.parts.begin(), word.parts.end(), [](const Part& part) {
    return part.kind != PartKind::kText && part.kind != PartKind::kSingle && part.kind != PartKind::kEscape;
  });
}

/// The status of the last one is that of the command: a=$(false), a=(x $(false)).
bool has_substitution(const Command& command) {
  for (const AssignNode& a : command.assignments) {
    if (has_substitution(a.value) || std::any_of(a.elements.begin(), a.elements.end(), [](const WordNode& word) { return has_substitution(word); })) return true;
  }
  return false;
}

/// Nothing in it depends on variables.
bool is_plain(const Span<Part>& parts) {
  for (const Part& part : parts) {
    switch (part.kind) {
      case PartKind::kText:
        if (part.text.find('~') != std::string_view::npos) return false;  // $HOME
        break;
      case PartKind::kEscape:
      case PartKind::kSingle:
      case PartKind::kAnsi: break;
      case PartKind::kDouble:
      case PartKind::kLocale:
        if (!is_plain(part.parts)) return false;
        break;
      default: return false;
    }
  }
  return true;
}

bool is_plain(const Command& command) {
  for (const WordNode& word : command.words) {
    if (!is_plain(word.parts)) return false;
  }
  for (const AssignNode& a : command.assignments) {
    if (!is_plain(a.value.parts)) return false;
  }
  return true;
}

}  // namespace

/// Does it use variables with several possible values? combinations_ and choices_ then say which.
bool Walker::has_choices(const Command& command) {
  if (is_plain(command)) return false;
  const std::size_t mark = scope_.mark();
  // ${x:=y} assigns, which is all that an expansion changes.
  ShellState& shell = scope_.shell;
  const std::size_t exported = shell.exported.size();
  const bool ifs_known = shell.ifs_known;
  std::string ifs = shell.ifs;
  expand_words(command.words);
  for (const AssignNode& a : command.assignments) expand_joined(a.value, true);
  scope_.rollback(mark);
  shell.exported.resize(exported);
  shell.ifs_known = ifs_known;
  shell.ifs = std::move(ifs);
  return combinations_ > 1;
}

Outcome Walker::walk_simple(const Command& command, const Context& ctx) {
  walk_substitutions(command, ctx);
  reset_choices();
  combinations_ = 1;
  if (!has_choices(command)) return walk_choice(command, ctx);
  std::vector<Path> paths;
  do {
    const auto choices = choices_;
    paths.push_back(branch([&] { walk_choice(command, ctx.conditional()); }));
    choices_ = choices;
  } while (next_choice());
  reset_choices();
  scope_.join(std::move(paths));
  return Outcome::kMaybe;
}

Outcome Walker::walk_choice(const Command& command, const Context& outer) {
  const Fields argv = expand_words(command.words);
  if (command.redirects.empty() && command.assignments.empty() && !argv.empty()) {
    if (try_alias(command, argv, outer)) return Outcome::kMaybe;
    const Outcome outcome = run_argv(argv, outer, command.range);
    if (argv[0].is("tee")) note_file(command, argv, outer);
    return outcome;
  }
  Context ctx = with_redirects(command, outer);
  if (argv.empty()) {
    for (const AssignNode& a : command.assignments) assign(a);
    return has_substitution(command) || !command.redirects.empty() || !command.words.empty() ? Outcome::kMaybe : Outcome::kTrue;
  }
  if (try_alias(command, argv, outer)) return Outcome::kMaybe;
  const Outcome outcome = run_with_assignments(command, argv, ctx);
  note_file(command, argv, ctx);
  return command.redirects.empty() ? outcome : Outcome::kMaybe;
}

/// `A=b cmd`: the command sees it exported, the text afterwards does not.
Outcome Walker::run_with_assignments(const Command& command, const Fields& argv, Context& ctx) {
  const bool stays = argv[0].is("export") || argv[0].is("declare") || argv[0].is("typeset") || argv[0].is("local") || argv[0].is("readonly");
  if (stays || command.assignments.empty()) {
    for (const AssignNode& a : command.assignments) assign(a);
    return run_argv(argv, ctx, command.range);
  }
  std::vector<std::pair<std::string, Cell>> saved;
  for (const AssignNode& a : command.assignments) {
    const std::string name(a.name);
    const Cell* old = scope_.find("v:" + name);
    Cell keep;
    if (old != nullptr) {
      keep = *old;
    } else {
      keep.value = variable(name);
      keep.level = scope_.shell.level;
      keep.epoch = scope_.shell.epoch;
    }
    saved.emplace_back(name, std::move(keep));
    assign(a);
    Cell cell = *scope_.find("v:" + name);
    Assignment assignment;
    assignment.name = name;
    assignment.append = a.append;
    assignment.value = scalar(name, cell.value);
    ctx.environment.push_back(std::move(assignment));
    cell.value.exported = true;
    scope_.set("v:" + name, std::move(cell));
  }
  const std::vector<std::string> exported = scope_.shell.exported;
  const Outcome outcome = run_argv(argv, ctx, command.range);
  scope_.shell.exported = exported;
  for (auto& [name, cell] : saved) {
    if (name == "IFS") assign_variable(name, cell.value);
    scope_.set("v:" + name, std::move(cell));
  }
  return outcome;
}

/// `alias g=git` on an earlier line, with alias expansion on: the text of the alias takes the place of the word.
bool Walker::try_alias(const Command& command, const Fields& argv, const Context& outer) {
  if (!scope_.shell.aliases || scope_.shell.aliases_since >= parsed_at_ || command.words.empty() || command.words[0].parts.size != 1) return false;
  const Part& part = command.words[0].parts[0];
  if (part.kind != PartKind::kText) return false;
  const std::string name(part.text);
  const Cell* cell = scope_.find("a:" + name);
  if (cell == nullptr || cell->value.items.empty() || cell->level != scope_.shell.level || cell->time >= parsed_at_) return false;
  for (const std::string& active : active_aliases_) {
    if (active == name) return false;
  }
  const Word value = cell->value.items[0];
  // zsh takes a text in whole (eval, -c) or by lines (source, standard input): either reading.
  const bool only = cell->value.kind == Value::Kind::kScalar && !scope_.shell.zsh;
  Context ctx = only ? outer : outer.conditional();
  ctx.via.push_back("alias " + name);
  if (!value.is_static()) {
    opaque(command.range, "alias '" + name + "' is not known", ctx);
    return false;
  }
  const std::string_view text = current_->text;
  const ByteRange word = command.words[0].range;
  if (command.range.end > text.size() || word.end > command.range.end) return false;
  std::string replaced(text.substr(command.range.begin, word.begin - command.range.begin));
  replaced += value.text();
  std::size_t end = word.end;
  // An alias that ends in a blank: the next word may be one, too.
  for (std::uint32_t next = 1; (replaced.ends_with(' ') || replaced.ends_with('\t')) && next < command.words.size; ++next) {
    const WordNode& node = command.words[next];
    if (node.parts.size != 1 || node.parts[0].kind != PartKind::kText || node.range.begin < end || node.range.end > command.range.end) break;
    const Cell* other = scope_.find("a:" + std::string(node.parts[0].text));
    if (other == nullptr || other->value.items.empty() || !other->value.items[0].is_static() || other->level != cell->level || other->time >= parsed_at_) break;
    replaced += text.substr(end, node.range.begin - end);
    replaced += other->value.items[0].text();
    end = node.range.end;
  }
  replaced += text.substr(end, command.range.end - end);
  (void)argv;
  active_aliases_.push_back(name);
  std::vector<Path> paths;
  paths.push_back(branch([&] { nested_text(replaced, ctx, command.range); }));
  active_aliases_.pop_back();
  if (!only) paths.push_back(branch([] {}));
  scope_.join(std::move(paths));
  return only;
}

}  // namespace cordon::shell
