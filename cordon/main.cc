// SPDX-License-Identifier: Apache-2.0
// cordon: the command for people. Everything it can do stands in table.cc.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string_view>

#include "cordon/table.h"
#include "shared/base/text.h"
#include "shared/base/world.h"
#include "shared/settings/config.h"
#include "shared/settings/query.h"
#include "statusline/look.h"

namespace {

constexpr std::string_view kIntroduction =
    "cordon: guards and a status line for Claude Code that keep a session honest about its sandbox.\n\n"
    "usage: cordon <command> [options]      cordon <command> --help says more\n\n";

constexpr std::string_view kExamples =
    "\nexamples\n"
    "  cordon install --dry-run      show what would change in settings.json, write nothing\n"
    "  cordon install --yes          install and wire everything, then prove it\n"
    "  cordon uninstall              settings.json ends as it was\n\n"
    "files: $CLAUDE_CONFIG_DIR (else ~/.claude) holds settings.json, cordon.toml and cordon/bin\n";

void print(std::FILE* to, std::string_view text) { std::fwrite(text.data(), 1, text.size(), to); }

void print_help(std::FILE* to) {
  print(to, kIntroduction);
  print(to, "commands\n");
  for (const auto& command : cordon::command::subcommands()) print(to, fmt::format("  {:<12}{}\n", command.name, command.help));
  print(to, "  --version   print the version\n");
  print(to, kExamples);
}

// A broken cordon.toml leaves the defaults in force: nobody must take it for one that counts.
void report_config_faults() {
  cordon::RealWorld world;
  auto config = cordon::settings::load_config(world, cordon::settings::query_for(world, {}));
  static_cast<void>(cordon::statusline::look_of(config.statusline, "", config.faults));
  for (const cordon::Error& fault : config.faults) print(stderr, fmt::format("warning: {}\n", cordon::text::visible(fault.text())));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "--version" || name == "-V") return print(stdout, "cordon " CORDON_VERSION "\n"), 0;
  if (name == "--help" || name == "-h" || name == "help") return print_help(stdout), 0;
  for (const auto& command : cordon::command::subcommands()) {
    if (command.name != name) continue;
    try {
      report_config_faults();
      return command.run(argc - 1, argv + 1);
    } catch (const std::exception& error) {
      print(stderr, fmt::format("cordon {}: {}\n", command.name, error.what()));
      return 1;
    }
  }
  if (!name.empty()) print(stderr, fmt::format("cordon: unknown command '{}'\n\n", name));
  print_help(stderr);
  return 2;
}
