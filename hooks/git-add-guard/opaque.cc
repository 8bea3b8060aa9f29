// SPDX-License-Identifier: Apache-2.0
#include "hooks/git-add-guard/opaque.h"

#include <algorithm>
#include <string>
#include <vector>

#include "shared/base/path.h"
#include "shared/base/text.h"

namespace cordon::git_add_guard {
namespace {

using shell::Invocation;

// Words of letters and signs that matter to git, lower case.
std::vector<std::string> tokens(std::string_view text) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (std::string_view(" \t\r\n;|&(){}[]\"'`,=").find(c) == std::string_view::npos) {
      out.back() += c;
    } else if (!out.back().empty()) {
      out.emplace_back();
    }
  }
  return out;
}

bool is_one_of(const std::string& word, std::initializer_list<std::string_view> list) { return std::find(list.begin(), list.end(), word) != list.end(); }

// The words of a blanket add or commit anywhere in a text that is not shell.
bool names_blanket_add(std::string_view text) {
  bool git = false, stages = false, blanket = false;
  for (const std::string& raw : tokens(text)) {
    const std::string word = text::ascii_lower(raw);
    git = git || is_one_of(word, {"git", "git.exe"}) || word.ends_with("\\git.exe") || word.ends_with("/git") || word.ends_with("\\git");
    stages = stages || is_one_of(word, {"add", "stage", "commit", "stash", "update-index"});
    blanket = blanket || is_one_of(word, {".", "./", ".\\", "*", ":/", "--all", "-u", "..", "$pwd", "--no-ignore-removal"});
    blanket = blanket || (raw.size() > 1 && raw[0] == '-' && raw[1] != '-' && raw.find_first_of("Aa") != std::string::npos && raw.size() <= 5);
  }
  return git && stages && blanket;
}

constexpr std::string_view kInterpreters[] = {"python", "perl", "ruby", "node", "nodejs", "php", "deno", "bun", "lua", "tclsh"};
// Calls by which these start programs.
constexpr std::string_view kStarters[] = {"os.system", "subprocess", "popen", "system(", "exec", "spawn", "child_process", "`", "%x", "qx", "IO.", "Open3"};

// python3 - <<EOF. Such texts often write documents, where a backquote starts nothing: only calls that surely start a program count.
bool input_may_stage(const Invocation& invocation, std::string_view program) {
  if (!program.starts_with("python") || !invocation.input.has_text) return false;
  if (invocation.argv.size() > 2 || (invocation.argv.size() == 2 && !invocation.argv[1].is("-"))) return false;
  const std::string text = invocation.input.text.text();
  constexpr std::string_view kCalls[] = {"os.system(", "os.popen(", "os.exec", "os.spawn", "subprocess.run(", "subprocess.call(", "subprocess.check_", "subprocess.Popen(", "subprocess.getoutput("};
  return names_blanket_add(text) && std::any_of(std::begin(kCalls), std::end(kCalls), [&](std::string_view call) { return text.find(call) != std::string::npos; });
}

// make -f - with a recipe that stages; which target is made is not looked into.
bool recipes_may_stage(const Invocation& invocation) {
  const bool reads = std::any_of(invocation.argv.begin() + 1, invocation.argv.end(), [](const shell::Word& word) {
    return word.is("-") || word.is("-f-") || word.is("--file=-") || word.is("--makefile=-") || word.is("/dev/stdin");
  });
  if (!reads || !invocation.input.has_text) return false;
  const std::string text = invocation.input.text.text();
  for (const std::string_view line : text::split(text, '\n')) {
    if ((line.starts_with('\t') || line.find(';') != line.npos || line.find("$(shell") != line.npos) && names_blanket_add(line)) return true;
  }
  return false;
}

// awk '… system("git add -A") …', print | "git add -A"
bool awk_may_stage(const Invocation& invocation) {
  return std::any_of(invocation.argv.begin() + 1, invocation.argv.end(), [](const shell::Word& word) {
    const std::string text = word.text();
    const size_t pipe = text.find('|');
    const bool starts = text.find("system(") != text.npos || text.find("system (") != text.npos || (pipe != text.npos && text.find('"', pipe) != text.npos);
    return starts && names_blanket_add(text);
  });
}

}  // namespace

bool powershell_may_stage(std::string_view text) {
  for (const std::string& word : tokens(text::ascii_lower(text))) {
    if (is_one_of(word, {"iex", "invoke-expression", "-enc", "-encodedcommand", "-ec"})) return true;
  }
  return names_blanket_add(text);
}

bool interpreter_may_stage(const Invocation& invocation) {
  const std::string program(path::base_name(invocation.argv[0].literal_prefix()));
  if (is_one_of(program, {"make", "gmake"})) return recipes_may_stage(invocation);
  if (is_one_of(program, {"awk", "gawk", "mawk", "nawk", "busybox"})) return awk_may_stage(invocation);
  const bool known = std::any_of(std::begin(kInterpreters), std::end(kInterpreters), [&](std::string_view name) { return program.starts_with(name); });
  if (!known) return false;
  const bool backquote_is_text = is_one_of(program, {"node", "nodejs", "deno", "bun"});  // a template
  for (size_t i = 1; i + 1 < invocation.argv.size(); ++i) {
    const std::string option = invocation.argv[i].literal_prefix();
    if (!option.starts_with('-') || option.starts_with("--") || option.find_first_of("ceEpr") == std::string::npos) continue;
    const std::string text = invocation.argv[i + 1].text();
    const bool starts = std::any_of(std::begin(kStarters), std::end(kStarters), [&](std::string_view call) {
      return !(call == "`" && backquote_is_text) && text.find(call) != std::string::npos;
    });
    if (starts && names_blanket_add(text)) return true;
  }
  return input_may_stage(invocation, program);
}

}  // namespace cordon::git_add_guard
