// SPDX-License-Identifier: Apache-2.0
// Texts inside the text: bash -c, eval, source, what is fed to a shell.
#include "shared/shell/fish_text.h"
#include "shared/shell/parser.h"
#include "shared/shell/walker.h"

namespace cordon::shell {
namespace {

bool is_shell(std::string_view name) {
  static constexpr std::string_view kShells[] = {"bash", "sh", "dash", "zsh", "ksh", "ash", "mksh", "rbash", "ksh93", "yash", "posh", "fish", "csh", "tcsh", "elvish", "nu", "xonsh", "osh"};
  for (const std::string_view shell : kShells) {
    if (shell == name) return true;
  }
  return false;
}

bool is_posix(std::string_view shell) { return shell == "sh" || shell == "dash" || shell == "ash" || shell == "posh"; }

}  // namespace

/// A script file: its text is not part of this text, unless this text wrote it.
void Walker::run_script_file(std::string_view shell, Fields operands, bool open, const Context& outer, ByteRange range) {
  const Word file = operands[0];
  Context ctx = outer;
  ctx.via.push_back(std::string(shell) + " " + file.text());
  const auto process = process_text_.find(file.text());
  if (process != process_text_.end() && file.has_unknown()) {
    shell_text(process->second, std::move(operands), open, shell, ctx, range);
  } else if (file.has_unknown() && file.text().starts_with("<(")) {
    opaque(range, "output of '" + file.text() + "' is not known", ctx);
  } else if (const Word* text = file_text(file)) {
    shell_text(Word(*text), std::move(operands), open, shell, ctx, range);
  } else if (scope_.find(file_key(file)) != nullptr) {
    opaque(range, "script '" + file.text() + "' is written by this text and its content is not known", ctx);
  }
}

/// False: no shell.
bool Walker::run_shell(const Fields& argv, const Context& outer, ByteRange range, bool open) {
  const std::string path = argv[0].text();
  std::string_view name = base_name(path);
  if (!name.empty() && name[0] == '-') name.remove_prefix(1);
  if (!is_shell(name)) return false;
  Context ctx = outer;
  bool command = false, standard_input = false;
  interactive_ = false;
  std::size_t i = 1;
  for (; i < argv.size(); ++i) {
    const std::string text = argv[i].literal_prefix();
    if (!argv[i].is_static() && text.size() < 2) break;
    if (text == "--" || text == "-") {
      ++i;
      break;
    }
    if (text.size() < 2 || (text[0] != '-' && text[0] != '+')) break;
    if (text.starts_with("--")) {
      if (text == "--version" || text == "--help") return true;
      if (text == "--command") command = true;  // fish, nu
      if (text == "--rcfile" || text == "--init-file") ++i;
      continue;
    }
    if (text.find('c') != std::string::npos) command = true;
    if (text.find('s') != std::string::npos) standard_input = true;
    if (text.find('i') != std::string::npos && text[0] == '-') interactive_ = true;
    if (text.find('n') != std::string::npos && text[0] == '-') ctx.certainty = Certainty::kNotCalled;
    if (text.back() == 'o' || text.back() == 'O') ++i;
  }
  Fields operands = i < argv.size() ? Fields(argv.begin() + static_cast<std::ptrdiff_t>(i), argv.end()) : Fields();
  if (command) {
    ctx.via.push_back(std::string(name) + " -c");
    if (operands.empty()) {
      if (open) opaque(range, "text of '" + std::string(name) + " -c' is not known", ctx);
      return true;
    }
    const Word text = operands[0];
    operands.erase(operands.begin());
    shell_text(text, std::move(operands), open, name, ctx, range);
    return true;
  }
  if (operands.empty() || standard_input || operands[0].is("/dev/stdin") || operands[0].is("/dev/fd/0") || operands[0].is("/proc/self/fd/0")) {
    if (!operands.empty() && !standard_input) operands.erase(operands.begin());
    operands.insert(operands.begin(), Word::literal(name));
    if (open) return opaque(range, "script of '" + std::string(name) + "' is not known", ctx), true;
    shell_stdin(name, std::move(operands), ctx, range);
    return true;
  }
  run_script_file(name, std::move(operands), open, ctx, range);
  return true;
}

/// BASH_ENV names a file that a bash without a terminal reads first.
void Walker::read_bash_env(const Context& ctx, ByteRange range) {
  Word file;
  for (const Assignment& a : ctx.environment) {
    if (a.name == "BASH_ENV") file = a.value;
  }
  if (file.pieces.empty()) {
    const Cell* cell = scope_.find("v:BASH_ENV");
    if (cell == nullptr || !cell->value.exported || cell->value.kind == Value::Kind::kUnset) return;
    file = scalar("BASH_ENV", cell->value);
  }
  if (file.is("")) return;
  Context own = ctx;
  own.via.emplace_back("BASH_ENV");
  const auto process = process_text_.find(file.text());
  if (const Word* text = file_text(file)) {
    nested(Word(*text), own, range, "BASH_ENV");
  } else if (file.has_unknown() && process != process_text_.end()) {
    nested(Word(process->second), own, range, "BASH_ENV");
  } else {
    opaque(range, "file '" + file.text() + "' that BASH_ENV names is not known", own);
  }
}

/// `positional` begins with $0.
void Walker::shell_text(const Word& text, Fields positional, bool open, std::string_view shell, const Context& outer, ByteRange range) {
  if (shell == "fish" && text.is_static()) {
    const std::optional<std::string> read = fish_as_zsh(text.text());
    if (!read) return opaque(range, "text of 'fish' is not understood", outer);
    return shell_text(Word::literal(*read), std::move(positional), open, "fish as zsh", outer.conditional(), range);
  }
  Context ctx = outer;
  ctx.loops = 0;
  in_subshell(ctx, [&] {
    ShellState& state = scope_.shell;
    ++state.level;
    state.posix = is_posix(shell);
    state.zsh_own_options = shell == "zsh";
    state.zsh = state.zsh_own_options || shell == "fish as zsh";
    any_zsh_ = any_zsh_ || state.zsh;
    state.aliases = state.zsh || interactive_;
    state.aliases_since = 0;
    interactive_ = false;
    state.errexit = state.allexport = false;
    state.zero = positional.empty() ? Word::literal(shell) : positional[0];
    if (!positional.empty()) positional.erase(positional.begin());
    for (const Word& word : positional) open = open || word.splits() || word.has_glob();
    state.positional = open ? nullptr : std::make_shared<const std::vector<Word>>(std::move(positional));
    state.exit = std::max(state.exit, state.reach());
    state.returned = state.broken = Certainty::kCertain;
    if (shell == "bash") read_bash_env(ctx, range);
    nested(text, ctx, range, ctx.via.empty() ? shell : std::string_view(ctx.via.back()));
    const Certainty certainty = ctx.certainty;
    Context at_exit = ctx;
    at_exit.certainty = certainty;
    if (!scope_.shell.traps.empty()) run_exit_traps(at_exit);
  });
}

void Walker::shell_stdin(std::string_view name, Fields positional, const Context& outer, ByteRange range) {
  Context ctx = outer;
  const Input input = ctx.input;
  ctx.input = Input();
  ctx.input.kind = InputKind::kUnknown;
  if (input.has_text) {
    ctx.via.push_back(std::string(name) + " <");
    shell_text(input.text, std::move(positional), false, name, ctx, range);
  } else if (input.kind == InputKind::kPipe || input.kind == InputKind::kUnknown || input.kind == InputKind::kText) {
    opaque(range, "standard input of '" + std::string(name) + "' is not known", ctx);
  }
}

void Walker::eval_text(const Word& text, const Context& outer, ByteRange range, std::string_view what) {
  Context ctx = outer;
  ctx.via.emplace_back(what);
  nested(text, ctx, range, what);
  if (!text.is_static()) ++scope_.shell.epoch;
}

void Walker::run_source(const Fields& argv, const Context& outer, ByteRange range) {
  std::size_t i = 1;
  if (i < argv.size() && argv[i].is("--")) ++i;
  if (i >= argv.size()) return;
  const Word& file = argv[i];
  Context ctx = outer;
  ctx.via.emplace_back("source");
  const auto process = process_text_.find(file.text());
  const bool standard_input = file.is("/dev/stdin") || file.is("/dev/fd/0") || file.is("/proc/self/fd/0");
  const auto positional = scope_.shell.positional;
  const Certainty returned = scope_.shell.returned;
  if (argv.size() > i + 1) scope_.shell.positional = std::make_shared<const std::vector<Word>>(argv.begin() + static_cast<std::ptrdiff_t>(i) + 1, argv.end());
  if (file.has_unknown() && process != process_text_.end()) {
    nested(Word(process->second), ctx, range, "source");
  } else if (file.has_unknown() && file.text().starts_with("<(")) {
    opaque(range, "output of '" + file.text() + "' is not known", ctx);
  } else if (standard_input) {
    if (ctx.input.has_text) {
      nested(Word(ctx.input.text), ctx, range, "source");
    } else if (ctx.input.kind != InputKind::kInherited) {
      opaque(range, "standard input of 'source' is not known", ctx);
    }
  } else if (const Word* text = file_text(file)) {
    nested(Word(*text), ctx, range, "source");
  } else if (scope_.find(file_key(file)) != nullptr) {
    opaque(range, "script '" + file.text() + "' is written by this text and its content is not known", ctx);
  }
  scope_.shell.positional = positional;
  scope_.shell.returned = returned;
  // bash 5.2 runs the last program of a file sourced in a subshell in place of the subshell: what follows is lost.
  if (scope_.shell.subshells > 0) scope_.shell.exit = std::max(scope_.shell.exit, Certainty::kConditional);
}

/// Walks a text that a word holds. What of it is not known is named, the rest is walked all the same.
void Walker::nested(const Word& text, const Context& ctx, ByteRange range, std::string_view what) {
  std::string source;
  bool unknown = false;
  for (const Piece& p : text.pieces) {
    if (p.kind != PieceKind::kLiteral) {  // a pattern stands for a name that is not known
      // parallel quotes what it puts in.
      const bool quoted = what == "parallel" && p.text == "{}";
      unknown = unknown || !quoted;
      source += quoted ? "\"${" : "${";
      source.append(kPlaceholderName).append(std::to_string(unknown_texts_.size())).append(quoted ? "}\"" : "}");
      unknown_texts_.push_back(p.text);
    } else {
      source += p.text;
    }
  }
  if (unknown) opaque(range, "text of '" + std::string(what) + "' is not wholly known: " + text.text().substr(0, 200), ctx);
  if (text.pieces.size() == 1 && unknown) return;
  nested_text(std::move(source), ctx, range);
}

void Walker::nested_text(std::string text, const Context& outer, ByteRange range) {
  if (++nested_texts_ > options_.limits.nested_texts || (nested_bytes_ += text.size()) > options_.limits.nested_bytes || outer.nesting > 60) {
    opaque(range, "too many texts inside texts", outer);
    return;
  }
  Source& source = sources_.emplace_back();
  source.owned = std::move(text);
  source.text = source.owned;
  Context ctx = outer;
  ctx.source = &source;
  ctx.range = place(range, outer);
  ctx.fixed = true;
  ++ctx.nesting;
  if (source.text.find('\0') != std::string_view::npos) opaque(range, "text holds a NUL byte", ctx);
  ParseOptions options = limited_parse();
  source.tree = parse(source.text, options);
  const Source* current = current_;
  current_ = &source;
  if (options.posix && source.tree.dialect_matters) {
    // sh may be dash or bash, and they disagree about this text: either.
    Source& other = sources_.emplace_back();
    other.text = source.text;
    options.posix = false;
    other.tree = parse(other.text, options);
    std::vector<Path> paths;
    paths.push_back(branch([&] { walk_script(source.tree.root, ctx.conditional(), true); }));
    current_ = &other;
    ctx.source = &other;
    paths.push_back(branch([&] {
      scope_.shell.posix = false;
      walk_script(other.tree.root, ctx.conditional(), true);
    }));
    scope_.join(std::move(paths));
  } else {
    walk_script(source.tree.root, ctx, true);
  }
  current_ = current;
}

}  // namespace cordon::shell
