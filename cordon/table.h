// SPDX-License-Identifier: Apache-2.0
// The subcommands of `cordon`, one line each. A new one is a file of its own and one line in table.cc.
#pragma once

#include <span>
#include <string_view>

namespace cordon::command {

struct Subcommand {
  std::string_view name;  // "install"
  std::string_view help;  // one line, lower case, without full stop
  // argv[0] is the subcommand's name, so that a CLI::App parses it as a program's. Returns the exit status:
  // 0 done, 1 failed, 2 wrong usage.
  int (*run)(int argc, char** argv);
};

// Sorted the way a person meets them.
std::span<const Subcommand> subcommands();

int run_install(int argc, char** argv);
int run_uninstall(int argc, char** argv);
int run_explain(int argc, char** argv);
int run_settings(int argc, char** argv);
int run_harden(int argc, char** argv);
int run_statusline(int argc, char** argv);
int run_doctor(int argc, char** argv);
int run_hints(int argc, char** argv);
int run_log(int argc, char** argv);
int run_man(int argc, char** argv);
int run_sync(int argc, char** argv);
int run_provision(int argc, char** argv);
int run_completion(int argc, char** argv);
int run_pins(int argc, char** argv);
int run_iso(int argc, char** argv);
int run_replay(int argc, char** argv);
int run_drift(int argc, char** argv);

}  // namespace cordon::command
