// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cordon/completion/completion.h"

namespace cordon::command {
namespace {

// Within single quotes, and within what _arguments and _describe read.
std::string quoted(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      if (special.find(c) != std::string_view::npos) out += '\\';
      out += c == '\n' ? ' ' : c;
    }
  }
  return out;
}

std::string action_of(const HelpOption& option) {
  if (!option.choices.empty()) return fmt::format("({})", fmt::join(option.choices, " "));
  return kind_of(option) == "dir" ? "_files -/" : kind_of(option) == "file" ? "_files" : " ";
}

std::string argument_of(const HelpOption& option) {
  const std::string text = quoted(option.text, "[]:\\");
  const bool takes = !option.value.empty() || !option.choices.empty();
  const std::string value = takes ? fmt::format(":{}:{}", option.value.empty() ? "value" : option.value, action_of(option)) : "";
  std::string out;
  for (const std::string& name : option.names) out += fmt::format(" '({})'{}'[{}]{}'", fmt::join(option.names, " "), name, text, value);
  return out;
}

std::string positional_of(const HelpOption& option) {
  return fmt::format(" '*:{}:{}'", quoted(option.names[0], ":\\"), option.choices.empty() ? "_files" : action_of(option));
}

std::string described(std::string_view variable, const std::vector<HelpOption>& list) {
  std::string out = fmt::format("{}=(", variable);
  for (const HelpOption& each : list) out += fmt::format(" '{}:{}'", each.names[0], quoted(each.text, ":\\"));
  return out + " )";
}

std::string arguments_of(const HelpPage& page) {
  std::string out = "_arguments";
  for (const HelpOption& option : page.options) out += argument_of(option);
  for (const HelpOption& option : page.positionals) out += positional_of(option);
  return out;
}

std::string case_of(const HelpPage& page, const std::vector<HelpPage>& pages) {
  std::string out = fmt::format("    {})\n", page.words[0]);
  if (!page.subcommands.empty()) {
    out += fmt::format("      if (( CURRENT == 3 )) && [[ $words[3] != -* ]]; then {}; _describe command nested; return; fi\n      case $words[3] in\n",
                       described("nested", page.subcommands));
    for (const HelpPage& deeper : pages) {
      if (deeper.words.size() < 2 || deeper.words[0] != page.words[0]) continue;
      out += fmt::format("        {}) shift 2 words; (( CURRENT -= 2 )); {}; return ;;\n", deeper.words[1], arguments_of(deeper));
    }
    out += "      esac\n";
  }
  return out + fmt::format("      shift words; (( CURRENT-- )); {} ;;\n", arguments_of(page));
}

}  // namespace

std::string zsh_completion(const std::vector<HelpPage>& pages, const std::vector<HelpOption>& commands) {
  std::string cases;
  for (const HelpPage& page : pages) {
    if (page.words.size() == 1) cases += case_of(page, pages);
  }
  return fmt::format(
      "#compdef cordon\n# zsh completion for cordon, made by `cordon completion zsh`\n"
      "_cordon() {{\n  local -a commands nested\n  {}\n"
      "  if (( CURRENT == 2 )); then _describe command commands; return; fi\n"
      "  case $words[2] in\n{}  esac\n}}\n"
      "if [[ $funcstack[1] == _cordon ]]; then _cordon \"$@\"; else compdef _cordon cordon; fi\n",
      described("commands", commands), cases);
}

}  // namespace cordon::command
