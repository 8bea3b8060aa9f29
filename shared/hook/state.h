// SPDX-License-Identifier: Apache-2.0
// Counters of a session, below ${XDG_STATE_HOME:-~/.local/state}/cordon/sessions/<session id>/. Best effort: what cannot be
// written changes no verdict, what cannot be read counts as zero.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "shared/base/world.h"

namespace cordon::hook {

// "bypasses": asked, warned or denied; "bypasses-strict": kept inside by strict mode.
void count(World& world, std::string_view session_id, std::string_view counter);
uint64_t counted(World& world, std::string_view session_id, std::string_view counter);
// Whether this is the first time in the session; true where that cannot be remembered. Of several at once one is the first.
bool first_time(World& world, std::string_view session_id, std::string_view what);
// ${XDG_STATE_HOME:-~/.local/state}/cordon; "" when there is no home.
std::string state_folder(const World& world);
// Folder of the session, "" when there is no home or the id is not made of letters, digits, '-' and '_'.
std::string session_folder(const World& world, std::string_view session_id);

}  // namespace cordon::hook
