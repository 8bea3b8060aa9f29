// SPDX-License-Identifier: Apache-2.0
#pragma once
// Programs that run another command given on their own command line: ONE table.

#include <cstdint>
#include <string_view>

#include "shared/base/words.h"

namespace cordon::shell {

enum class WrapperKind : std::uint8_t {
  kCommand,     ///< the operands after `skip` are a command: nice -n 5 git add
  kText,        ///< the operands after `skip` are joined to a shell text: watch git status
  kOptionOnly,  ///< only `text_options` hold a command: script -c 'git add' file
  kAfter,       ///< the words after one of `text_options` are a command, a single one a text: op run -- git add, xterm -e 'git add'
};

struct Wrapper {
  Inline<20> name;
  WrapperKind kind;
  Inline<192> value_options;  ///< options that take a separate value: letters, then long names: "ng --user --group"
  std::uint8_t skip;               ///< operands before the command
  Inline<40> text_options;   ///< options whose value is shell text: "c --command"
  bool assignments;                ///< NAME=value before the command goes to its environment
  bool sure;                       ///< the command runs if the wrapper runs
  bool clears;                     ///< the command does not see this environment
  Inline<24> subcommand;     ///< first operand must be one of these words: `perf stat`, `uv run`
};

/// nullptr if `name` (no directory) is no wrapper. env, find, xargs, parallel and the shells have code of their own.
const Wrapper* find_wrapper(std::string_view name);

}  // namespace cordon::shell
