// SPDX-License-Identifier: Apache-2.0
// File descriptors: read everything, write everything, names of errors. No buffering, no locale, no exceptions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "shared/base/world.h"

namespace cordon {

// All of `fd` (a pipe or a file) up to `limit` bytes; more than that gives kTooLarge (the rest is left unread).
FileText read_all(int fd, size_t limit);
// A regular file whose size was just asked for: one read in the common case; grows when the file did (or lies, as /proc does).
FileText read_known_size(int fd, size_t size, size_t limit);
// Loops over short writes and EINTR. False on any error (a closed pipe gives false, not a signal: the runner ignores SIGPIPE).
bool write_all(int fd, std::string_view text);
// "permission denied"; the C library's own table needs the locale, ours names the few that matter and gives "error 36" else.
std::string text_of_errno(int error_number);

}  // namespace cordon
