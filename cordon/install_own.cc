// SPDX-License-Identifier: Apache-2.0
// Which entries of a settings file are ours.
#include <algorithm>
#include <cctype>

#include "cordon/install_wiring.h"
#include "shared/base/path.h"
#include "shared/shell/word.h"

namespace cordon::command {
namespace {

constexpr std::string_view kPrograms[] = {"bypass-warn", "git-add-guard", "protected-paths", "deny-guard", "posture-watch", "error-hint", "statusline", "cordon"};
constexpr WiredHook kHooks[] = {
    {"bypass-warn", "PreToolUse", "Bash|PowerShell|Monitor"},
    {"git-add-guard", "PreToolUse", "Bash|PowerShell|Monitor"},
    {"protected-paths", "PreToolUse", "Edit|Write|MultiEdit|NotebookEdit|Bash|PowerShell|Monitor|mcp__.*"},
    {"deny-guard", "PreToolUse", "Bash|Monitor"},
    {"posture-watch", "SessionStart", ""},
    {"posture-watch", "ConfigChange", ""},
    {"posture-watch", "UserPromptSubmit", ""},
    {"posture-watch", "Stop", ""},
    {"error-hint", "PostToolUse", "Bash|PowerShell"},
    {"error-hint", "PostToolUseFailure", "Bash|PowerShell"},
};

bool is_hook_program(std::string_view name) {
  return std::any_of(std::begin(kHooks), std::end(kHooks), [&](const WiredHook& hook) { return hook.program == name; });
}

// The words of a simple shell command; `rest` is what follows from the first operator on. Knows quotes and backslashes,
// leaves $ as it stands: enough to recognise a path, all else is foreign.
struct Words {
  std::vector<std::string> words;
  std::string rest;
};
Words split_words(std::string_view s) {
  Words out;
  std::string word;
  bool open = false;
  char quote = 0;
  for (size_t i = 0; i < s.size(); ++i) {
    const char c = s[i];
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        if (c == '\\' && quote == '"' && i + 1 < s.size()) ++i;
        word += s[i];
      }
    } else if (c == '\'' || c == '"') {
      quote = c, open = true;
    } else if (c == '\\' && i + 1 < s.size()) {
      word += s[++i], open = true;
    } else if (c == ' ' || c == '\t') {
      if (open) out.words.push_back(word);
      word.clear(), open = false;
    } else if (std::string_view(";&|<>()`\n").find(c) != std::string_view::npos) {
      // "2>": the digits belong to the redirection
      const bool digits = open && (c == '<' || c == '>') && std::all_of(word.begin(), word.end(), [](unsigned char d) { return std::isdigit(d); });
      if (open && !digits) out.words.push_back(word);
      out.rest = s.substr(i);
      return out;
    } else {
      word += c, open = true;
    }
  }
  if (open) out.words.push_back(word);
  return out;
}

bool is_assignment(std::string_view word) {
  const size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0) return false;
  return std::all_of(word.begin(), word.begin() + equals, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

// "/old/bin/suite git-add-guard": one program with sub-commands, as older installs had it. `echo git-add-guard` is not it.
bool is_suite(std::string_view program) {
  if (!program.starts_with('/')) return program.starts_with('~') || program.starts_with('$');
  for (const std::string_view system : {"/bin", "/usr/bin", "/sbin", "/usr/sbin"}) {
    if (path::parent(program) == system) return false;
  }
  return true;
}

std::string own_program(const std::vector<std::string>& words) {
  if (words.empty() || words.size() > 2) return "";
  const std::string_view name = path::base_name(words[0]);
  if (words.size() == 1) return is_hook_program(name) ? std::string(name) : "";
  return is_hook_program(words[1]) && is_suite(words[0]) ? words[1] : "";
}

std::vector<std::string> shell_words(std::string_view command) {
  Words split = split_words(command);
  // A redirection of one word's length may follow; a list or a pipe is a person's own construction.
  if (!split.rest.empty() && (split.rest[0] != '>' && split.rest[0] != '<')) return {};
  if (split.rest.find_first_of(";|()`\n") != std::string::npos || split.rest.find("&&") != std::string::npos) return {};
  const auto first = std::find_if_not(split.words.begin(), split.words.end(), is_assignment);
  split.words.erase(split.words.begin(), first);
  return split.words;
}

}  // namespace

std::span<const WiredHook> wired_hooks() { return kHooks; }
std::span<const std::string_view> installed_programs() { return kPrograms; }

std::string own_hook(const json::Value& entry) {
  const json::Value* command = entry.find("command");
  if (command == nullptr || !command->is(json::Type::kString)) return "";
  const json::Value* type = entry.find("type");
  if (type != nullptr && type->string != "command") return "";
  const json::Value* args = entry.find("args");
  if (args == nullptr || !args->is(json::Type::kArray)) return own_program(shell_words(command->string));
  std::vector<std::string> words = {command->string};
  for (const json::Value& arg : args->items) words.push_back(arg.string);
  return own_program(words);
}

bool is_own_status_line(const json::Value& value, const std::vector<std::string>& own_bins) {
  const json::Value* command = value.find("command");
  if (command == nullptr || !command->is(json::Type::kString)) return false;
  const std::vector<std::string> words = shell_words(command->string);
  if (words.size() != 1 || path::base_name(words[0]) != "statusline") return false;
  const std::string_view folder = path::parent(words[0]);
  return folder.ends_with("/cordon/bin") || std::find(own_bins.begin(), own_bins.end(), folder) != own_bins.end();
}

std::string shell_quote(std::string_view s) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) || c >= 0x80 || std::string_view("/._-+,:@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!s.empty() && std::all_of(s.begin(), s.end(), plain)) return std::string(s);
  return shell::quote_word(s);
}

}  // namespace cordon::command
