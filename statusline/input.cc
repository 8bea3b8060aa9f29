// SPDX-License-Identifier: Apache-2.0
#include "statusline/input.h"

#include <poll.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace cordon::statusline {
namespace {

constexpr size_t kFirstRead = 16384;  // payloads are some two thousand bytes
constexpr size_t kLaterRead = 65536;  // what a pipe holds

int64_t now_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

// Whether `fd` has something to read (or has ended) within `wait_ms`. A signal starts the wait anew: none is expected.
bool ready(int fd, int wait_ms) {
  pollfd wanted{fd, POLLIN, 0};
  int status;
  do status = poll(&wanted, 1, wait_ms);
  while (status < 0 && errno == EINTR);
  return status > 0 && (wanted.revents & POLLNVAL) == 0;
}

}  // namespace

ObjectScanner::State ObjectScanner::scan(const std::string& text) {
  for (; at_ < text.size(); ++at_) {
    const char c = text[at_];
    if (depth_ == 0) {
      if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
      if (c != '{') return State::kHopeless;
      depth_ = 1;
    } else if (in_string_) {
      if (escaped_) {
        escaped_ = false;
      } else if (c == '\\') {
        escaped_ = true;
      } else if (c == '"') {
        in_string_ = false;
      }
    } else if (c == '"') {
      in_string_ = true;
    } else if (c == '{' || c == '[') {
      ++depth_;
    } else if ((c == '}' || c == ']') && --depth_ == 0) {
      ++at_;
      return State::kComplete;
    }
  }
  return State::kOpen;
}

std::string read_input(int fd, const InputLimits& limits) {
  std::string text;
  ObjectScanner scanner;
  int64_t deadline = 0;  // set with the first byte: the clock is not asked before it is needed
  for (int wait = limits.first_ms; ready(fd, wait);) {
    const size_t used = text.size();
    text.resize(used + std::clamp(used, kFirstRead, kLaterRead));
    const ssize_t got = read(fd, text.data() + used, text.size() - used);
    text.resize(used + static_cast<size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0 || text.size() > limits.bytes) break;
    const auto state = scanner.scan(text);
    if (state == ObjectScanner::State::kComplete) text.resize(scanner.end());
    if (state != ObjectScanner::State::kOpen) break;
    const int64_t now = now_ms();
    if (deadline == 0) deadline = now + limits.total_ms;
    if (now >= deadline) break;
    wait = static_cast<int>(std::min<int64_t>(limits.idle_ms, deadline - now));
  }
  return text;
}

}  // namespace cordon::statusline
