// SPDX-License-Identifier: Apache-2.0
// Builtins that change what the rest of the text means: the table, and those about directories, control and texts.
// Those about variables are in walk_variables.cc.
#include <algorithm>

#include "shared/base/words.h"
#include "shared/shell/name_table.h"
#include "shared/shell/walker.h"

namespace cordon::shell {
namespace {

/// A format that no argument can make fail: numbers (%d) can.
bool prints_texts(std::string_view format) {
  for (std::size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at + 2)) {
    if (at + 1 >= format.size() || std::string_view("s%bq").find(format[at + 1]) == std::string_view::npos) return false;
  }
  return true;
}

}  // namespace

struct Walker::Builtins {
  struct Call {
    Walker& walker;
    std::string_view name;
    const Fields& argv;
    const Context& ctx;
    ByteRange range;
  };
  struct Entry {
    Inline<12> name;
    Outcome (*run)(const Call&);
  };

  static Outcome always(const Call&) { return Outcome::kTrue; }
  static Outcome never(const Call&) { return Outcome::kFalse; }
  static Outcome echo(const Call& c) { return c.ctx.redirects.empty() ? Outcome::kTrue : Outcome::kMaybe; }
  static Outcome cd(const Call& c) { return c.walker.builtin_cd(c.argv), Outcome::kMaybe; }
  static Outcome pushd(const Call& c) { return c.walker.builtin_pushd(c.argv, true), Outcome::kMaybe; }
  static Outcome popd(const Call& c) { return c.walker.builtin_pushd(c.argv, false), Outcome::kMaybe; }
  static Outcome exports(const Call& c) { return c.walker.builtin_export(c.argv, true, false), Outcome::kTrue; }
  static Outcome declare(const Call& c) { return c.walker.builtin_export(c.argv, false, false), Outcome::kMaybe; }
  static Outcome local(const Call& c) { return c.walker.builtin_export(c.argv, false, true), Outcome::kMaybe; }
  static Outcome set(const Call& c) { return c.walker.builtin_set(c.argv), Outcome::kTrue; }
  static Outcome shift(const Call& c) { return c.walker.builtin_shift(c.argv), Outcome::kMaybe; }
  static Outcome shopt(const Call& c) { return c.walker.builtin_shopt(c.argv), Outcome::kMaybe; }
  static Outcome printf(const Call& c) {
    const Fields& argv = c.argv;
    c.walker.builtin_printf(argv);
    return c.ctx.redirects.empty() && argv.size() > 1 && argv[1].is_static() && prints_texts(argv[1].text()) ? Outcome::kTrue : Outcome::kMaybe;
  }
  static Outcome read(const Call& c) { return c.walker.builtin_read(c.argv), Outcome::kMaybe; }
  static Outcome trap(const Call& c) { return c.walker.builtin_trap(c.argv, c.ctx, c.range), Outcome::kTrue; }
  static Outcome alias(const Call& c) { return c.walker.builtin_alias(c.argv, c.ctx), Outcome::kMaybe; }
  static Outcome unalias(const Call& c) { return c.walker.builtin_unalias(c.argv), Outcome::kMaybe; }
  static Outcome unset(const Call& c) { return c.walker.builtin_unset(c.argv), Outcome::kMaybe; }
  static Outcome leave(const Call& c) { return c.walker.builtin_leave(c.name, c.argv, c.ctx), Outcome::kMaybe; }
  static Outcome eval(const Call& c) { return c.walker.builtin_eval(c.argv, c.ctx, c.range), Outcome::kMaybe; }
  static Outcome source(const Call& c) { return c.walker.run_source(c.argv, c.ctx, c.range), Outcome::kMaybe; }
  static Outcome exec(const Call& c) { return c.walker.builtin_exec(c.argv, c.ctx, c.range), Outcome::kMaybe; }
  static Outcome command(const Call& c) { return c.walker.builtin_command(c.name, c.argv, c.ctx, c.range), Outcome::kMaybe; }
  static Outcome let(const Call& c) { return c.walker.builtin_let(c.argv), Outcome::kMaybe; }
  /// kill $$ ends the text.
  static Outcome kill(const Call& c) {
    Certainty& exit = c.walker.scope_.shell.exit;
    exit = std::max(exit, Certainty::kConditional);
    return Outcome::kMaybe;
  }

  static constexpr Entry kEntries[] = {
      {"true", always},      {":", always},        {"false", never},     {"echo", echo},      {"cd", cd},           {"chdir", cd},
      {"pushd", pushd},      {"popd", popd},       {"export", exports},  {"readonly", declare}, {"declare", declare}, {"typeset", declare},
      {"local", local},      {"set", set},         {"shift", shift},     {"shopt", shopt},    {"printf", printf},   {"read", read},
      {"mapfile", read},     {"readarray", read},  {"getopts", read},    {"trap", trap},      {"alias", alias},     {"unalias", unalias},
      {"unset", unset},      {"exit", leave},      {"return", leave},    {"break", leave},    {"continue", leave},  {"logout", leave},
      {"eval", eval},        {"source", source},   {".", source},        {"exec", exec},      {"command", command}, {"builtin", command},
      {"let", let},          {"kill", kill},
  };
};

/// False: not one of these.
bool Walker::run_builtin(const Fields& argv, const Context& ctx, ByteRange range, Outcome& outcome) {
  static constexpr NameTable kByName(Builtins::kEntries);
  const std::string name = argv[0].text();
  const Builtins::Entry* entry = kByName.find(name);
  if (entry == nullptr) return false;
  outcome = entry->run({*this, name, argv, ctx, range});
  return true;
}

