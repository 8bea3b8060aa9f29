// SPDX-License-Identifier: Apache-2.0
// One simple command: substitutions first, then the words, then what the command means.
#include "shared/shell/walker.h"

namespace cordon::shell {

void Walker::walk_substitutions(const Command& command, const Context& outer) {
  // $( ) does not read the command's redirected input, but that of the shell.
  Context ctx = outer;
  for (const AssignNode& a : command.assignments) {
    walk_parts(a.value.parts, ctx);
    walk_parts(a.subscript.parts, ctx);
    for (const WordNode& word : a.elements) walk_parts(word.parts, ctx);
  }
  for (const WordNode& word : command.words) walk_parts(word.parts, ctx);
  for (const RedirectNode& r : command.redirects) {
    if (r.doc == nullptr) walk_parts(r.target.parts, ctx);
    if (r.doc != nullptr && !r.doc->quoted) walk_parts(r.doc->body.parts, ctx);
  }
  for (const CaseClause& clause : command.clauses) {
    for (const WordNode& word : clause.patterns) walk_parts(word.parts, ctx.conditional());
  }
}

void Walker::walk_parts(const Span<Part>& parts, const Context& ctx) {
  for (const Part& part : parts) {
    switch (part.kind) {
      case PartKind::kText:
      case PartKind::kEscape:
      case PartKind::kSingle:
      case PartKind::kAnsi: break;
      case PartKind::kCommand:
      case PartKind::kBackquote:
      case PartKind::kProcessIn:
      case PartKind::kProcessOut: {
        Context own = ctx;
        ++own.nesting;
        if (part.kind == PartKind::kProcessOut) {
          own.input = Input();
          own.input.kind = InputKind::kUnknown;
        }
        in_subshell(own, [&] { walk_substitution(part, own); });
        break;
      }
      case PartKind::kFunctionBody: {
        Context own = ctx.conditional();
        opaque(part.range, "newer shells run what is in ${ }", own);
        in_subshell(own, [&] { walk_script(*part.script, own); });
        break;
      }
      case PartKind::kExtGlob:
        if (options_.dialect == Dialect::kZsh) opaque(part.range, "glob qualifier may run a command", ctx);
        walk_parts(part.parts, ctx);
        break;
      case PartKind::kArithmetic:
        forget_arithmetic(part);
        walk_parts(part.parts, ctx);
        break;
      case PartKind::kParameter: walk_parameter(*part.parameter, ctx); break;
      default: walk_parts(part.parts, part.kind == PartKind::kUnknown ? ctx.conditional() : ctx);
    }
    if (part.kind == PartKind::kUnknown) {
      opaque(part.range, "expansion not understood", ctx);
      // bash gives the text up here.
      scope_.shell.exit = std::max(scope_.shell.exit, Certainty::kConditional);
    }
  }
}

namespace {

/// `<<`, but not `<<<`.
bool has_here_doc(std::string_view text, ByteRange range) {
  if (range.end > text.size() || range.begin >= range.end) return false;
  const std::string_view source = text.substr(range.begin, range.end - range.begin);
  const std::size_t at = source.find("<<");
  return at != std::string_view::npos && source.substr(at, 3) != "<<<";
}

/// A compound command with a `;` somewhere behind a here-document, its own or (`after`) one before it.
bool here_doc_in_list(std::string_view text, const AndOr& item, bool after) {
  bool compound = false;
  for (const Pipeline& p : item.pipelines) {
    for (const Command* c : p.commands) compound = compound || c->kind != CommandKind::kSimple;
  }
  const bool own = has_here_doc(text, item.range);
  if (!compound || (!own && !after) || item.range.end > text.size()) return false;
  const std::string_view source = text.substr(item.range.begin, item.range.end - item.range.begin);
  return source.find(';', after ? 0 : source.find("<<")) != std::string_view::npos;
}

bool semicolon_follows(std::string_view text, ByteRange range) {
  const std::size_t at = text.find_first_not_of(" \t", range.end);
  return at != std::string_view::npos && text[at] == ';';
}

}  // namespace

/// bash 5.2 writes the inside of $( ) out again before it runs it, and after a here-document it forgets a `;`:
/// $(cat <<E … E⏎ v=a; git $v) becomes `v=a git $v` (measured). What stands behind such a `;` cannot be told.
void Walker::walk_substitution(const Part& part, const Context& ctx) {
  const Script& script = *part.script;
  const std::string_view text = ctx.source->text;
  if (part.kind == PartKind::kBackquote || !has_here_doc(text, script.range)) return void(walk_script(script, ctx, true));
  bool after = false, told = false;
  for (std::uint32_t i = 0; i < script.items.size; ++i) {
    const AndOr& item = script.items[i];
    Script one;
    one.range = item.range;
    one.items = {&item, 1};
    const bool inside = here_doc_in_list(text, item, after);
    walk_script(one, inside ? ctx.conditional() : ctx, true);
    if (inside && !told) opaque(item.range, "bash 5.2 loses a ';' after a here-document inside $( )", ctx.conditional());
    told = told || inside;
    after = after || has_here_doc(text, item.range);
    if (!after || i + 1 == script.items.size || !semicolon_follows(text, item.range)) continue;
    if (!told) opaque(item.range, "bash 5.2 loses a ';' after a here-document inside $( )", ctx.conditional());
    told = true;
    scope_.shell.exit = std::max(scope_.shell.exit, Certainty::kConditional);
    ++scope_.shell.epoch;
  }
}

void Walker::walk_parameter(const Parameter& p, const Context& ctx) {
  walk_parts(p.subscript.parts, ctx);
  if (p.op == ParameterOp::kError) scope_.shell.exit = std::max(scope_.shell.exit, Certainty::kConditional);
  const bool always = p.op == ParameterOp::kSlice;
  walk_parts(p.word.parts, always ? ctx : ctx.conditional());
  if (p.op == ParameterOp::kTransform) {
    // ${x@P} expands the value like a prompt, commands and all.
    for (const Part& part : p.word.parts) {
      if (part.text == "P") opaque(part.range, "value expanded as a prompt", ctx);
    }
  }
}

/// $((x=1)), ((x++)): the names inside may have any value afterwards.
void Walker::forget_arithmetic(const Part& part) {
  bool assigns = false;
  for (const Part& inner : part.parts) {
    const std::string_view t = inner.kind == PartKind::kText ? inner.text : std::string_view{};
    assigns = assigns || t.find('=') != std::string_view::npos || t.find("++") != std::string_view::npos || t.find("--") != std::string_view::npos;
  }
  if (!assigns) return;
  for (const Part& inner : part.parts) {
    std::string_view t = inner.kind == PartKind::kText ? inner.text : std::string_view{};
    while (!t.empty()) {
      const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
      std::size_t begin = 0;
      while (begin < t.size() && !letter(t[begin])) ++begin;
      std::size_t end = begin;
      while (end < t.size() && (letter(t[end]) || (t[end] >= '0' && t[end] <= '9'))) ++end;
      if (end > begin) {
        Value value;
        value.kind = Value::Kind::kScalar;
        const std::string name(t.substr(begin, end - begin));
        value.items = {Word::unknown("$" + name, false)};
        assign_variable(name, std::move(value));
      }
      t.remove_prefix(end);
    }
  }
}

void Walker::assign(const AssignNode& node, const Context& ctx) {
  (void)ctx;
  Value value;
  const std::string name(node.name);
  const Value old = variable(name);
  if (node.is_array) {
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
    return assign_variable(name, std::move(value));
  }
  Word word = expand_joined(node.value, true);
  if (node.has_subscript) {
    const Word index = expand_joined(node.subscript, true);
    const std::string text = index.text();
    value.kind = Value::Kind::kUnknown;
    const std::size_t size = old.kind == Value::Kind::kArray ? old.items.size() : 0;
    if (index.is_static() && text == std::to_string(size) && !node.append && old.kind == Value::Kind::kArray) {
      value = old;
      value.items.push_back(std::move(word));
    } else if (index.is_static() && text == "0" && !node.append && old.kind != Value::Kind::kArray) {
      value.kind = Value::Kind::kArray;
      value.items = {std::move(word)};
    }
    return assign_variable(name, std::move(value));
  }
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

/// `A=$(cmd)`: the status of the assignment is the command's.
bool has_substitution(const Command& command) {
  for (const AssignNode& a : command.assignments) {
    if (a.is_array) continue;
    for (const Part& part : a.value.parts) {
      if (part.kind != PartKind::kText && part.kind != PartKind::kSingle && part.kind != PartKind::kEscape) return true;
    }
  }
  return false;
}

}  // namespace

Outcome Walker::walk_simple(const Command& command, const Context& ctx) {
  walk_substitutions(command, ctx);
  reset_choices();
  combinations_ = 1;
  // The first expansion finds out which variables have several values; usually none has.
  {
    const std::size_t mark = scope_.mark();
    const ShellState before = scope_.shell;
    expand_words(command.words);
    for (const AssignNode& a : command.assignments) expand_joined(a.value, true);
    scope_.rollback(mark);
    scope_.shell = before;
  }
  if (combinations_ == 1) return walk_choice(command, ctx);
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

Outcome Walker::walk_choice(const Command& command, Context outer) {
  const Fields argv = expand_words(command.words);
  Context ctx = with_redirects(command, outer);
  if (argv.empty()) {
    for (const AssignNode& a : command.assignments) assign(a, ctx);
    return has_substitution(command) || !command.redirects.empty() || !command.words.empty() ? Outcome::kMaybe : Outcome::kTrue;
  }
  if (try_alias(command, argv, outer)) return Outcome::kMaybe;
  Outcome outcome = Outcome::kMaybe;
  const bool temporary = !command.assignments.empty() && !(argv[0].is("export") || argv[0].is("declare") || argv[0].is("typeset") || argv[0].is("local") || argv[0].is("readonly"));
  if (!temporary) {
    for (const AssignNode& a : command.assignments) assign(a, ctx);
    outcome = run_argv(argv, ctx, command.range);
  } else {
    // `A=b cmd`: the command sees it exported, the text afterwards does not.
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
      assign(a, ctx);
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
    outcome = run_argv(argv, ctx, command.range);
    scope_.shell.exported = exported;
    for (auto& [name, cell] : saved) {
      if (name == "IFS") assign_variable(name, cell.value);
      scope_.set("v:" + name, std::move(cell));
    }
  }
  note_file(command, argv, ctx);
  return command.redirects.empty() ? outcome : Outcome::kMaybe;
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
  const bool only = cell->value.kind == Value::Kind::kScalar;
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
  replaced += text.substr(word.end, command.range.end - word.end);
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
