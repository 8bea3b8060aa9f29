// SPDX-License-Identifier: Apache-2.0
// argv of another process, as the system gives it. Internal to shared/settings; the public face is arguments_of (query.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/world.h"

namespace cordon::settings {

using Arguments = std::vector<std::string>;

// /proc/PID/cmdline: "claude\0-p\0go\0". Nothing for an empty text (a kernel thread, a zombie).
std::optional<Arguments> parse_cmdline(std::string_view bytes);

// macOS, sysctl KERN_PROCARGS2: int argc in the machine's byte order, the program's path, zero bytes up to the next word, argc
// texts each ended by a zero byte, then the environment (not looked at). Nothing when it ends before argc texts did.
std::optional<Arguments> parse_procargs2(std::string_view bytes);

// `pid` is digits only.
std::optional<Arguments> system_arguments(World& world, const std::string& pid);

}  // namespace cordon::settings
