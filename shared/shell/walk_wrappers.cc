// SPDX-License-Identifier: Apache-2.0
// Commands inside commands: the table of wrappers, and those that need code of their own (env, find, xargs, parallel).
#include "shared/shell/walker.h"
#include "shared/shell/wrappers.h"

namespace cordon::shell {
namespace {

Fields tail(const Fields& argv, std::size_t from) { return from < argv.size() ? Fields(argv.begin() + static_cast<std::ptrdiff_t>(from), argv.end()) : Fields(); }

/// Is `letter` among the letters of "ng --user --group"?
bool has_letter(std::string_view spec, char letter) {
  for (const char c : spec) {
    if (c == '-') return false;
    if (c == letter && c != ' ') return true;
  }
  return false;
}

/// Is --name among the long names? An unambiguous beginning counts, as getopt_long takes it.
bool has_long(std::string_view spec, std::string_view name) {
  for (std::size_t at = spec.find("--"); at != std::string_view::npos; at = spec.find("--", at + 2)) {
    const std::string_view candidate = spec.substr(at, spec.find(' ', at) - at);
    if (candidate == name || (name.size() > 3 && candidate.starts_with(name))) return true;
  }
  return false;
}

/// One option word taken apart.
struct Option {
  bool is_option = false;
  bool ends = false;      ///< `--`
  bool separate = false;  ///< its value is the next word
  bool text = false;      ///< its value is shell text
  Word value;             ///< when glued on
};

Word after(const Word& word, std::size_t count) {
  Word rest;
  bool begun = false;
  for (const Piece& p : word.pieces) {
    if (begun) {
      rest.append(p);
    } else {
      rest.append_literal(std::string_view(p.text).substr(count), true);
      begun = true;
    }
  }
  return rest;
}

Option read_option(const Word& word, std::string_view values, std::string_view texts) {
  Option option;
  const std::string text = word.literal_prefix();
  if (text.size() < 2 || text[0] != '-') return option;
  option.is_option = true;
  if (text == "--" && word.is_static()) {
    option.ends = true;
    return option;
  }
  if (text[1] == '-') {
    const std::size_t equals = text.find('=');
    const std::string_view name = std::string_view(text).substr(0, equals);
    option.text = has_long(texts, name);
    if (equals != std::string::npos) {
      option.value = after(word, equals + 1);
    } else {
      option.separate = has_long(values, name);
    }
    return option;
  }
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (!has_letter(values, text[i])) continue;
    option.text = has_letter(texts, text[i]);
    option.separate = i + 1 == text.size() && word.is_static();
    if (!option.separate) option.value = after(word, i + 1);
    break;
  }
  return option;
}

bool is_assignment(const Word& word, std::size_t& equals) {
  const std::string text = word.literal_prefix();
  equals = text.find('=');
  return equals != std::string::npos && equals > 0 && text[0] != '-' && text.find('/') > equals;
}

}  // namespace

void Walker::run_inner(Fields argv, const Context& ctx, ByteRange range, bool open) {
  if (argv.empty()) return;
  if (ctx.nesting > 100 || ctx.via.size() > 100) return opaque(range, "too deeply nested", ctx);
  const std::string name = argv[0].text();
  Context own = ctx;
  ++own.nesting;
  emit(argv, own, range, open);
  if (!argv[0].is_static()) {
    dynamic_command_ = true;
    return;
  }
  // builtin and command run the shell's builtins; what other wrappers run is a program, whatever its name.
  const std::string via = ctx.via.empty() ? std::string() : ctx.via.back();
  Outcome outcome = Outcome::kMaybe;
  if ((via == "command" || via == "builtin" || via == "exec") && run_builtin(argv, own, range, outcome)) return;
  run_wrapper(argv, own, range, open);
}

bool Walker::run_wrapper(const Fields& argv, const Context& ctx, ByteRange range, bool open) {
  const std::string path = argv[0].text();
  const std::string_view name = base_name(path);
  if (name == "git") return run_git(argv, ctx, range, open), true;
  if (run_shell(argv, ctx, range, open)) return true;
  if (name == "env") return run_env(argv, ctx, range, open), true;
  if (name == "find" || name == "fd" || name == "fdfind") return run_find(argv, ctx, range), true;
  if (name == "xargs") return run_xargs(argv, ctx, range), true;
  if (name == "parallel") return run_parallel(argv, ctx, range), true;
  const Wrapper* wrapper = find_wrapper(name);
  if (wrapper != nullptr) return run_table(*wrapper, argv, ctx, range, open);
  if (const Word* text = file_text(argv[0]); text != nullptr && path.find('/') != std::string::npos) {
    // ./x.sh, written by this very text.
    Context own = ctx.conditional();
    own.via.push_back(path);
    shell_text(*text, tail(argv, 1), open, "bash", own, range);
  }
  return true;
}

