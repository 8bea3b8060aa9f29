// SPDX-License-Identifier: Apache-2.0
// if, loops, case, functions.
#include "shared/shell/walker.h"

namespace cordon::shell {

Outcome Walker::walk_if(const Command& command, const Context& ctx) {
  Context test = ctx;
  test.tested = true;
  const Outcome outcome = walk_script(*command.condition, test);
  const auto arm = [&](const Script* body, bool runs, bool never) {
    if (body == nullptr) return;
    Context own = runs ? ctx : ctx.conditional();
    if (never) own.certainty = Certainty::kNotCalled;
    walk_script(*body, own);
  };
  if (outcome != Outcome::kMaybe) {
    const bool yes = outcome == Outcome::kTrue;
    branch([&] { arm(yes ? command.otherwise : command.body, false, true); });
    arm(yes ? command.body : command.otherwise, true, false);
    return Outcome::kMaybe;
  }
  std::vector<Path> paths;
  paths.push_back(branch([&] { arm(command.body, false, false); }));
  paths.push_back(branch([&] { arm(command.otherwise, false, false); }));
  scope_.join(std::move(paths));
  return Outcome::kMaybe;
}

/// The body of a loop: from the second round on, what it assigns may already be assigned.
void Walker::walk_body(const Script& body, const Context& ctx, bool certain) {
  const Certainty broken = scope_.shell.broken;
  Context own = certain ? ctx : ctx.conditional();
  ++own.loops;
  std::vector<Path> paths;
  paths.push_back(branch([&] { walk_script(body, own); }));
  if (!certain) paths.push_back(branch([] {}));
  scope_.join(std::move(paths));
  scope_.shell.broken = broken;
}

Outcome Walker::walk_while(const Command& command, const Context& ctx) {
  forget_assigned(*command.condition, 0);
  forget_assigned(*command.body, 0);
  const Certainty broken = scope_.shell.broken;
  Context test = ctx;
  test.tested = true;
  ++test.loops;
  const Outcome outcome = walk_script(*command.condition, test);
  const Outcome needed = command.kind == CommandKind::kWhile ? Outcome::kTrue : Outcome::kFalse;
  Context own = ctx;
  if (outcome != Outcome::kMaybe && outcome != needed) own.certainty = Certainty::kNotCalled;
  walk_body(*command.body, own, outcome == needed);
  scope_.shell.broken = broken;
  return Outcome::kMaybe;
}

namespace {

constexpr std::size_t kMostValues = 16;

/// One file, by its name: no pattern, no option, no folder.
bool is_plain_name(const Word& word) {
  const std::string text = word.text();
  return word.is_static() && !text.empty() && text.find_first_of("*?[") == std::string::npos && text.find_first_of(".:-/~") != 0 && text.back() != '.';
}

}  // namespace

Outcome Walker::walk_for(const Command& command, const Context& ctx) {
  forget_assigned(*command.body, 0);
  bool certain = false;
  if (command.kind != CommandKind::kArithFor) {
    Value value;
    Fields words;
    if (command.has_list) {
      words = expand_words(command.words);
    } else if (scope_.shell.positional) {
      words = *scope_.shell.positional;
    } else {
      words = {Word::unknown("$@", true)};
    }
    value.kind = Value::Kind::kScalar;
    certain = !words.empty() && command.kind == CommandKind::kFor;
    bool data = false;
    for (const Word& word : words) {
      if (word.may_vanish()) certain = false;
      if (word.splits() || (word.has_glob() && !options_.loop_patterns) || words.size() > kMostValues) value.kind = Value::Kind::kUnknown;
      data = data || word.splits() || (words.size() > kMostValues && !is_plain_name(word));
    }
    if (data) result_.data_names.emplace_back(command.name);
    if (command.kind == CommandKind::kSelect || !command.assignments.empty()) value.kind = Value::Kind::kUnknown;
    for (const AssignNode& more : command.assignments) assign_variable(std::string(more.name), {Value::Kind::kUnknown, {}, false});  // zsh: for x y (…)
    if (words.empty()) {
      Context never = ctx;
      never.certainty = Certainty::kNotCalled;
      walk_body(*command.body, never, false);
      return Outcome::kTrue;
    }
    value.items = std::move(words);
    assign_variable(std::string(command.name), value);  // a command that uses it is written down once for each
  }
  walk_body(*command.body, ctx, certain);
  return Outcome::kMaybe;
}

void Walker::walk_case(const Command& command, const Context& ctx) {
  Fields subject;
  expand_parts(command.words[0].parts, command.words[0].range, subject, false, true);
  const bool known = subject.size() == 1 && subject[0].is_static() && combinations_ == 1;
  const std::string text = known ? subject[0].text() : std::string();
  std::vector<Path> paths;
  bool decided = false, falls = false;
  Certainty matched = Certainty::kNotCalled;
  for (const CaseClause& clause : command.clauses) {
    bool certain = false, possible = !known;
    for (const WordNode& node : clause.patterns) {
      const Word pattern = expand_joined(node, true);
      const bool star = node.parts.size == 1 && node.parts[0].kind == PartKind::kText && node.parts[0].text == "*";
      bool plain = pattern.is_static();
      for (const Part& part : node.parts) plain = plain && part.kind != PartKind::kExtGlob;
      const std::string p = pattern.text();
      const bool literal = plain && p.find_first_of("*?[\\") == std::string::npos;
      certain = certain || star || (known && literal && p == text);
      possible = possible || !literal || certain;
    }
    Context own = ctx.conditional();
    if (decided || !possible) own.certainty = Certainty::kNotCalled;
    if (!decided && certain && known && paths.empty()) own.certainty = ctx.certainty;
    if (falls) own.certainty = std::min(own.certainty, std::max(matched, ctx.certainty));
    Path path = branch([&] { walk_script(*clause.body, own); });
    if (own.certainty != Certainty::kNotCalled || ctx.certainty == Certainty::kNotCalled) paths.push_back(std::move(path));
    matched = own.certainty;
    falls = clause.end == ";&";
    if (clause.end == ";;&") continue;
    if (certain && (known || paths.size() == command.clauses.size)) decided = true;
    if (certain && !known) decided = true;
  }
  if (!decided || paths.empty()) paths.push_back(branch([] {}));
  scope_.join(std::move(paths));
}

void Walker::define_function(const Command& command, const Context& ctx) {
  for (const WordNode& name : command.words) {
    FunctionDef& def = functions_.emplace_back();
    def.command = command.inner;
    def.source = ctx.source;
    def.name = text_of(name);
    def.parsed_at = parsed_at_;
    def.unreachable = !reachable(ctx);
    Cell cell;
    cell.functions = {&def};
    cell.level = scope_.shell.level;
    cell.epoch = scope_.shell.epoch;
    scope_.set("f:" + def.name, std::move(cell));
  }
}

void Walker::call_function(FunctionDef& function, const Fields& argv, const Context& outer) {
  constexpr int kDeepest = 3;
  int& active = active_functions_[&function];
  if (active++ >= kDeepest) return void(--active);
  function.called = true;
  Context ctx = outer;
  ctx.via.push_back("function " + function.name);
  ++ctx.nesting;
  ctx.source = function.source;
  const Source* current = current_;
  current_ = function.source;
  if (!function.source->outermost && !ctx.fixed) ctx.fixed = true;
  ShellState& shell = scope_.shell;
  const auto positional = shell.positional;
  const Certainty returned = shell.returned;
  bool open = false;
  for (const Word& word : argv) open = open || word.splits();
  // From the third round of a recursion on, any argument stands for all further rounds.
  shell.positional = open || active == kDeepest ? nullptr : std::make_shared<const std::vector<Word>>(argv.begin() + 1, argv.end());
  const std::size_t locals = locals_.size();
  const std::uint64_t parsed_at = parsed_at_;
  parsed_at_ = function.parsed_at;
  ++function_depth_;
  walk_command(*function.command, ctx);
  parsed_at_ = parsed_at;
  --function_depth_;
  for (; locals_.size() > locals; locals_.pop_back()) scope_.set("v:" + locals_.back().first, std::move(locals_.back().second));
  scope_.shell.positional = positional;
  scope_.shell.returned = returned;
  current_ = current;
  --active_functions_[&function];
}

/// local NAME, declare NAME in a function: its value outside comes back when the function returns.
void Walker::keep_local(const std::string& name) {
  Cell keep;
  if (const Cell* old = scope_.find("v:" + name)) {
    keep = *old;
  } else {
    keep.value = variable(name);
    keep.level = scope_.shell.level;
    keep.epoch = scope_.shell.epoch;
  }
  locals_.emplace_back(name, std::move(keep));
}

namespace {

/// Functions that a shell calls by itself, wherever it stands then.
bool called_by_shell(std::string_view name, bool zsh) {
  if (name == "command_not_found_handle") return true;
  if (!zsh) return false;
  if (name.starts_with("TRAP")) return true;
  for (const std::string_view own : {"zshexit", "chpwd", "precmd", "preexec", "periodic", "command_not_found_handler"}) {
    if (name == own) return true;
  }
  return false;
}

}  // namespace

/// Functions nobody called: their commands are shown, as not called (or possible, when some command name is unknown).
void Walker::walk_uncalled(const Context& outer) {
  for (std::size_t i = 0; i < functions_.size() && !full_; ++i) {
    FunctionDef& def = functions_[i];
    if (def.called) continue;
    Context ctx = outer;
    const bool by_bash = called_by_shell(def.name, any_zsh_);
    ctx.certainty = (dynamic_command_ || by_bash) && !def.unreachable ? Certainty::kConditional : Certainty::kNotCalled;
    if (by_bash) scope_.shell.directory.known = false;
    scope_.shell.exit = scope_.shell.returned = scope_.shell.broken = Certainty::kCertain;
    scope_.shell.positional = nullptr;
    in_subshell(ctx, [&] { call_function(def, {Word::literal(def.name), Word::unknown("$@", true)}, ctx); });
  }
}

void Walker::run_exit_traps(const Context& outer) {
  ShellState& shell = scope_.shell;
  std::vector<Trap> traps;
  traps.swap(shell.traps);
  // exit ends the text, not the trap.
  shell.exit = shell.returned = shell.broken = Certainty::kCertain;
  for (const Trap& trap : traps) {
    if (trap.signal != "EXIT") continue;
    Context ctx = outer;
    ctx.certainty = std::max(ctx.certainty, trap.certainty);
    ctx.via.push_back("trap EXIT");
    in_subshell(ctx, [&] { nested(trap.text, ctx, trap.range, "trap"); });
  }
}

/// Variables a loop assigns are unknown at its beginning: a round may see the one before.
void Walker::forget_assigned(const Script& script, int depth) {
  for (const AndOr& item : script.items) {
    for (const Pipeline& pipeline : item.pipelines) {
      for (const Command* command : pipeline.commands) {
        if (depth < 64) forget_words(*command, depth);
      }
    }
  }
}

void Walker::forget_words(const Command& command, int depth) {
  const auto forget = [&](std::string_view name) {
    if (name.empty() || scope_.find("v:" + std::string(name)) == nullptr) return;
    Value value;
    value.kind = Value::Kind::kUnknown;
    assign_variable(std::string(name), value);
  };
  // A command of its own environment only: `A=b cmd` does not last.
  if (command.words.empty()) {
    for (const AssignNode& a : command.assignments) forget(a.name);
  }
  if (command.kind == CommandKind::kFor || command.kind == CommandKind::kSelect) forget(command.name);
  if (command.kind == CommandKind::kSimple && command.words.size > 1) {
    // read x, printf -v x, export x=1, let x++, unset x, getopts o x, a function that assigns: any name among the arguments.
    for (std::uint32_t i = 1; i < command.words.size; ++i) {
      const WordNode& word = command.words[i];
      if (word.parts.empty() || word.parts[0].kind != PartKind::kText) continue;
      const std::string_view text = word.parts[0].text;
      forget(text.substr(0, text.find_first_of("=+[-")));
    }
  }
  if (command.kind == CommandKind::kSimple && command.words.size > 0 && command.words[0].parts.size == 1) {
    const Cell* cell = scope_.find("f:" + std::string(command.words[0].parts[0].text));
    if (cell != nullptr && depth < 8) {
      for (const FunctionDef* f : cell->functions) forget_words(*f->command, depth + 8);
    }
    if (command.words[0].parts[0].text == "cd" || command.words[0].parts[0].text == "pushd") scope_.shell.directory.known = false;
  }
  if (command.kind == CommandKind::kArithmetic || command.kind == CommandKind::kArithFor) {
    for (const WordNode& word : command.words) {
      for (const Part& part : word.parts) forget_arithmetic(part);
    }
  }
  for (const Script* script : {command.condition, command.body, command.otherwise}) {
    if (script != nullptr && command.kind != CommandKind::kSubshell) forget_assigned(*script, depth + 1);
  }
  for (const CaseClause& clause : command.clauses) {
    if (clause.body != nullptr) forget_assigned(*clause.body, depth + 1);
  }
}

}  // namespace cordon::shell
