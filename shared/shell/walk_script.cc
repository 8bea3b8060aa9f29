// SPDX-License-Identifier: Apache-2.0
// Lists, pipelines, subshells: what runs, in which state, how certainly.
#include "shared/shell/parser.h"
#include "shared/shell/powershell.h"
#include "shared/shell/walker.h"

namespace cordon::shell {
namespace {

constexpr std::uint64_t kMostSteps = 400000;

Outcome negate(Outcome outcome) {
  return outcome == Outcome::kTrue ? Outcome::kFalse : outcome == Outcome::kFalse ? Outcome::kTrue : outcome;
}

}  // namespace

WalkResult Walker::run(std::string_view text) {
  Source& source = sources_.emplace_back();
  source.text = text;
  source.outermost = true;
  Context ctx;
  ctx.source = &source;
  current_ = &source;
  scope_.shell.aliases = options_.aliases || options_.dialect == Dialect::kZsh;
  scope_.shell.posix = options_.dialect == Dialect::kPosix;
  scope_.shell.zsh = any_zsh_ = options_.dialect == Dialect::kZsh;
  scope_.shell.directory.path = "";
  scope_.shell.old_directory.known = false;
  scope_.shell.positional = std::make_shared<const std::vector<Word>>();
  ParseOptions options = limited_parse();
  options.text_bytes = options_.limits.text_bytes;
  source.tree = parse(text, options);
  result_.invocations.reserve(std::min(source.tree.commands, options_.limits.invocations));
  if (text.find('\0') != std::string_view::npos) opaque({0, static_cast<std::uint32_t>(text.size())}, "text holds a NUL byte", ctx);
  walk_script(source.tree.root, ctx, true);
  run_exit_traps(ctx);
  walk_uncalled(ctx);
  return std::move(result_);
}

ParseOptions Walker::limited_parse() const {
  ParseOptions options;
  options.depth = options_.limits.depth;
  options.posix = scope_.shell.posix;
  options.zsh = scope_.shell.zsh;
  options.commands = options_.limits.commands;
  options.parts = options_.limits.parts;
  options.expansions = options_.limits.expansions;
  return options;
}

void Walker::opaque(ByteRange range, std::string reason, const Context& ctx) {
  if (full_ && result_.opaque.size() > 1000) return;
  Opaque o;
  o.range = place(range, ctx);
  o.reason = std::move(reason);
  o.certainty = std::max(ctx.certainty, scope_.shell.reach());
  result_.opaque.push_back(std::move(o));
}

/// Runs body and takes its effects back, keeping them as a path.
Path Walker::branch(FunctionRef body) {
  const ShellState before = scope_.shell;
  const std::size_t mark = scope_.mark();
  body();
  return scope_.leave(mark, before);
}

void Walker::in_subshell(const Context& ctx, FunctionRef body) {
  const ShellState before = scope_.shell;
  const std::size_t mark = scope_.mark();
  scope_.shell.traps.clear();
  ++scope_.shell.subshells;
  body();
  if (!scope_.shell.traps.empty()) run_exit_traps(ctx);
  scope_.leave_subshell(mark);
  scope_.shell = before;
}

/// by_lines: the shell reads this script a line at a time (a whole text, a substitution), so an alias counts from the next line on.
Outcome Walker::walk_script(const Script& script, const Context& ctx, bool by_lines) {
  Outcome outcome = Outcome::kTrue;
  std::uint32_t end = 0;
  const std::uint64_t parsed_at = parsed_at_;
  for (const AndOr& item : script.items) {
    if (full_) return Outcome::kMaybe;
    if (by_lines) {
      const std::string_view text = ctx.source->text;
      const std::string_view gap = item.range.begin > end && item.range.begin <= text.size() ? text.substr(end, item.range.begin - end) : std::string_view{};
      // Where ranges do not tell (a text inside a text) every command counts as a line.
      const bool blind = item.range.begin < end;
      if (end == 0 || blind || gap.find('\n') != std::string_view::npos) parsed_at_ = ++clock_;
      end = item.range.end;
    }
    if (!item.background) {
      outcome = walk_and_or(item, ctx);
      continue;
    }
    in_subshell(ctx, [&] { walk_and_or(item, ctx); });
    outcome = Outcome::kTrue;
  }
  parsed_at_ = parsed_at;
  return outcome;
}

/// After `a &&`: b runs if a succeeded. What b changes is then only possibly so.
Outcome Walker::walk_and_or(const AndOr& item, const Context& ctx) {
  if (item.pipelines.size == 1) return walk_pipeline(item.pipelines[0], ctx);
  Outcome outcome = Outcome::kTrue;
  Context own = ctx;
  for (std::uint32_t i = 0; i < item.pipelines.size; ++i) {
    const Pipeline& pipeline = item.pipelines[i];
    own.tested = ctx.tested || i + 1 < item.pipelines.size;
    if (i == 0) {
      outcome = walk_pipeline(pipeline, own);
      continue;
    }
    const Outcome needed = pipeline.connector == Connector::kAnd ? Outcome::kTrue : Outcome::kFalse;
    if (outcome == needed) {
      outcome = walk_pipeline(pipeline, own);
      continue;
    }
    if (outcome != Outcome::kMaybe) {
      // Known not to run; still worth reporting, as nothing that counts.
      Context never = own;
      never.certainty = Certainty::kNotCalled;
      branch([&] { walk_pipeline(pipeline, never); });
      continue;
    }
    std::vector<Path> paths;
    paths.push_back(branch([&] { walk_pipeline(pipeline, own.conditional()); }));
    const bool leaves = paths[0].shell.reach() == Certainty::kNotCalled;
    if (pipeline.connector == Connector::kAnd && !leaves && paths[0].shell.directory.path != scope_.shell.directory.path) {
      // `a && cd d; b`: taken to have gone well, else nearly every directory would be unknown.
      paths.push_back(branch([&] { scope_.shell.directory = paths[0].shell.directory; }));
    } else {
      paths.push_back(branch([] {}));
    }
    scope_.join(std::move(paths));
    outcome = Outcome::kMaybe;
    if (leaves) outcome = pipeline.connector == Connector::kOr ? Outcome::kTrue : Outcome::kFalse;
  }
  return outcome;
}

Outcome Walker::walk_pipeline(const Pipeline& pipeline, const Context& ctx) {
  if (pipeline.negated && !ctx.tested) {
    Context own = ctx;
    own.tested = true;
    return walk_pipeline(pipeline, own);
  }
  Outcome outcome = Outcome::kTrue;
  if (pipeline.commands.size == 1) {
    outcome = walk_command(*pipeline.commands[0], ctx);
  } else if (pipeline.commands.size > 1) {
    walk_pipe(pipeline, ctx);
    outcome = Outcome::kMaybe;
  }
  if (scope_.shell.errexit && !ctx.tested && outcome != Outcome::kTrue) {
    const bool surely = outcome == Outcome::kFalse && !pipeline.negated;
    scope_.shell.exit = std::max(scope_.shell.exit, surely ? Certainty::kNotCalled : Certainty::kConditional);
  }
  return pipeline.negated ? negate(outcome) : outcome;
}

/// Every command of a pipeline is a subshell; the next one reads what this one prints.
void Walker::walk_pipe(const Pipeline& pipeline, const Context& ctx) {
  std::optional<Word> text;
  std::int32_t producer = -1;
  for (std::uint32_t i = 0; i < pipeline.commands.size; ++i) {
    const Command& command = *pipeline.commands[i];
    Context own = ctx;
    if (i > 0) {
      own.input = Input();
      own.input.kind = InputKind::kPipe;
      own.input.producer = producer;
      own.input.has_text = text.has_value();
      if (text) own.input.text = *text;
    }
    const std::size_t before = result_.invocations.size();
    in_subshell(ctx, [&] {
      walk_command(command, own);
      const Word* input = i > 0 && text ? &*text : nullptr;
      std::optional<Word> printed;
      if (i + 1 < pipeline.commands.size) {
        reset_choices();
        combinations_ = 1;
        printed = output_of(command, input, 0);
        if (combinations_ > 1) printed = std::nullopt;
        reset_choices();
      }
      text = std::move(printed);
    });
    const bool simple = command.kind == CommandKind::kSimple && result_.invocations.size() > before;
    producer = simple ? static_cast<std::int32_t>(result_.invocations.size()) - 1 : -1;
  }
}

Outcome Walker::walk_command(const Command& command, const Context& ctx) {
  if (full_) return Outcome::kMaybe;
  if (++steps_ > kMostSteps || exhausted_) {
    full_ = true;
    opaque(command.range, "too complex", ctx);
    return Outcome::kMaybe;
  }
  if (ctx.nesting > 2 * options_.limits.depth) {
    opaque(command.range, "too deeply nested", ctx);
    return Outcome::kMaybe;
  }
  if (command.kind == CommandKind::kSimple) return walk_simple(command, ctx);
  if (command.kind == CommandKind::kUnknown) {
    std::string reason = "syntax error";
    for (const Diagnostic& d : ctx.source->tree.diagnostics) {
      if (!d.warning) reason += ": " + std::to_string(d.line) + ":" + std::to_string(d.column) + ": " + d.message;
    }
    opaque(command.range, std::move(reason), ctx);
    scope_.shell.exit = Certainty::kNotCalled;
    return Outcome::kMaybe;
  }
  return walk_compound(command, ctx);
}

Outcome Walker::walk_compound(const Command& command, const Context& outer) {
  if (command.kind == CommandKind::kFunction) {
    define_function(command, outer);
    return Outcome::kTrue;
  }
  walk_substitutions(command, outer);
  reset_choices();
  combinations_ = 1;
  Context ctx = with_redirects(command, outer);
  ++ctx.nesting;
  if (command.kind == CommandKind::kGroup || command.kind == CommandKind::kSubshell) note_group_file(command, ctx);
  switch (command.kind) {
    case CommandKind::kGroup: return command.has_list ? walk_anonymous(command, ctx) : walk_group(command, ctx);
    case CommandKind::kSubshell: return walk_subshell(*command.body, ctx);
    case CommandKind::kIf: return walk_if(command, ctx);
    case CommandKind::kWhile:
    case CommandKind::kUntil: return walk_while(command, ctx);
    case CommandKind::kFor:
    case CommandKind::kSelect:
    case CommandKind::kArithFor: return walk_for(command, ctx);
    case CommandKind::kCase: walk_case(command, ctx); return Outcome::kMaybe;
    case CommandKind::kCoproc:
      ctx.input = Input();
      ctx.input.kind = InputKind::kUnknown;
      ctx.via.push_back("coproc");
      // bash 5.2 loses the command of a coproc inside $( ).
      in_subshell(ctx, [&] { walk_command(*command.inner, ctx.conditional()); });
      return Outcome::kTrue;
    default: return Outcome::kMaybe;
  }
}

/// `{ … }`; of zsh's `{ … } always { … }` the second part runs after return and break, too.
Outcome Walker::walk_group(const Command& command, const Context& ctx) {
  const Outcome outcome = walk_script(*command.body, ctx);
  if (command.otherwise == nullptr) return outcome;
  const Certainty returned = scope_.shell.returned, broken = scope_.shell.broken;
  scope_.shell.returned = scope_.shell.broken = Certainty::kCertain;
  walk_script(*command.otherwise, ctx);
  scope_.shell.returned = std::max(scope_.shell.returned, returned);
  scope_.shell.broken = std::max(scope_.shell.broken, broken);
  return Outcome::kMaybe;
}

/// zsh: () { … } a b
Outcome Walker::walk_anonymous(const Command& command, const Context& ctx) {
  Fields words = expand_words(command.words);
  bool open = false;
  for (const Word& word : words) open = open || word.splits() || word.has_glob();
  const auto positional = scope_.shell.positional;
  const Certainty returned = scope_.shell.returned;
  scope_.shell.positional = open ? nullptr : std::make_shared<const std::vector<Word>>(std::move(words));
  ++function_depth_;
  walk_script(*command.body, ctx);
  --function_depth_;
  scope_.shell.positional = positional;
  scope_.shell.returned = returned;
  return Outcome::kMaybe;
}

Outcome Walker::walk_subshell(const Script& script, const Context& ctx) {
  Outcome outcome = Outcome::kMaybe;
  in_subshell(ctx, [&] { outcome = walk_script(script, ctx); });
  return outcome;
}

WalkResult walk(std::string_view text, const WalkOptions& options) {
  if (options.dialect == Dialect::kPowerShell) return PowerShell(options).run(text);
  Walker walker(options);
  return walker.run(text);
}

const Assignment* Invocation::find_env(std::string_view name) const {
  for (auto it = environment.rbegin(); it != environment.rend(); ++it) {
    if (it->name == name) return &*it;
  }
  return nullptr;
}

}  // namespace cordon::shell
