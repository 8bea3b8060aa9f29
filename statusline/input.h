// SPDX-License-Identifier: Apache-2.0
// Standard input of a status line. A writer may keep the pipe open for ever, so reading ends with the first complete JSON
// object, at the end of input, or when nothing more comes; whatever was read by then is handed on.
#pragma once

#include <cstddef>
#include <string>

namespace cordon::statusline {

// Finds the end of the first top-level object in text that comes in pieces. No validation: brackets and strings only.
class ObjectScanner {
 public:
  enum class State { kOpen, kComplete, kHopeless };  // kHopeless: does not start with '{', no use in reading on
  // `text` is everything read so far; looks only at what is new since the last call.
  State scan(const std::string& text);
  size_t end() const { return at_; }  // after kComplete: offset behind the closing brace

 private:
  size_t at_ = 0;
  size_t depth_ = 0;
  bool in_string_ = false;
};

struct InputLimits {
  size_t bytes = 64u << 20;
  int idle_ms = 40;   // between two pieces
  int total_ms = 80;  // for everything: a line is promised within 100 ms
};
// What came, cut behind the first complete object if there is one; perhaps "". Of what is no complete object only the head is
// kept, as nothing can be made of it. Never fails, never hangs.
std::string read_input(int fd, const InputLimits& limits = {});

}  // namespace cordon::statusline
