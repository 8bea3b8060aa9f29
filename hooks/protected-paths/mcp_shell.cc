// SPDX-License-Identifier: Apache-2.0
// Tools of MCP servers that run a shell: known by their names and by the key that carries the text.
#include <algorithm>

#include "hooks/protected-paths/shell_call.h"
#include "shared/base/path.h"
#include "shared/base/words.h"
#include "shared/shell/word.h"

namespace cordon::protected_paths {
namespace {

constexpr Words kShells = {"shell", "bash", "sh", "zsh", "terminal", "powershell", "pwsh"};
constexpr Words kRunners = {"command", "commands", "commander", "cmd", "exec", "execute", "run", "process", "console"};
constexpr Words kPowerShells = {"powershell", "pwsh"};
// A tool that begins with one of these only looks.
constexpr Words kLookers = {"list", "get", "read", "search", "find", "show", "describe", "explain", "check", "help", "history"};
constexpr Words kTextKeys = {"command", "cmd", "script", "command_line", "commandLine"};
constexpr Words kFolderKeys = {"cwd", "workdir", "working_directory", "workingDirectory", "working_dir", "directory", "dir"};

// "desktop-commander__runInTerminal" -> desktop commander run in terminal
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> out(1);
  char before = 0;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z';
    if ((!upper && !lower) || (upper && before >= 'a' && before <= 'z')) out.emplace_back();
    if (upper || lower) out.back() += static_cast<char>(c | 0x20);
    before = c;
  }
  std::erase(out, std::string());
  return out;
}

std::string joined(const json::Value& list) {
  std::string out;
  for (const json::Value& word : list.items) {
    if (word.is(json::Type::kString)) out += (out.empty() ? "" : " ") + shell::quote_word(word.string);
  }
  return out;
}

std::string text_of(const json::Value& value, const json::Value& input) {
  if (value.is(json::Type::kArray)) return joined(value);
  if (!value.is(json::Type::kString)) return {};
  for (const json::Value& member : input.items) {
    if (member.key == "args" && member.is(json::Type::kArray)) return value.string + " " + joined(member);
  }
  return value.string;
}

}  // namespace

std::optional<ShellText> shell_text(const payload::ToolCall& call) {
  if (call.runs_shell()) return ShellText{call.input("command").value, call.cwd, call.tool == "PowerShell", true};
  const json::Value* input = call.payload.value("tool_input");
  if (call.tool.compare(0, 5, "mcp__") != 0 || input == nullptr) return std::nullopt;
  const std::string_view name = std::string_view(call.tool).substr(5);
  const auto words = words_of(name), own = words_of(name.substr(std::min(name.size(), name.rfind("__") + 1)));
  const auto any = [&words](const auto& names) { return std::any_of(words.begin(), words.end(), [&names](const std::string& it) { return names.contains(it); }); };
  ShellText out{"", call.cwd, any(kPowerShells), any(kShells)};
  if ((!out.certain && !any(kRunners)) || (!own.empty() && kLookers.contains(own[0]))) return std::nullopt;
  for (const json::Value& member : input->items) {
    if (kFolderKeys.contains(member.key) && member.is(json::Type::kString)) out.cwd = path::absolute(member.string, call.cwd);
    // What an "execute script" tool has under "script" or "code" is as often a program.
    const bool carries = (kTextKeys.contains(member.key) && (out.certain || member.key != "script")) || (out.certain && member.key == "code");
    if (carries && out.text.empty()) out.text = text_of(member, *input);
  }
  return out.text.empty() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace cordon::protected_paths
