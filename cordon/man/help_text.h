// SPDX-License-Identifier: Apache-2.0
// What the command can do, as data: the table's rows, and of each row what its own --help prints. Manual page and shell
// completion are made of this and nothing else, so they cannot say anything that --help does not.
//
//   "Options:\n  -n,--dry-run                show the change\n  --scope TEXT:{user,project} whose settings.json"
//   -> {{{"-n", "--dry-run"}, "", {}, "show the change"}, {{"--scope"}, "TEXT", {"user", "project"}, "whose settings.json"}}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace cordon::command {

struct HelpOption {
  std::vector<std::string> names;    // "-n", "--dry-run"; of a positional its name, "KEY"
  std::string value;                 // "DIR"; "" takes none
  std::vector<std::string> choices;  // "user", "project"
  std::string text;
};

struct HelpPage {
  std::vector<std::string> words;  // "pins", "check"
  std::string description, usage;  // usage without "Usage: "
  std::vector<HelpOption> positionals, options, subcommands;
  std::string footer;              // examples, exit codes, files: as they stand
};

// Reads what CLI11 prints.
HelpPage parse_help(std::vector<std::string> words, std::string_view text);

// All pages, in the table's order, those of nested subcommands behind their own. Starts this very program once per page.
Result<std::vector<HelpPage>> all_help();

// Starts another program of ours that stands beside this one with --help; its text.
Result<std::string> help_of_program(const std::string& name);

// cordon(1) in roff.
std::string manual_page(const std::vector<HelpPage>& pages, std::string_view version);
// <name>(1) of a program that writes its own help: the text as it stands.
std::string plain_page(std::string_view name, std::string_view summary, std::string_view help, std::string_view version);

}  // namespace cordon::command
