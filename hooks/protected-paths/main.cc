// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <string_view>

#include "hooks/protected-paths/check.h"
#include "hooks/protected-paths/rule.h"
#include "hooks/protected-paths/rules_command.h"
#include "shared/hook/hook.h"

int main(int argc, char** argv) {
  if (argc < 2) return cordon::hook::run({"protected-paths", cordon::protected_paths::decide, cordon::protected_paths::unreadable});
  if (std::strcmp(argv[1], "check") == 0) return cordon::protected_paths::check_main({argv + 2, argv + argc});
  if (std::strcmp(argv[1], "rules") == 0) return cordon::protected_paths::rules_main({argv + 2, argv + argc});
  if (std::strcmp(argv[1], "--help") == 0 || std::strcmp(argv[1], "-h") == 0) return cordon::protected_paths::check_main({std::string_view("--help")});
  return cordon::protected_paths::print_usage();
}
