// SPDX-License-Identifier: Apache-2.0
// Whether an `ask` on a bypass call really stops the runtime until somebody answers. On old versions it does not in some
// modes (measured in a terminal: schemas/runtime/ask-is-a-barrier.json, from which the table is generated).
#pragma once

#include <string>
#include <string_view>

namespace cordon::bypass_warn {

struct Barrier {
  bool holds = true;
  std::string version;     // the session's
  std::string mode;        // the session's permission mode, made safe to show
  std::string holds_from;  // first version in which it holds in that mode; "" when none is known
};

// `version` "" (unknown) is taken as the newest. An unknown mode is treated like the worst known one.
Barrier ask_barrier(std::string_view version, std::string_view mode);

}  // namespace cordon::bypass_warn
