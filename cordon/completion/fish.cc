// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cordon/completion/completion.h"

namespace cordon::command {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "'";
}

std::string condition_of(const HelpPage& page) {
  std::string out;
  for (const std::string& word : page.words) out += (out.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + word);
  return quoted(out);
}

std::string line_of(const HelpPage& page, const HelpOption& option) {
  std::string out = fmt::format("complete -c cordon -n {}", condition_of(page));
  for (const std::string& name : option.names) out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.choices.empty()) {
    out += fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
  } else if (kind_of(option) == "dir") {
    out += " -x -a '(__fish_complete_directories)'";
  } else if (!option.value.empty()) {
    out += kind_of(option) == "file" ? " -r -F" : " -x";
  }
  return out + " -d " + quoted(option.text) + "\n";
}

std::string words_of(const HelpPage& page) {
  std::string out;
  for (const HelpOption& nested : page.subcommands) {
    out += fmt::format("complete -c cordon -n {} -a {} -d {}\n", condition_of(page), nested.names[0], quoted(nested.text));
  }
  for (const HelpOption& positional : page.positionals) {
    if (!positional.choices.empty()) out += fmt::format("complete -c cordon -n {} -a '{}'\n", condition_of(page), fmt::join(positional.choices, " "));
  }
  return out;
}

}  // namespace

std::string fish_completion(const std::vector<HelpPage>& pages, const std::vector<HelpOption>& commands) {
  std::string out = "# fish completion for cordon, made by `cordon completion fish`\ncomplete -c cordon -f\n";
  for (const HelpOption& command : commands) {
    out += fmt::format("complete -c cordon -n __fish_use_subcommand -a {} -d {}\n", command.names[0], quoted(command.text));
  }
  for (const HelpPage& page : pages) {
    for (const HelpOption& option : page.options) out += line_of(page, option);
    out += words_of(page);
  }
  return out;
}

}  // namespace cordon::command
