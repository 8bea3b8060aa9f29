// SPDX-License-Identifier: Apache-2.0
#include "cordon/live/guard.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace cordon::live {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
constinit std::atomic<int> first_signal{0};
constinit int ends[2] = {-1, -1};
constinit struct sigaction old_actions[4] = {};

void remember(int number) {
  const int error = errno;
  int none = 0;
  first_signal.compare_exchange_strong(none, number);
  [[maybe_unused]] const ssize_t written = write(ends[1], "", 1);
  errno = error;
}

}  // namespace

SignalGuard::SignalGuard() {
  first_signal = 0;
  if (pipe(ends) != 0) ends[0] = ends[1] = -1;
  for (const int end : ends) {
    if (end < 0) continue;
    fcntl(end, F_SETFD, FD_CLOEXEC);
    fcntl(end, F_SETFL, O_NONBLOCK);
  }
  for (size_t i = 0; i < 4; ++i) {
    struct sigaction action {};
    sigfillset(&action.sa_mask);
    action.sa_handler = kSignals[i] == SIGPIPE ? SIG_IGN : remember;
    sigaction(kSignals[i], &action, &old_actions[i]);
    // What was ignored stays ignored: nohup means it.
    if (old_actions[i].sa_handler == SIG_IGN) sigaction(kSignals[i], &old_actions[i], nullptr);
  }
}

SignalGuard::~SignalGuard() {
  for (size_t i = 0; i < 4; ++i) sigaction(kSignals[i], &old_actions[i], nullptr);
  for (int& end : ends) {
    if (end >= 0) close(end);
    end = -1;
  }
  if (const int number = first_signal; number != 0) raise(number);
}

int SignalGuard::caught() { return first_signal; }
int SignalGuard::readable() { return ends[0]; }

}  // namespace cordon::live