bool Walker::run_table(const Wrapper& wrapper, const Fields& argv, const Context& outer, ByteRange range, bool open) {
  Context ctx = wrapper.sure ? outer : outer.conditional();
  ctx.via.emplace_back(wrapper.name);
  std::size_t i = 1;
  std::size_t skip = wrapper.skip;
  bool text_seen = false, options = true, direct = false;
  for (; i < argv.size(); ++i) {
    const Option option = options ? read_option(argv[i], wrapper.value_options, wrapper.text_options) : Option();
    if (option.is_option) {
      if (option.ends) {
        options = false;
        continue;
      }
      const Word* value = option.separate ? (i + 1 < argv.size() ? &argv[i + 1] : nullptr) : &option.value;
      if (option.text && value != nullptr && !value->pieces.empty()) {
        text_seen = true;
        shell_text(*value, {}, false, "sh", ctx, range);
      }
      if (wrapper.name == "watch" && (argv[i].is("-x") || argv[i].is("--exec"))) direct = true;
      if (wrapper.name == "sudo" && (argv[i].is("-D") || argv[i].text().starts_with("--chdir"))) {
        scope_.shell.directory = value != nullptr ? resolve(*value) : scope_.shell.directory;
      }
      if (option.separate) ++i;
      continue;
    }
    std::size_t equals = 0;
    if (wrapper.assignments && is_assignment(argv[i], equals)) {
      ctx.environment.push_back({argv[i].literal_prefix().substr(0, equals), after(argv[i], equals + 1), false});
      continue;
    }
    if (!wrapper.subcommand.empty() && skip == wrapper.skip && !argv[i].is(wrapper.subcommand)) return true;
    if (wrapper.kind == WrapperKind::kOptionOnly) {
      // su - user -c text: options may follow the operands.
      continue;
    }
    if (skip == 0) break;
    --skip;
    if (wrapper.name == "flock") options = true;
    if (wrapper.skip > 0 && skip == 0 && wrapper.name != "flock") options = wrapper.subcommand.empty() ? false : true;
  }
  if (wrapper.kind == WrapperKind::kOptionOnly || i >= argv.size()) {
    // A shell without a command reads its input: sudo -s, su user < text.
    const bool shell = wrapper.name == "su" || wrapper.name == "chroot" || wrapper.name == "unshare" || wrapper.name == "script";
    if (shell && !text_seen && ctx.input.kind != InputKind::kInherited) shell_stdin(wrapper.name, {}, ctx, range);
    return true;
  }
  const ShellState before = scope_.shell;
  const std::size_t mark = scope_.mark();
  if (wrapper.clears) scope_.shell.cleared = true;
  if (wrapper.kind == WrapperKind::kText && !direct) {
    Word text;
    for (; i < argv.size(); ++i) {
      if (!text.pieces.empty()) text.append_literal(wrapper.name == "hyperfine" ? "\n" : " ", true);
      for (const Piece& p : argv[i].pieces) text.append(p);
    }
    shell_text(text, {}, false, "sh", ctx, range);
  } else {
    run_inner(tail(argv, i), ctx, range, open);
  }
  scope_.rollback(mark);
  scope_.shell = before;
  return true;
}

