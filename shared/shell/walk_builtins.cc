// SPDX-License-Identifier: Apache-2.0
// Builtins that change what the rest of the text means.
#include "shared/shell/walker.h"

namespace cordon::shell {
namespace {

enum class Builtin : std::uint8_t {
  kTrue, kFalse, kCd, kPushd, kPopd, kExport, kDeclare, kLocal, kSet, kShift, kShopt, kPrintf, kRead, kTrap, kAlias, kUnalias, kUnset,
  kLeave, kEval, kSource, kExec, kCommand, kBuiltin, kEcho, kLet, kKill,
};

struct Entry {
  std::string_view name;
  Builtin builtin;
};

constexpr Entry kBuiltins[] = {
    {"true", Builtin::kTrue},       {":", Builtin::kTrue},          {"false", Builtin::kFalse},     {"cd", Builtin::kCd},
    {"chdir", Builtin::kCd},        {"pushd", Builtin::kPushd},     {"popd", Builtin::kPopd},       {"export", Builtin::kExport},
    {"readonly", Builtin::kDeclare}, {"declare", Builtin::kDeclare}, {"typeset", Builtin::kDeclare}, {"local", Builtin::kLocal},
    {"set", Builtin::kSet},         {"shift", Builtin::kShift},     {"shopt", Builtin::kShopt},     {"printf", Builtin::kPrintf},
    {"read", Builtin::kRead},       {"mapfile", Builtin::kRead},    {"readarray", Builtin::kRead},  {"getopts", Builtin::kRead},
    {"trap", Builtin::kTrap},       {"alias", Builtin::kAlias},     {"unalias", Builtin::kUnalias}, {"unset", Builtin::kUnset},
    {"exit", Builtin::kLeave},      {"return", Builtin::kLeave},    {"break", Builtin::kLeave},     {"continue", Builtin::kLeave},
    {"logout", Builtin::kLeave},    {"eval", Builtin::kEval},       {"source", Builtin::kSource},   {".", Builtin::kSource},
    {"exec", Builtin::kExec},       {"command", Builtin::kCommand}, {"builtin", Builtin::kBuiltin}, {"echo", Builtin::kEcho},
    {"let", Builtin::kLet},         {"kill", Builtin::kKill},
};

const Entry* find_builtin(std::string_view name) {
  for (const Entry& entry : kBuiltins) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

/// A format that no argument can make fail: numbers (%d) can.
bool prints_texts(std::string_view format) {
  for (std::size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at + 2)) {
    if (at + 1 >= format.size() || std::string_view("s%bq").find(format[at + 1]) == std::string_view::npos) return false;
  }
  return true;
}

}  // namespace

/// False: not one of these.
bool Walker::run_builtin(const Fields& argv, const Context& ctx, ByteRange range, Outcome& outcome) {
  const std::string name = argv[0].text();
  const Entry* entry = find_builtin(name);
  if (entry == nullptr) return false;
  switch (entry->builtin) {
    case Builtin::kTrue: outcome = Outcome::kTrue; break;
    case Builtin::kEcho: outcome = ctx.redirects.empty() ? Outcome::kTrue : Outcome::kMaybe; break;
    case Builtin::kFalse: outcome = Outcome::kFalse; break;
    case Builtin::kCd: builtin_cd(argv); break;
    case Builtin::kPushd: builtin_pushd(argv, true); break;
    case Builtin::kPopd: builtin_pushd(argv, false); break;
    case Builtin::kExport:
      builtin_export(argv, true, false);
      outcome = Outcome::kTrue;
      break;
    case Builtin::kDeclare: builtin_export(argv, false, false); break;
    case Builtin::kLocal: builtin_export(argv, false, true); break;
    case Builtin::kSet:
      builtin_set(argv);
      outcome = Outcome::kTrue;
      break;
    case Builtin::kShift: {
      const auto old = scope_.shell.positional;
      std::size_t count = 1;
      if (argv.size() > 1 && argv[1].is_static() && argv[1].text().size() == 1) count = static_cast<std::size_t>(argv[1].text()[0] - '0');
      if (old && argv.size() > 1 && (!argv[1].is_static() || count > 9)) {
        scope_.shell.positional = nullptr;
      } else if (old && old->size() >= count) {
        scope_.shell.positional = std::make_shared<const std::vector<Word>>(old->begin() + static_cast<std::ptrdiff_t>(count), old->end());
      }
      break;
    }
    case Builtin::kShopt: builtin_shopt(argv); break;
    case Builtin::kPrintf:
      builtin_printf(argv);
      outcome = ctx.redirects.empty() && argv.size() > 1 && argv[1].is_static() && prints_texts(argv[1].text()) ? Outcome::kTrue : Outcome::kMaybe;
      break;
    case Builtin::kRead: builtin_read(argv); break;
    case Builtin::kTrap:
      builtin_trap(argv, ctx, range);
      outcome = Outcome::kTrue;
      break;
    case Builtin::kAlias: builtin_alias(argv, ctx); break;
    case Builtin::kUnalias:
      for (std::size_t i = 1; i < argv.size(); ++i) scope_.set("a:" + argv[i].text(), Cell());
      break;
    case Builtin::kUnset: builtin_unset(argv); break;
    case Builtin::kLeave: builtin_leave(name, argv, ctx); break;
    case Builtin::kEval: {
      Word text;
      for (std::size_t i = 1; i < argv.size(); ++i) {
        if (i == 1 && argv[i].is("--")) continue;
        if (!text.pieces.empty()) text.append_literal(" ", true);
        for (const Piece& p : argv[i].pieces) text.append(p);
      }
      if (!text.pieces.empty()) eval_text(text, ctx, range, "eval");
      break;
    }
    case Builtin::kSource: run_source(argv, ctx, range); break;
    case Builtin::kLet:
      for (std::size_t i = 1; i < argv.size(); ++i) {
        const std::string text = argv[i].text();
        const std::string variable_name = text.substr(0, text.find_first_of("=+-*/%<>&|^ "));
        Value value;
        value.kind = Value::Kind::kUnknown;
        if (!variable_name.empty()) assign_variable(variable_name, value);
      }
      break;
    case Builtin::kKill: scope_.shell.exit = std::max(scope_.shell.exit, Certainty::kConditional); break;
    case Builtin::kExec: {
      std::size_t i = 1;
      while (i < argv.size() && argv[i].text().starts_with('-')) i += argv[i].is("-a") ? 2 : 1;
      if (i >= argv.size()) {  // exec > f: redirections of the shell itself
        for (const Redirect& r : ctx.redirects) scope_.shell.exec_redirects.push_back(r);
        break;
      }
      Context own = ctx;
      own.via.push_back("exec");
      run_inner(Fields(argv.begin() + static_cast<std::ptrdiff_t>(i), argv.end()), own, range, false);
      scope_.shell.exit = Certainty::kNotCalled;  // if it cannot be run the shell ends all the same
      scope_.shell.traps.clear();
      break;
    }
    case Builtin::kCommand:
    case Builtin::kBuiltin: {
      std::size_t i = 1;
      for (; i < argv.size() && argv[i].text().starts_with('-') && argv[i].is_static(); ++i) {
        if (argv[i].text().find_first_of("vV") != std::string::npos) return true;
      }
      if (i >= argv.size()) break;
      Context own = ctx;
      own.via.push_back(name);
      run_inner(Fields(argv.begin() + static_cast<std::ptrdiff_t>(i), argv.end()), own, range, false);
      break;
    }
  }
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

/// export, declare, local, readonly NAME=value…
void Walker::builtin_export(const Fields& argv, bool exports, bool local) {
  bool unexport = false, functions = false, changed = false;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const Word& word = argv[i];
    const std::string text = word.literal_prefix();
    if (text.starts_with('-') || text.starts_with('+')) {
      if (!exports && text.find('x') != std::string::npos) exports = text[0] == '-';
      if (exports && text.find('n') != std::string::npos) unexport = true;
      if (text.find('f') != std::string::npos) functions = true;
      if (text.find_first_of("iluncA") != std::string::npos) changed = !exports && text[0] == '-';
      continue;
    }
    if (functions) {
      if (const Cell* cell = scope_.find("f:" + text); cell != nullptr && exports) {
        Cell copy = *cell;
        copy.value.exported = true;
        scope_.set("f:" + text, std::move(copy));
      }
      continue;
    }
    const std::size_t equals = text.find('=');
    const bool append = equals != std::string::npos && equals > 0 && text[equals - 1] == '+';
    const std::string name = text.substr(0, append ? equals - 1 : equals);
    if (local && function_depth_ > 0) keep_local(name);
    Value value = variable(name);
    if (equals != std::string::npos) {
      Word rest;
      bool begun = false;
      for (const Piece& p : word.pieces) {
        if (!begun) {
          rest.append_literal(std::string_view(p.text).substr(equals + 1), true);
          begun = true;
        } else {
          rest.append(p);
        }
      }
      if (append) {
        Word whole = scalar(name, value);
        for (const Piece& p : rest.pieces) whole.append(p);
        rest = std::move(whole);
      }
      value.kind = Value::Kind::kScalar;
      value.items = {std::move(rest)};
    } else if (word.has_unknown()) {
      ++scope_.shell.epoch;  // export $names: which ones is not known
      continue;
    }
    if (exports) value.exported = !unexport;
    if (changed) changing_.insert(name);
    assign_variable(name, std::move(value));
  }
}

void Walker::builtin_set(const Fields& argv) {
  ShellState& shell = scope_.shell;
  std::size_t i = 1;
  for (; i < argv.size(); ++i) {
    const std::string text = argv[i].text();
    if (!argv[i].is_static() || text.size() < 2 || (text[0] != '-' && text[0] != '+')) break;
    if (text == "--") {
      shell.positional = std::make_shared<const std::vector<Word>>(argv.begin() + static_cast<std::ptrdiff_t>(i) + 1, argv.end());
      break;
    }
    const bool on = text[0] == '-';
    if (text[1] != 'o' && text.find('e') != std::string::npos) shell.errexit = on;
    // set -u, -n and the like may end the text early.
    if (on && text.find_first_of("un") != std::string::npos && text[1] != 'o') shell.exit = std::max(shell.exit, Certainty::kConditional);
    if (text.back() == 'o' && i + 1 < argv.size()) {
      const std::string option = argv[++i].text();
      if (option == "errexit") shell.errexit = on;
      if (on && (option == "nounset" || option == "noexec")) shell.exit = std::max(shell.exit, Certainty::kConditional);
    }
    if (text.find('e') != std::string::npos && text[1] != 'o') shell.errexit = on;
  }
  if (i < argv.size() && !argv[i].is("--")) {
    shell.positional = std::make_shared<const std::vector<Word>>(argv.begin() + static_cast<std::ptrdiff_t>(i), argv.end());
  }
  if (shell.positional) {
    for (const Word& word : *shell.positional) {
      if (word.splits() || word.has_glob()) {
        shell.positional = nullptr;
        break;
      }
    }
  }
}

void Walker::builtin_shopt(const Fields& argv) {
  for (std::size_t i = 2; i < argv.size(); ++i) {
    if (!argv[i].is("expand_aliases")) continue;
    scope_.shell.aliases = argv[1].is("-s");
    scope_.shell.aliases_since = ++clock_;
  }
}

void Walker::builtin_printf(const Fields& argv) {
  if (argv.size() < 4 || !argv[1].is("-v") || !argv[2].is_static()) return;
  Fields rest = {Word::literal("printf")};
  rest.insert(rest.end(), argv.begin() + 3, argv.end());
  const std::optional<Word> text = output_of(rest, nullptr);
  Value value;
  value.kind = text ? Value::Kind::kScalar : Value::Kind::kUnknown;
  if (text) value.items = {*text};
  assign_variable(argv[2].text(), std::move(value));
}

void Walker::builtin_read(const Fields& argv) {
  Value value;
  value.kind = Value::Kind::kUnknown;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string name = argv[i].text();
    if (argv[i].is_static() && !name.empty() && name[0] != '-') assign_variable(name, value);
  }
  assign_variable("REPLY", value);
  assign_variable("MAPFILE", value);
}

