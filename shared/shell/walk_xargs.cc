// SPDX-License-Identifier: Apache-2.0
// find -exec, xargs, parallel: commands whose arguments come from elsewhere.
#include "shared/shell/option.h"
#include "shared/shell/walker.h"

namespace cordon::shell {
namespace {

Fields tail(const Fields& argv, std::size_t from) { return from < argv.size() ? Fields(argv.begin() + static_cast<std::ptrdiff_t>(from), argv.end()) : Fields(); }

// The word with what was found in the place of {}; fd has {/}, {//}, {.} and {/.}, too.
Word found_in(const Word& word, bool fd) {
  const std::string text = word.text();
  std::size_t at = text.find("{}"), size = 2;
  if (fd && at == std::string::npos) {
    for (const std::string_view mark : {"{/}", "{//}", "{.}", "{/.}"}) {
      if (at == std::string::npos) at = text.find(mark), size = mark.size();
    }
  }
  if (!word.is_static() || at == std::string::npos) return word;
  Word out;
  if (at > 0) out.append_literal(text.substr(0, at), true);
  out.append({PieceKind::kUnknown, true, false, "{}"});
  if (at + size < text.size()) out.append_literal(text.substr(at + size), true);
  out.range = word.range;
  return out;
}

}  // namespace

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
    bool many = false, placed = false;
    for (++i; i < argv.size(); ++i) {
      const std::string word = argv[i].text();
      if (word == ";") break;
      if (word == "+" && !inner.empty() && inner.back().has_unknown()) {
        many = true;
        break;
      }
      inner.push_back(found_in(argv[i], fd));
      placed = placed || inner.back().has_unknown();
    }
    // fd puts what it found at the end where no {} stands.
    if (fd && !placed && !inner.empty()) inner.push_back(found_in(Word::literal("{}"), fd));
    many = many || text == "-X" || text == "--exec-batch";
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

/// `parallel CMD -- args` starts CMD with each of them, `parallel -- 'cmd one' 'cmd two'` hands each to a shell (moreutils; GNU's
/// takes `--` for the end of its options, and what follows for the command, as the caller does, too).
void Walker::parallel_of_moreutils(const Fields& argv, std::size_t first, std::size_t dashes, const Context& ctx, ByteRange range) {
  if (first == dashes) {
    for (std::size_t i = dashes + 1; i < argv.size(); ++i) shell_text(argv[i], {}, false, "sh", ctx, range);
    return;
  }
  Fields inner(argv.begin() + static_cast<std::ptrdiff_t>(first), argv.begin() + static_cast<std::ptrdiff_t>(dashes));
  bool placed = false;
  for (Word& word : inner) {
    const std::string text = word.text();
    const std::size_t braces = text.find("{}");
    if (!word.is_static() || braces == std::string::npos) continue;
    Word replaced;
    if (braces > 0) replaced.append_literal(text.substr(0, braces), true);
    replaced.append({PieceKind::kUnknown, true, false, "{}"});
    replaced.append_literal(text.substr(braces + 2), true);
    replaced.range = word.range;
    word = std::move(replaced);
    placed = true;
  }
  bool known = !placed && dashes + 1 < argv.size() && argv.size() - dashes < 32;
  for (std::size_t i = first; i < argv.size(); ++i) known = known && argv[i].is_static();
  for (std::size_t i = 1; i < first; ++i) known = known && !argv[i].text().starts_with("-n");
  if (!known) return run_inner(std::move(inner), ctx, range, !placed);
  for (std::size_t i = dashes + 1; i < argv.size(); ++i) {
    Fields one = inner;
    one.push_back(argv[i]);
    run_inner(std::move(one), ctx, range, false);
  }
}

/// parallel CMD ::: args, and the reading form; the command goes through a shell.
void Walker::run_parallel(const Fields& argv, const Context& outer, ByteRange range) {
  constexpr std::string_view kValues =
      "aCdEIJjLNnPsS --arg-file --basefile --block --colsep --delay --delimiter --env --halt --halt-on-error --header --id --joblog --jobs --load --max-args --max-chars "
      "--max-lines --max-procs --memfree --nice --recend --recstart --results --retries --return --rpl --sshdelay --sshlogin --sshloginfile --tempdir --timeout "
      "--tmpdir --transferfile --trc --wd --workdir";
  const bool sem = base_name(argv[0].text()) == "sem";  // one command, which takes no more words
  Context ctx = outer.conditional();
  ctx.via.emplace_back(sem ? "sem" : "parallel");
  ctx.input = Input();
  std::size_t i = 1;
  for (; i < argv.size(); ++i) {
    const Option option = read_option(argv[i], kValues, "");
    if (!option.is_option || option.ends) break;
    if (has_name("--version --help --citation --wait", argv[i].text())) return;
    if (option.separate) ++i;
  }
  Word text;
  bool placed = sem;
  for (std::size_t first = i; i < argv.size(); ++i) {
    const std::string word = argv[i].text();
    if (word.starts_with(":::")) break;
    if (word == "--") {
      parallel_of_moreutils(argv, first, i, ctx, range);
      if (i > first) return;
      continue;
    }
    if (!text.pieces.empty()) text.append_literal(" ", true);
    if (argv[i].is_static() && word.find('}', std::min(word.find('{'), word.size())) != std::string::npos) {
      placed = true;
      std::size_t at = 0;
      for (std::size_t open = word.find('{'); open != std::string::npos; open = word.find('{', at)) {  // {} {.} {1}{2}
        const std::size_t close = word.find('}', open);
        if (close == std::string::npos) break;
        text.append_literal(word.substr(at, open - at), true);
        text.append({PieceKind::kUnknown, true, false, "{}"});
        at = close + 1;
      }
      text.append_literal(word.substr(at), true);
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
