// SPDX-License-Identifier: Apache-2.0
// Builtins that set variables, options and aliases.
#include "shared/shell/walker.h"

namespace cordon::shell {
namespace {

/// What follows the `=` of NAME=value.
Word text_after(const Word& word, std::size_t equals) {
  Word rest;
  rest.append_literal(std::string_view(word.pieces[0].text).substr(equals + 1), true);
  for (std::size_t i = 1; i < word.pieces.size(); ++i) rest.append(word.pieces[i]);
  return rest;
}

}  // namespace

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
      Word rest = text_after(word, equals);
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
    const bool named = text.back() == 'o' && i < argv.size();
    if ((text[1] != 'o' && text.find('a') != std::string::npos) || (named && argv[i].is("allexport"))) shell.allexport = on;
    if (named && argv[i].is("posix") && on && !shell.zsh) {  // then bash expands aliases
      shell.aliases = true;
      shell.aliases_since = ++clock_;
    }
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

void Walker::builtin_shift(const Fields& argv) {
  const auto old = scope_.shell.positional;
  std::size_t count = 1;
  if (argv.size() > 1 && argv[1].is_static() && argv[1].text().size() == 1) count = static_cast<std::size_t>(argv[1].text()[0] - '0');
  if (old && argv.size() > 1 && (!argv[1].is_static() || count > 9)) {
    scope_.shell.positional = nullptr;
  } else if (old && old->size() >= count) {
    scope_.shell.positional = std::make_shared<const std::vector<Word>>(old->begin() + static_cast<std::ptrdiff_t>(count), old->end());
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

/// let NAME=1: any value.
void Walker::builtin_let(const Fields& argv) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string text = argv[i].text();
    const std::string name = text.substr(0, text.find_first_of("=+-*/%<>&|^ "));
    Value value;
    value.kind = Value::Kind::kUnknown;
    if (!name.empty()) assign_variable(name, value);
    if (!name.empty() && scope_.shell.zsh) changing_.insert(name);  // a number from then on
  }
}

void Walker::builtin_alias(const Fields& argv, const Context& ctx) {
  if (scope_.shell.zsh && argv.size() > 2 && (argv[1].is("-g") || argv[1].is("-s"))) {
    opaque(argv[2].range, "alias that stands anywhere in a command", ctx.conditional());
  }
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

void Walker::builtin_unalias(const Fields& argv) {
  for (std::size_t i = 1; i < argv.size(); ++i) scope_.set("a:" + argv[i].text(), Cell());
}

}  // namespace cordon::shell