void Walker::builtin_unset(const Fields& argv) {
  bool functions = false;
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string name = argv[i].text();
    if (name.starts_with('-')) {
      functions = name.find('f') != std::string::npos;
      continue;
    }
    if (!argv[i].is_static()) {
      ++scope_.shell.epoch;
      continue;
    }
    if (functions) {
      scope_.set("f:" + name, Cell());
      continue;
    }
    scope_.shell.removed.push_back(name);
    Value value;
    value.kind = name.find('[') == std::string::npos ? Value::Kind::kUnset : Value::Kind::kUnknown;
    assign_variable(name.substr(0, name.find('[')), std::move(value));
  }
}

void Walker::builtin_alias(const Fields& argv, const Context& ctx) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string text = argv[i].literal_prefix();
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) continue;
    Word value;
    bool begun = false;
    for (const Piece& p : argv[i].pieces) {
      value.append_literal(begun ? std::string_view(p.text) : std::string_view(p.text).substr(equals + 1), true);
      begun = true;
    }
    Cell cell;
    cell.value.kind = ctx.certainty == Certainty::kCertain ? Value::Kind::kScalar : Value::Kind::kUnknown;
    cell.value.items = {argv[i].is_static() ? value : Word::unknown(argv[i].text(), true)};
    cell.level = scope_.shell.level;
    cell.time = ++clock_;
    scope_.set("a:" + text.substr(0, equals), std::move(cell));
  }
}

void Walker::builtin_leave(std::string_view name, const Fields& argv, const Context& ctx) {
  ShellState& shell = scope_.shell;
  const bool inner_loop = name == "break" || name == "continue";
  if (inner_loop && ctx.loops == 0) return;
  Certainty& reach = inner_loop ? shell.broken : name == "return" ? shell.returned : shell.exit;
  reach = Certainty::kNotCalled;
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

}  // namespace cordon::shell
