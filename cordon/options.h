// SPDX-License-Identifier: Apache-2.0
// What every subcommand does with its options.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>

namespace cordon::command {

// Parses; nothing when the subcommand goes on. Else --help was printed (0), or what is wrong was said (`wrong_usage`), and that
// is the exit status.
std::optional<int> parse_options(CLI::App& app, int argc, char** argv, int wrong_usage = 2);

}  // namespace cordon::command
