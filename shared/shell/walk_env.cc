// SPDX-License-Identifier: Apache-2.0
// env: assignments, -i, -u, -C, -S (coreutils 9.1).
#include "shared/shell/option.h"
#include "shared/shell/walker.h"

namespace cordon::shell {
namespace {

Fields tail(const Fields& argv, std::size_t from) { return from < argv.size() ? Fields(argv.begin() + static_cast<std::ptrdiff_t>(from), argv.end()) : Fields(); }

/// env -S takes its operand apart: blanks separate, quotes and backslash quote, \_ is a blank, \c ends it.
void split_string(const std::string& text, Fields& split) {
  std::string word;
  bool open_word = false;
  char quote = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '\\' && quote != '\'' && k + 1 < text.size()) {
      const char next = text[++k];
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
}

}  // namespace

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
    const Option option = read_option(words[i], "uCS --unset --chdir --split-string", "S --split-string");
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
      split_string(value.text(), split);
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
  for (std::size_t equals = 0; i < words.size() && is_environment(words[i], equals); ++i) {
    Assignment a;
    a.name = words[i].literal_prefix().substr(0, equals);
    a.value = without_prefix(words[i], equals + 1);
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

}  // namespace cordon::shell