void Walker::run_env(const Fields& argv, Context ctx, ByteRange range, bool open) {
  const ShellState before = scope_.shell;
  const std::size_t mark = scope_.mark();
  ctx.via.emplace_back("env");
  Fields words = argv;
  std::size_t i = 1;
  for (int rounds = 0; i < words.size() && rounds < 64; ++i, ++rounds) {
    const std::string text = words[i].literal_prefix();
    if (text == "-" && words[i].is_static()) {
      ctx.cleared = scope_.shell.cleared = true;
      continue;
    }
    const Option option = read_option(words[i], "uCS --unset --chdir --split-string --block-signal --default-signal --ignore-signal", "S --split-string");
    if (option.ends) {
      ++i;
      break;
    }
    if (!option.is_option) break;
    const Word value = option.separate && i + 1 < words.size() ? words[i + 1] : option.value;
    if (option.text) {
      // -S: the operand is split again, what follows stays.
      Fields split = {words[0]};
      if (!value.is_static()) {
        opaque(range, "operand of env -S is not known", ctx);
        return;
      }
      Source& source = sources_.emplace_back();
      source.owned = value.text();
      std::string word;
      bool open_word = false;
      char quote = 0;
      for (std::size_t k = 0; k < source.owned.size(); ++k) {
        const char c = source.owned[k];
        if (c == '\\' && quote != '\'' && k + 1 < source.owned.size()) {
          const char next = source.owned[++k];
          open_word = true;
          if (next == '_') {
            if (quote != 0) {
              word += ' ';
            } else {
              split.push_back(Word::literal(word));
              word.clear();
              open_word = false;
            }
          } else if (next == 'c') {
            break;
          } else {
            word += next == 'n' ? '\n' : next == 't' ? '\t' : next;
          }
        } else if (quote != 0 ? c == quote : c == '\'' || c == '"') {
          quote = quote != 0 ? '\0' : c;
          open_word = true;
        } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
          if (open_word) split.push_back(Word::literal(word));
          word.clear();
          open_word = false;
        } else {
          word += c;
          open_word = true;
        }
      }
      if (open_word) split.push_back(Word::literal(word));
      for (Word& w : split) {
        // ${NAME} is expanded by env.
        if (w.text().find("${") != std::string::npos) w = Word::unknown(w.text(), false);
      }
      for (std::size_t k = i + (option.separate ? 2 : 1); k < words.size(); ++k) split.push_back(words[k]);
      words = std::move(split);
      i = 0;
      continue;
    }
    if (text.find('i') != std::string::npos && text[1] != '-' && text[1] != 'u' && text[1] != 'C') ctx.cleared = scope_.shell.cleared = true;
    if (text == "--ignore-environment") ctx.cleared = scope_.shell.cleared = true;
    if (text.starts_with("-C") || text.starts_with("--chdir")) scope_.shell.directory = resolve(value);
    if (text.starts_with("-u") || text.starts_with("--unset")) ctx.unset.push_back(value.text());
    if (option.separate) ++i;
  }
  for (std::size_t equals = 0; i < words.size() && is_assignment(words[i], equals); ++i) {
    Assignment a;
    a.name = words[i].literal_prefix().substr(0, equals);
    a.value = after(words[i], equals + 1);
    Value value;
    value.kind = Value::Kind::kScalar;
    value.items = {a.value};
    value.exported = true;
    Cell cell;
    cell.value = value;
    cell.level = scope_.shell.level + 1;
    cell.epoch = scope_.shell.epoch;
    scope_.set("v:" + a.name, std::move(cell));
    ctx.environment.push_back(std::move(a));
  }
  run_inner(tail(words, i), ctx, range, open);
  scope_.rollback(mark);
  scope_.shell = before;
}

/// find … -exec CMD {} ; and its kin. What {} stands for is not known.
void Walker::run_find(const Fields& argv, const Context& outer, ByteRange range) {
  const bool fd = !argv[0].text().ends_with("find");
  for (std::size_t i = 1; i < argv.size(); ++i) {
    const std::string text = argv[i].text();
    const bool exec = fd ? text == "-x" || text == "--exec" || text == "-X" || text == "--exec-batch"
                         : text == "-exec" || text == "-execdir" || text == "-ok" || text == "-okdir";
    if (!exec) continue;
    Context ctx = outer.conditional();
    ctx.via.push_back("find " + text);
    ctx.input = Input();
    Fields inner;
    bool many = false;
    for (++i; i < argv.size(); ++i) {
      const std::string word = argv[i].text();
      if (word == ";") break;
      if (word == "+" && !inner.empty() && inner.back().has_unknown()) {
        many = true;
        break;
      }
      Word replaced;
      const std::size_t braces = word.find("{}");
      if (argv[i].is_static() && braces != std::string::npos) {
        if (braces > 0) replaced.append_literal(word.substr(0, braces), true);
        replaced.append({PieceKind::kUnknown, true, false, "{}"});
        if (braces + 2 < word.size()) replaced.append_literal(word.substr(braces + 2), true);
        replaced.range = argv[i].range;
      } else {
        replaced = argv[i];
      }
      inner.push_back(std::move(replaced));
    }
    const ShellState before = scope_.shell;
    if (text == "-execdir" || text == "-okdir") scope_.shell.directory.known = false;
    run_inner(std::move(inner), ctx, range, many);
    scope_.shell = before;
  }
}

