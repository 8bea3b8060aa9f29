// SPDX-License-Identifier: Apache-2.0
#include "shared/hook/runtime_shell.h"

#include <string>
#include <string_view>

#include "shared/base/path.h"
#include "shared/base/program.h"

namespace cordon::hook {
namespace {

using shell::Dialect;

bool holds(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

bool is_shell(std::string_view program) { return holds(program, "bash") || holds(program, "zsh"); }

Dialect dialect_named(std::string_view program) { return holds(path::base_name(program), "zsh") ? Dialect::kZsh : Dialect::kBash; }

bool can_run(World& world, const std::string& program) { return program[0] != '/' || world.is_executable(program); }

}  // namespace

Dialect runtime_shell(World& world) {
  const std::string chosen = world.env_set("CLAUDE_CODE_SHELL").value_or("");
  if (is_shell(chosen) && can_run(world, chosen)) return dialect_named(chosen);
  const std::string own = world.env_set("SHELL").value_or("");
  // A bash that is not there leads to another bash, a zsh only to another zsh if there is one.
  if (holds(own, "bash")) return dialect_named(own);
  if (is_shell(own) && can_run(world, own)) return Dialect::kZsh;
  std::string search = ":" + world.env_set("PATH").value_or("") + ":";
  for (const std::string_view folder : {"/bin:", "/usr/bin:", "/usr/local/bin:", "/opt/homebrew/bin:"}) {
    if (!holds(search, ":" + std::string(folder))) search += folder;
  }
  return find_program(world, search, "zsh").empty() ? Dialect::kBash : Dialect::kZsh;
}

Dialect dialect_of(const payload::ToolCall& call, World& world) {
  return call.tool == "PowerShell" ? Dialect::kPowerShell : runtime_shell(world);
}

}  // namespace cordon::hook