void Walker::builtin_cd(const Fields& argv) {
  ShellState& shell = scope_.shell;
  std::size_t i = 1;
  while (i < argv.size() && argv[i].is_static() && argv[i].text().size() > 1 && argv[i].text()[0] == '-') {
    if (argv[i++].is("--")) break;
  }
  Directory next = shell.directory;
  if (i >= argv.size()) {
    const Value home = variable("HOME");
    next.known = home.kind == Value::Kind::kScalar && home.items.size() == 1 && home.items[0].is_static();
    if (next.known) next = resolve(home.items[0]);
  } else if (argv[i].is("-")) {
    next = shell.old_directory;
  } else if (argv[i].is("")) {
    return;
  } else {
    next = resolve(argv[i]);
  }
  shell.old_directory = shell.directory;
  shell.directory = std::move(next);
}

void Walker::builtin_pushd(const Fields& argv, bool push) {
  ShellState& shell = scope_.shell;
  if (argv.size() > 2 || (argv.size() == 2 && (argv[1].text().starts_with('-') || argv[1].text().starts_with('+')))) {
    shell.stack_known = false;
    shell.directory.known = false;
    return;
  }
  shell.old_directory = shell.directory;
  if (push && argv.size() == 2) {
    const Directory next = resolve(argv[1]);
    if (shell.directory_stack.size() < 64) shell.directory_stack.push_back(shell.directory);
    shell.directory = next;
    return;
  }
  if (shell.directory_stack.empty() || !shell.stack_known) {
    if (!shell.stack_known) shell.directory.known = false;
    return;
  }
  const Directory top = shell.directory_stack.back();
  shell.directory_stack.pop_back();
  if (push) shell.directory_stack.push_back(shell.directory);
  shell.directory = top;
}

void Walker::builtin_leave(std::string_view name, const Fields& argv, const Context& ctx) {
  ShellState& shell = scope_.shell;
  const bool inner_loop = name == "break" || name == "continue";
  if (inner_loop && ctx.loops == 0) return;
  Certainty& reach = inner_loop ? shell.broken : name == "return" ? shell.returned : shell.exit;
  // Outside a function and a sourced text bash says "can only `return'" and goes on; dash leaves.
  const bool refused = name == "return" && function_depth_ == 0 &&
                       std::none_of(ctx.via.begin(), ctx.via.end(), [](const std::string& step) { return step == "source"; });
  reach = refused ? std::max(reach, Certainty::kConditional) : Certainty::kNotCalled;
  if (inner_loop && argv.size() > 1) shell.exit = std::max(shell.exit, Certainty::kConditional);
}

void Walker::builtin_trap(const Fields& argv, const Context& ctx, ByteRange range) {
  std::size_t i = 1;
  while (i < argv.size() && argv[i].is_static() && (argv[i].is("--") || argv[i].is("-p") || argv[i].is("-l"))) {
    if (!argv[i++].is("--")) return;
  }
  if (i + 1 >= argv.size()) return;
  const Word& text = argv[i];
  ShellState& shell = scope_.shell;
  for (++i; i < argv.size(); ++i) {
    std::string signal = argv[i].text();
    if (signal == "0" || signal == "exit" || signal == "SIGEXIT") signal = "EXIT";
    if (signal == "EXIT") {
      if (ctx.certainty == Certainty::kCertain) std::erase_if(shell.traps, [](const Trap& t) { return t.signal == "EXIT"; });
      if (!text.is("-") && !text.is("")) shell.traps.push_back({signal, text, ctx.certainty, range});
      continue;
    }
    if (text.is("-") || text.is("")) continue;
    Context own = ctx.conditional();
    own.via.push_back("trap " + signal);
    branch([&] { nested(text, own, range, "trap"); });
  }
}

void Walker::builtin_eval(const Fields& argv, const Context& ctx, ByteRange range) {
  Word text;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    if (i == 1 && argv[i].is("--")) continue;
    if (!text.pieces.empty()) text.append_literal(" ", true);
    for (const Piece& p : argv[i].pieces) text.append(p);
  }
  if (!text.pieces.empty()) eval_text(text, ctx, range, "eval");
}

void Walker::builtin_exec(const Fields& argv, const Context& ctx, ByteRange range) {
  std::size_t i = 1;
  while (i < argv.size() && argv[i].text().starts_with('-')) i += argv[i].text().ends_with('a') ? 2 : 1;  // -a NAME, -cla NAME
  if (i >= argv.size()) {  // exec > f: redirections of the shell itself
    for (const Redirect& r : ctx.redirects) scope_.shell.exec_redirects.push_back(r);
    return;
  }
  Context own = ctx;
  own.via.push_back("exec");
  run_inner(Fields(argv.begin() + static_cast<std::ptrdiff_t>(i), argv.end()), own, range, false);
  scope_.shell.exit = Certainty::kNotCalled;  // if it cannot be run the shell ends all the same
  scope_.shell.traps.clear();
}

/// command, builtin: what follows, unless it is only looked up (-v).
void Walker::builtin_command(std::string_view name, const Fields& argv, const Context& ctx, ByteRange range) {
  std::size_t i = 1;
  for (; i < argv.size() && argv[i].text().starts_with('-') && argv[i].is_static(); ++i) {
    if (argv[i].text().find_first_of("vV") != std::string::npos) return;
  }
  if (i >= argv.size()) return;
  Context own = ctx;
  own.via.emplace_back(name);
  run_inner(Fields(argv.begin() + static_cast<std::ptrdiff_t>(i), argv.end()), own, range, false);
}

}  // namespace cordon::shell