namespace {

/// xargs' own idea of words: blanks separate, quotes and backslash quote.
Fields xargs_words(const std::string& text, char delimiter) {
  Fields out;
  std::string word;
  bool open = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (delimiter != '\0') {
      if (c == delimiter) {
        out.push_back(Word::literal(word));
        word.clear();
        open = false;
      } else {
        word += c;
        open = true;
      }
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '\\' && i + 1 < text.size()) {
      word += text[++i];
      open = true;
    } else if (c == '\'' || c == '"') {
      quote = c;
      open = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (open) out.push_back(Word::literal(word));
      word.clear();
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (open) out.push_back(Word::literal(word));
  return out;
}

}  // namespace

void Walker::run_xargs(const Fields& argv, const Context& outer, ByteRange range) {
  Context ctx = outer.conditional();
  ctx.via.emplace_back("xargs");
  const Input input = ctx.input;
  ctx.input = Input();
  std::size_t i = 1;
  bool simple = true;
  std::string replace;
  for (; i < argv.size(); ++i) {
    const Option option = read_option(argv[i], "adEILnPs --arg-file --delimiter --max-lines --max-args --max-procs --max-chars --process-slot-var", "");
    if (!option.is_option) break;
    if (option.ends) {
      ++i;
      break;
    }
    const std::string text = argv[i].text();
    const Word value = option.separate && i + 1 < argv.size() ? argv[i + 1] : option.value;
    if (text[1] == 'I') replace = value.text();
    if (text.starts_with("--replace") || text.starts_with("-i")) replace = value.pieces.empty() ? "{}" : value.text();
    const bool harmless = text == "-r" || text == "-t" || text == "--no-run-if-empty" || text == "--verbose" || text[1] == 'P';
    if (!harmless) simple = false;
    if (option.separate) ++i;
  }
  Fields inner = tail(argv, i);
  if (inner.empty()) return;
  const bool known = input.has_text && input.text.is_static() && simple && input.text.text().size() < 100000;
  bool open = !known;
  if (!replace.empty()) {
    open = false;
    for (Word& word : inner) {
      const std::string text = word.text();
      const std::size_t at = text.find(replace);
      if (!word.is_static() || at == std::string::npos) continue;
      Word replaced;
      if (at > 0) replaced.append_literal(text.substr(0, at), true);
      replaced.append({PieceKind::kUnknown, true, false, replace});
      replaced.append_literal(text.substr(at + replace.size()), true);
      replaced.range = word.range;
      word = std::move(replaced);
    }
  } else if (known) {
    for (Word& word : xargs_words(input.text.text(), '\0')) inner.push_back(std::move(word));
  }
  run_inner(std::move(inner), ctx, range, open);
}

/// parallel CMD ::: args, and the reading form; the command goes through a shell.
void Walker::run_parallel(const Fields& argv, const Context& outer, ByteRange range) {
  Context ctx = outer.conditional();
  ctx.via.emplace_back("parallel");
  ctx.input = Input();
  std::size_t i = 1;
  for (; i < argv.size(); ++i) {
    const Option option = read_option(argv[i], "jaINnLSP --jobs --arg-file --max-args --delay --timeout --joblog --results --tmpdir --colsep --retries --sshlogin --workdir", "");
    if (!option.is_option) break;
    if (option.separate) ++i;
  }
  Word text;
  bool placed = false;
  for (; i < argv.size(); ++i) {
    const std::string word = argv[i].text();
    if (word.starts_with(":::")) break;
    if (!text.pieces.empty()) text.append_literal(" ", true);
    const std::size_t braces = word.find('{');
    if (argv[i].is_static() && braces != std::string::npos && word.find('}', braces) != std::string::npos) {
      placed = true;
      text.append_literal(word.substr(0, braces), true);
      text.append({PieceKind::kUnknown, true, false, "{}"});
      text.append_literal(word.substr(word.find('}', braces) + 1), true);
    } else {
      for (const Piece& p : argv[i].pieces) text.append(p);
    }
  }
  if (text.pieces.empty()) {
    if (i < argv.size()) {  // parallel ::: 'cmd one' 'cmd two'
      for (++i; i < argv.size(); ++i) shell_text(argv[i], {}, false, "sh", ctx, range);
    } else {
      opaque(range, "commands of 'parallel' are not known", ctx);
    }
    return;
  }
  if (!placed) {
    text.append_literal(" ", true);
    text.append({PieceKind::kUnknown, true, false, "{}"});
  }
  nested(text, ctx, range, "parallel");
}

}  // namespace cordon::shell
