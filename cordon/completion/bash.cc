// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cordon/completion/completion.h"

namespace cordon::command {
namespace {

// Everything that may stand in a place, blank-separated: option names, nested commands, a positional's choices.
std::string words_of(const HelpPage& page) {
  std::vector<std::string> out;
  for (const HelpOption& option : page.subcommands) out.push_back(option.names[0]);
  for (const HelpOption& option : page.positionals) out.insert(out.end(), option.choices.begin(), option.choices.end());
  for (const HelpOption& option : page.options) out.insert(out.end(), option.names.begin(), option.names.end());
  return fmt::format("{}", fmt::join(out, " "));
}

std::string values_of(const HelpPage& page) {
  std::string out;
  const std::string nested = page.words.size() > 1 ? page.words[1] : "";
  for (const HelpOption& option : page.options) {
    if (option.value.empty() && option.choices.empty()) continue;
    std::string what = fmt::format("-W '{}'", fmt::join(option.choices, " "));
    if (option.choices.empty()) what = kind_of(option) == "dir" ? "-d" : kind_of(option) == "file" ? "-f" : "-W ''";
    for (const std::string& name : option.names) {
      const std::string place = nested.empty() ? fmt::format("'{} '*' {}'", page.words[0], name) : fmt::format("'{} {} {}'", page.words[0], nested, name);
      out += fmt::format("    {}) COMPREPLY=($(compgen {} -- \"$cur\")); return ;;\n", place, what);
    }
  }
  return out;
}

}  // namespace

std::string_view kind_of(const HelpOption& option) {
  if (option.value == "DIR" || option.value == "FOLDER") return "dir";
  if (option.value.find("FILE") != std::string::npos || option.value == "PATH") return "file";
  return "";
}

std::string bash_completion(const std::vector<HelpPage>& pages, const std::vector<HelpOption>& commands) {
  std::string names, values, words;
  for (const HelpOption& command : commands) names += command.names[0] + " ";
  for (auto page = pages.rbegin(); page != pages.rend(); ++page) values += values_of(*page);  // nested ones come before their own
  for (const HelpPage& page : pages) {
    if (page.words.size() > 1) words += fmt::format("    '{} {}') words='{}' ;;\n", page.words[0], page.words[1], words_of(page));
  }
  for (const HelpPage& page : pages) {
    if (page.words.size() == 1) words += fmt::format("    '{} '*) words='{}' ;;\n", page.words[0], words_of(page));
  }
  return fmt::format(
      "# bash completion for cordon, made by `cordon completion bash`\n"
      "_cordon() {{\n"
      "  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]:-}} nested=${{COMP_WORDS[2]:-}} words=\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then COMPREPLY=($(compgen -W '{0}--help --version' -- \"$cur\")); return; fi\n"
      "  [ \"$COMP_CWORD\" -gt 2 ] || nested=\n"
      "  case \"$command $nested $prev\" in\n{1}  esac\n"
      "  case \"$command $nested\" in\n{2}  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
      "}}\n"
      "complete -o bashdefault -o default -F _cordon cordon\n",
      names, values, words);
}

}  // namespace cordon::command
