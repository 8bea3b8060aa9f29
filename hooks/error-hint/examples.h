// SPDX-License-Identifier: Apache-2.0
// The rows `fires` and `quiet` of catalogue.toml: tests run them, `cordon hints --json` prints them. No part of the hook.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace cordon::error_hint {

struct Example {
  uint16_t entry = 0;     // index of entries()
  bool fires = false;
  bool failed = false;    // PostToolUseFailure: `output` follows "Exit code 1\n"; else PostToolUse with output and stderr
  std::string_view command, output, stderr_text;
  std::string_view exists;  // a file that is really there, seen from outside the sandbox; "" none
};

std::span<const Example> examples();

}  // namespace cordon::error_hint
