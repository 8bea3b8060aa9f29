// SPDX-License-Identifier: Apache-2.0
// Ctrl-C in the middle of a trial must not leave a session, a port or a folder behind.
#pragma once

namespace cordon::live {

// SIGINT, SIGTERM and SIGHUP are remembered instead of ending the process while this lives, and SIGPIPE is ignored; the
// destructor puts the old handlers back and then lets the remembered signal do what it would have done. One at a time;
// made before the scratch folder, so that it is undone after it.
class SignalGuard {
 public:
  SignalGuard();
  ~SignalGuard();
  SignalGuard(const SignalGuard&) = delete;
  SignalGuard& operator=(const SignalGuard&) = delete;

  static int caught();    // the first one's number, 0 none
  static int readable();  // a descriptor that becomes readable with it; -1 without a guard
};

}  // namespace cordon::live
