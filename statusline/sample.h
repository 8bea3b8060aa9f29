// SPDX-License-Identifier: Apache-2.0
// Made-up sessions for `--preview`, the pictures and the tests: always the same, nothing of the machine's.
#pragma once

#include <span>
#include <string_view>

#include "statusline/facts.h"

namespace cordon::statusline {

struct State {
  std::string_view name;  // "strict"
  std::string_view what;  // "nothing may leave the sandbox"
  void (*change)(Facts& facts);  // what makes it differ from an ordinary session; nullptr nothing
};
std::span<const State> states();
Facts sample_facts(const State& state);

}  // namespace cordon::statusline
