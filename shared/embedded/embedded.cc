// SPDX-License-Identifier: Apache-2.0
#include "shared/embedded/embedded.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "shared/embedded/embedded_tools.h"
#include "shared/base/path.h"
#include "shared/base/text.h"
#include "shared/shell/word.h"

namespace cordon::embedded {
namespace {

using shell::Invocation;
using shell::Word;

// Functions that start what their text says, by the ends of their names (os.system, cp.execSync), blank separated.
constexpr std::string_view kOfPython = "system popen execv execvp execl execlp spawnv spawnvp spawnl spawnlp";
constexpr std::string_view kOfSubprocess = "run call Popen check_call check_output getoutput getstatusoutput";
constexpr std::string_view kOfRuby = "system exec spawn popen capture2 capture2e capture3";
constexpr std::string_view kOfNode = "exec execSync execFile execFileSync spawn spawnSync";

struct Language {
  std::string_view program;  // its name begins so: python3.11
  std::string_view options;  // letters of options whose value is code
  bool backquotes;           // `x` runs x
  bool reads_input;          // code on standard input
  std::string_view starters;
  std::string_view module = {};      // the code must name it for these: /x/.exec("…") of node starts nothing
  std::string_view of_module = {};
};
constexpr Language kLanguages[] = {
    {"python", "c", false, true, kOfPython, "subprocess", kOfSubprocess},
    {"pypy", "c", false, true, kOfPython, "subprocess", kOfSubprocess},
    {"perl", "eE", true, true, "system exec"},
    {"ruby", "e", true, true, kOfRuby},
    {"node", "ep", false, true, "execSync execFileSync spawnSync", "child_process", kOfNode},
    {"php", "r", true, false, "system exec shell_exec passthru popen proc_open"},
    {"lua", "e", false, true, "execute popen"},
    {"bun", "e", false, false, "spawn spawnSync execSync execFileSync", "child_process", kOfNode},
    {"tclsh", "", false, true, "exec system"}};
constexpr std::string_view kAwks[] = {"awk", "gawk", "mawk", "nawk"};
constexpr Language kAwk = {"awk", "", false, false, "system"};

bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// A string literal at `at`, which is moved behind it.
bool read_string(std::string_view code, size_t& at, std::string& out) {
  const char quote = code[at];
  const bool triple = code.substr(at).starts_with(std::string(3, quote));
  const std::string end(triple ? 3 : 1, quote);
  out.clear();
  for (size_t i = at + end.size(); i < code.size(); ++i) {
    if (code.substr(i).starts_with(end)) {
      at = i + end.size();
      return true;
    }
    if (code[i] == '\\' && i + 1 < code.size()) {
      const char c = code[++i];
      out += c == 'n' ? '\n' : c == 't' ? '\t' : c;
    } else {
      out += code[i];
    }
  }
  return false;
}

// The string arguments that follow the name of a starter: one is a shell text, several are words.
std::string read_arguments(std::string_view code, size_t at) {
  std::vector<std::string> strings;
  bool list = false;
  std::string string;
  while (at < code.size()) {
    const char c = code[at];
    if (c == '"' || c == '\'') {
      if (!read_string(code, at, string)) return {};
      strings.push_back(string);
    } else if (c == '[' || c == '(' || c == ',' || c == ' ' || c == '\t' || c == '\n') {
      list = list || c == '[';
      ++at;
    } else if ((c == 'f' || c == 'r' || c == 'b' || c == 'u') && at + 1 < code.size() && (code[at + 1] == '"' || code[at + 1] == '\'')) {
      ++at;
    } else {
      break;
    }
  }
  if (strings.empty()) return {};
  if (strings.size() == 1 && !list) return strings[0];
  std::string out;
  for (const std::string& word : strings) out += (out.empty() ? "" : " ") + shell::quote_word(word);
  return out;
}

void read_code(std::string_view code, const Language& language, const std::string& via, std::vector<EmbeddedText>& out) {
  const bool module = !language.module.empty() && code.find(language.module) != std::string_view::npos;
  for (size_t i = 0; i < code.size(); ++i) {
    if (language.backquotes && (code[i] == '`' || code.substr(i).starts_with("qx") || code.substr(i).starts_with("%x"))) {
      const size_t open = code[i] == '`' ? i : i + 2;
      const char left = open < code.size() ? code[open] : 0;
      const char right = left == '(' ? ')' : left == '{' ? '}' : left == '[' ? ']' : left;
      const size_t close = left == 0 || is_name(left) || left == ' ' ? std::string_view::npos : code.find(right, open + 1);
      if (close == std::string_view::npos) continue;
      out.push_back({std::string(code.substr(open + 1, close - open - 1)), via});
      i = close;
      continue;
    }
    if (!is_name(code[i]) || (i > 0 && is_name(code[i - 1]))) continue;
    size_t end = i;
    while (end < code.size() && is_name(code[end])) ++end;
    const std::string_view name = code.substr(i, end - i);
    if (!text::has_word(language.starters, name) && (!module || !text::has_word(language.of_module, name))) continue;
    std::string text = read_arguments(code, end);
    if (!text.empty()) out.push_back({std::move(text), via});
  }
}

// print | "sort", "date" | getline
void read_awk_pipes(std::string_view code, const std::string& via, std::vector<EmbeddedText>& out) {
  bool piped = false;
  std::string string;
  for (size_t i = 0; i < code.size();) {
    if (code[i] == '"') {
      if (!read_string(code, i, string)) return;
      const std::string_view rest = text::trim(code.substr(i));
      if (piped || (rest.starts_with('|') && text::trim(rest.substr(1)).starts_with("getline"))) out.push_back({string, via});
      piped = false;
      continue;
    }
    if (code[i] == '|') {
      const bool either = code.substr(i).starts_with("||");
      piped = !either;
      i += either ? 2 : 1;
      continue;
    }
    piped = piped && (code[i] == ' ' || code[i] == '\t' || code[i] == '&');
    ++i;
  }
}

void read_interpreter(const Invocation& invocation, const std::string& program, const Language& language, std::vector<EmbeddedText>& out) {
  bool given = false;
  for (size_t i = 1; i < invocation.argv.size(); ++i) {
    const std::string option = invocation.argv[i].literal_prefix();
    if (!option.starts_with('-') || option.size() < 2) {
      given = given || option != "-";
      break;
    }
    const bool code = option == "--eval" || option == "--print" || (option[1] != '-' && language.options.find(option.back()) != std::string_view::npos);
    if (!code || i + 1 >= invocation.argv.size()) continue;
    given = true;
    read_code(invocation.argv[i + 1].text(), language, program, out);
    ++i;
  }
  if (!given && language.reads_input && invocation.input.has_text) read_code(invocation.input.text.text(), language, program, out);
}

// Recipe lines of a makefile.
void read_recipes(std::string_view file, std::vector<EmbeddedText>& out) {
  for (std::string_view line : text::split(file, '\n')) {
    const size_t inline_recipe = line.find(';');
    if (line.starts_with('\t')) {
      line.remove_prefix(1);
    } else if (inline_recipe != std::string_view::npos && line.find(':') < inline_recipe) {
      line.remove_prefix(inline_recipe + 1);
    } else {
      continue;
    }
    line.remove_prefix(std::min(line.find_first_not_of(" \t@-+"), line.size()));
    std::string text;
    for (size_t i = 0; i < line.size(); ++i) {
      text += line[i];
      if (line[i] == '$' && i + 1 < line.size() && line[i + 1] == '$') ++i;
    }
    if (!text.empty()) out.push_back({std::move(text), "make"});
  }
}

// A makefile on standard input, and --eval.
void read_make(const Invocation& invocation, std::vector<EmbeddedText>& out) {
  bool input = false;
  for (size_t i = 1; i < invocation.argv.size(); ++i) {
    const std::string word = invocation.argv[i].text();
    input = input || word == "-f-" || word == "--file=-" || word == "--makefile=-" || word == "/dev/stdin" || (word == "-" && i > 1);
    if (word.starts_with("--eval=")) read_recipes(std::string_view(word).substr(7), out);
    if ((word == "--eval" || word == "-E") && i + 1 < invocation.argv.size()) read_recipes(invocation.argv[++i].text(), out);
  }
  if (input && invocation.input.has_text) read_recipes(invocation.input.text.text(), out);
}

bool is_this_machine(std::string_view host) {
  host.remove_prefix(host.starts_with("ssh://") ? 6 : 0);
  host.remove_prefix(host.find('@') == std::string_view::npos ? 0 : host.find('@') + 1);
  return host == "localhost" || host.starts_with("localhost:") || host.starts_with("127.") || host == "::1" || host == "[::1]" || host == "ip6-localhost" || host == "0.0.0.0";
}

void read_ssh(const Invocation& invocation, std::vector<EmbeddedText>& out) {
  constexpr std::string_view kValues = "BbcDEeFIiJLlmOopQRSWw";
  size_t i = 1;
  for (; i < invocation.argv.size(); ++i) {
    const std::string word = invocation.argv[i].text();
    if (!word.starts_with('-')) break;
    if (word.size() == 2 && kValues.find(word[1]) != std::string_view::npos) ++i;
  }
  if (i >= invocation.argv.size() || !invocation.argv[i].is_static()) return;
  const std::string host = invocation.argv[i].text();
  if (!is_this_machine(host)) return;
  // Options may follow the host.
  for (++i; i < invocation.argv.size() && invocation.argv[i].literal_prefix().starts_with('-'); ++i) {
    const std::string word = invocation.argv[i].text();
    if (word.size() == 2 && kValues.find(word[1]) != std::string_view::npos) ++i;
  }
  std::string text;
  for (; i < invocation.argv.size(); ++i) text += (text.empty() ? "" : " ") + invocation.argv[i].text();
  if (text.empty() && invocation.input.has_text) text = invocation.input.text.text();
  if (!text.empty()) out.push_back({std::move(text), "ssh " + host});
}

}  // namespace

std::vector<EmbeddedText> embedded_texts(const Invocation& invocation) {
  std::vector<EmbeddedText> out;
  if (!invocation.argv[0].is_static()) return out;
  const std::string path = invocation.argv[0].text();
  const std::string program(path::base_name(path));
  if (program == "make" || program == "gmake") read_make(invocation, out);
  if (program == "ssh" || program == "slogin") read_ssh(invocation, out);
  if ((program == "at" || program == "batch") && invocation.input.has_text) out.push_back({invocation.input.text.text(), program});
  if (std::find(std::begin(kAwks), std::end(kAwks), program) != std::end(kAwks)) {
    for (size_t i = 1; i < invocation.argv.size(); ++i) {
      read_code(invocation.argv[i].text(), kAwk, program, out);
      read_awk_pipes(invocation.argv[i].text(), program, out);
    }
  }
  read_tools(invocation, program, out);
  for (const Language& language : kLanguages) {
    if (program.starts_with(language.program)) read_interpreter(invocation, program, language, out);
  }
  return out;
}

}  // namespace cordon::embedded
