// SPDX-License-Identifier: Apache-2.0
// A file that many processes append lines to and that never grows for ever.
//
//   append_rotated("/s/log/verdicts.jsonl", "{…}\n", {.bytes = 1 << 20, .kept = 4})
//
// When the file has grown over `bytes`, it is renamed to <path>.000001, then .000002 and on; of those the last `kept` stay.
// Nothing is lost among writers: a line is one write at the end of whatever file the name stood for when it was opened, a
// renamed file keeps what is still written to it, and one writer at a time renames (a lock beside it, <path>.lock).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cordon {

struct Rotation {
  uint64_t bytes = 1u << 20;
  unsigned kept = 4;
};

// False when the line was not written whole. Makes missing folders (0700) and the file (0600); never waits for the lock.
bool append_rotated(const std::string& path, std::string_view line, const Rotation& rotation);
// The files of it that are there, oldest first, `path` last.
std::vector<std::string> rotated_files(const std::string& path);

}  // namespace cordon
