// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/flags.h"

#include <algorithm>
#include <string_view>

#include "shared/base/words.h"

namespace cordon::settings {
namespace {

// Options with a required value, from `claude --help` of 2.1.202 and 2.1.332 and the hidden ones it accepts. Optional values
// ("[name]") never swallow something that starts with a dash, so they need no entry.
constexpr Words kTakesValue = {
    "--add-dir", "--agent", "--agents", "--allowedTools", "--allowed-tools", "--append-system-prompt", "--append-system-prompt-file",
    "--autocompact", "--betas", "--debug-file", "--disallowedTools", "--disallowed-tools", "--effort", "--environment",
    "--fallback-model", "--file", "--input-format", "--json-schema", "--max-budget-usd", "--max-thinking-tokens", "--max-turns",
    "--mcp-config", "--model", "--name", "-n", "--output-format", "--permission-mode", "--permission-prompt-tool",
    "--permission-prompts", "--plugin-dir", "--plugin-url", "--remote-control-session-name-prefix", "--resume-session-at",
    "--sdk-url", "--session-id", "--setting-sources", "--settings", "--system-prompt", "--system-prompt-file",
    "--system-prompt-snapshot", "--tools",
};

bool takes_value(std::string_view name) { return kTakesValue.contains(name); }

void set_value(Flags& flags, std::string_view name, std::string_view value) {
  if (name == "--settings") flags.settings = value;
  if (name == "--setting-sources") flags.setting_sources = value;
  if (name == "--permission-mode") flags.permission_mode = value == "manual" ? "default" : value;
}

}  // namespace

Flags parse_flags(const std::vector<std::string>& arguments) {
  Flags flags;
  for (size_t i = 1; i < arguments.size(); i++) {
    const std::string_view argument = arguments[i];
    if (argument == "--") break;
    if (argument.size() < 2 || argument[0] != '-') continue;
    if (argument == "--dangerously-skip-permissions") flags.skip_permissions = true;
    if (argument == "--restricted") flags.restricted = true;
    const size_t equals = argument.find('=');
    if (equals != std::string_view::npos && argument.starts_with("--")) {
      set_value(flags, argument.substr(0, equals), argument.substr(equals + 1));
    } else if (takes_value(argument) && i + 1 < arguments.size()) {
      set_value(flags, argument, arguments[++i]);
    }
  }
  return flags;
}

}  // namespace cordon::settings
