// SPDX-License-Identifier: Apache-2.0
// The runtime's process: started in a session of its own, with pipes on its three streams, and ended without a trace.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace cordon::live {

class Child {
 public:
  // argv[0] is absolute. On failure fault() says why and pid() is 0.
  Child(const std::vector<std::string>& argv, const std::vector<std::string>& env, const std::string& folder);
  ~Child();  // finish()
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  const std::string& fault() const { return fault_; }
  pid_t pid() const { return pid_; }
  int out() const { return out_; }  // non-blocking; closed by finish()
  int err() const { return err_; }
  void say(std::string_view line);  // to its stdin; nothing once it is closed
  void close_input();
  bool has_ended();                 // reaps it

  // Ends it if it still runs (SIGTERM to its group, two seconds later SIGKILL), then whatever of its descendants was left to
  // us (on Linux orphans come to us, not to init). The exit status: 128 + signal when one ended it; -1 never started.
  int finish();

 private:
  void wait_some(int milliseconds);
  void end_orphans();

  std::string fault_;
  pid_t pid_ = 0;
  int in_ = -1, out_ = -1, err_ = -1;
  int status_ = 0;
  bool ended_ = false, finished_ = false, was_subreaper_ = false;
};

}  // namespace cordon::live
