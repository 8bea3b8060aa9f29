// SPDX-License-Identifier: Apache-2.0
#include "shared/embedded/embedded_tools.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "shared/base/text.h"

namespace cordon::embedded {
namespace {

using Texts = std::vector<std::string>;

// What a value runs, given as the tool reads it.
using Reader = void (*)(std::string_view value, Texts& out);

void whole(std::string_view value, Texts& out) { out.emplace_back(value); }

// `rsync -e 'ssh -p 22'` is rsync's ordinary way, not a way around a rule for ssh.
void remote_shell(std::string_view value, Texts& out) {
  if (!value.starts_with("ssh") && !value.starts_with("rsh")) whole(value, out);
}

// --checkpoint-action=exec=git push
void after_exec(std::string_view value, Texts& out) {
  if (value.starts_with("exec=")) out.emplace_back(value.substr(5));
}

// ":silent !git push" of an editor, "!git push" and "shell git push" of a debugger.
void editor_command(std::string_view value, Texts& out) {
  value = text::trim(value);
  while (value.starts_with(':')) value.remove_prefix(1);
  for (const std::string_view prefix : {"silent! ", "silent ", "execute ", "exe "}) {
    if (value.starts_with(prefix)) value = text::trim(value.substr(prefix.size()));
  }
  if (value.starts_with('"') || value.starts_with('\'')) value.remove_prefix(1);
  if (value.starts_with('!')) out.emplace_back(value.substr(1));
  if (value.starts_with("shell ")) out.emplace_back(value.substr(6));
}

// spawn git push; exec git push
void tcl_commands(std::string_view value, Texts& out) {
  for (const std::string_view line : text::split(value, '\n')) {
    for (std::string_view command : text::split(line, ';')) {
      command = text::trim(command);
      for (const std::string_view starter : {"spawn ", "exec ", "system "}) {
        if (command.starts_with(starter)) out.emplace_back(command.substr(starter.size()));
      }
    }
  }
}

// .shell git push
void dot_command(std::string_view value, Texts& out) {
  for (const std::string_view starter : {".shell ", ".system "}) {
    if (value.starts_with(starter)) out.emplace_back(value.substr(starter.size()));
  }
}

// \! git push
void backslash_command(std::string_view value, Texts& out) {
  value = text::trim(value);
  if (value.starts_with("\\!")) out.emplace_back(value.substr(2));
}

// "!git push", "r !git push", "w !git push" of ed
void ed_command(std::string_view value, Texts& out) {
  value = text::trim(value);
  for (const std::string_view prefix : {"r ", "w ", "e ", "$r "}) {
    if (value.starts_with(prefix)) value = text::trim(value.substr(prefix.size()));
  }
  if (value.starts_with('!')) out.emplace_back(value.substr(1));
}

size_t skip_address(std::string_view line) {
  size_t at = 0;
  while (at < line.size()) {
    if (line[at] == '/') {
      const size_t close = line.find('/', at + 1);
      if (close == std::string_view::npos) return line.size();
      at = close + 1;
    } else if (std::string_view("0123456789$,!~+ \t{").find(line[at]) != std::string_view::npos) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

// "1e git push" runs it; of "s/x/git push/e" the replacement is (a part of) what runs.
void sed_script(std::string_view value, Texts& out) {
  for (std::string_view line : text::split(value, '\n')) {
    line.remove_prefix(std::min(skip_address(line), line.size()));
    if (line.starts_with("e ")) out.emplace_back(text::trim(line.substr(2)));
    if (line.size() < 4 || line[0] != 's') continue;
    const char mark = line[1];
    const size_t middle = line.find(mark, 2), end = middle == std::string_view::npos ? middle : line.find(mark, middle + 1);
    if (end == std::string_view::npos) continue;
    const std::string_view flags = line.substr(end + 1, line.find_first_of("; }", end + 1) - end - 1);
    if (flags.find('e') != std::string_view::npos && flags.find('w') == std::string_view::npos) out.emplace_back(line.substr(middle + 1, end - middle - 1));
  }
}

struct Option {
  std::string_view programs;  // blank separated
  std::string_view options;   // their value follows as the next word or after =; "+" is written together; "" takes every word
  Reader read;
};
constexpr Option kOptions[] = {
    {"tar gtar", "--to-command --use-compress-program --rsh-command --info-script --new-volume-script -I -F", whole},
    {"bsdtar", "--use-compress-program", whole},
    {"tar gtar", "--checkpoint-action", after_exec},
    {"rsync", "-e --rsh", remote_shell},
    {"vim vi nvim ex view vimdiff gvim", "-c --cmd +", editor_command},
    {"gdb lldb", "-ex -iex --eval-command -eval-command", editor_command},
    {"expect", "-c", tcl_commands},
    {"less more", "+", editor_command},
    {"psql", "-c --command", backslash_command},
    {"sqlite3", "-cmd", dot_command},
    {"sqlite3", "", dot_command},
    {"sed gsed", "-e --expression", sed_script},
    {"man", "-P --pager", whole},
    {"zip", "-TT --unzip-command", whole},
    {"split", "--filter", whole},
    {"sort", "--compress-program", whole},
};

// Tools that read commands from standard input, a line each.
struct Lines {
  std::string_view programs;
  Reader read;
};
constexpr Lines kLines[] = {{"ed red", ed_command}, {"ex vi vim", editor_command}, {"sqlite3", dot_command}, {"psql", backslash_command}, {"tclsh expect wish", tcl_commands}, {"gdb lldb", editor_command}};

void read_lines(const shell::Invocation& invocation, std::string_view program, Texts& out) {
  if (!invocation.input.has_text) return;
  const std::string input = invocation.input.text.text();
  for (const Lines& row : kLines) {
    if (!text::has_word(row.programs, program)) continue;
    for (const std::string_view line : text::split(input, '\n')) row.read(line, out);
  }
}

void read_option(const Option& row, const Texts& words, Texts& out) {
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const std::string_view name = word.substr(0, word.find('='));
    if (row.options.empty()) {
      row.read(word, out);
    } else if (text::has_word(row.options, word)) {
      if (i + 1 < words.size()) row.read(words[++i], out);
    } else if (name.size() < word.size() && name.starts_with("--") && text::has_word(row.options, name)) {
      row.read(word.substr(name.size() + 1), out);
    } else if (word.size() > 1 && word[0] == '+' && text::has_word(row.options, "+")) {
      row.read(word.substr(1), out);
    }
  }
}

// sed SCRIPT FILE…: the first word that is no option, unless -e or -f gave one.
void read_sed_operand(const Texts& words, Texts& out) {
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "-e" || words[i] == "-f" || words[i].starts_with("--expression") || words[i].starts_with("--file")) return;
    if (words[i].starts_with('-') && words[i].size() > 1) continue;
    return sed_script(words[i], out);
  }
}

}  // namespace

void read_tools(const shell::Invocation& invocation, std::string_view program, std::vector<EmbeddedText>& out) {
  const bool sed = program == "sed" || program == "gsed";
  const bool known = std::any_of(std::begin(kOptions), std::end(kOptions), [&](const Option& row) { return text::has_word(row.programs, program); });
  Texts words, found;
  read_lines(invocation, program, found);
  if (known) {
    for (const shell::Word& word : invocation.argv) words.push_back(word.text());
  }
  for (const Option& row : kOptions) {
    if (text::has_word(row.programs, program)) read_option(row, words, found);
  }
  if (sed) read_sed_operand(words, found);
  for (std::string& text : found) out.push_back({std::move(text), std::string(program)});
}

}  // namespace cordon::embedded
