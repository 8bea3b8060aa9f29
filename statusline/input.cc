// SPDX-License-Identifier: Apache-2.0
#include "statusline/input.h"

#include <poll.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace cordon::statusline {
namespace {

constexpr int kSlice = 40;           // milliseconds
constexpr size_t kHead = 65536;      // of what cannot be read anyway
constexpr size_t kReadSize = 65536;  // what a pipe holds; payloads are some two thousand bytes

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

// What is there already, without asking first whether there is something. -1: nothing yet, or the kernel cannot say.
ssize_t read_at_once(int fd, char* buffer, size_t size) {
  const iovec piece{buffer, size};
  return preadv2(fd, &piece, 1, -1, RWF_NOWAIT);
}

// Whether the quote at `at` has an odd number of backslashes before it.
bool is_escaped(const std::string& text, size_t at) {
  size_t start = at;
  while (start > 0 && text[start - 1] == '\\') --start;
  return (at - start) % 2 == 1;
}

}  // namespace

ObjectScanner::State ObjectScanner::scan(const std::string& text) {
  for (; at_ < text.size(); ++at_) {
    if (in_string_) {
      at_ = std::min(text.find('"', at_), text.size());
      if (at_ == text.size()) break;
      in_string_ = is_escaped(text, at_);
      continue;
    }
    const char c = text[at_];
    if (c == '"' && depth_ != 0) {
      in_string_ = true;
    } else if (c == '{' || (c == '[' && depth_ != 0)) {
      ++depth_;
    } else if (depth_ == 0) {
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return State::kHopeless;
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
  char buffer[kReadSize];  // not cleared, unlike what a string grows by
  ssize_t first = read_at_once(fd, buffer, sizeof buffer);
  int left = limits.total_ms;  // counted in waits that ran out, not by the clock: a machine so busy that it wakes us late is given longer
  while (first < 0 && left > 0 && !ready(fd, std::min(left, kSlice))) left -= kSlice;
  const int64_t deadline = now_ms() + left;
  auto state = ObjectScanner::State::kOpen;
  for (bool has_more = left > 0; has_more;) {
    const ssize_t got = first >= 0 ? std::exchange(first, -1) : read(fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(buffer, static_cast<size_t>(got));
    if (text.size() > limits.bytes) break;
    state = scanner.scan(text);
    if (state != ObjectScanner::State::kOpen) break;
    const auto wait = static_cast<int>(std::min<int64_t>(limits.idle_ms, deadline - now_ms()));
    has_more = wait > 0 && ready(fd, wait);
  }
  const bool complete = state == ObjectScanner::State::kComplete;
  if (complete || text.size() > kHead) text.resize(complete ? scanner.end() : kHead);
  return text;
}

}  // namespace cordon::statusline
