// SPDX-License-Identifier: Apache-2.0
// The stand-in's port, and the connections to it.
#pragma once

#include <poll.h>

#include <string>
#include <vector>

#include "cordon/live/standin.h"

namespace cordon::live {

// Listens on 127.0.0.1, numerically, at a port of the system's choice; whoever connects gets one answer.
class Listener {
 public:
  Listener();
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  bool ok() const { return fd_ >= 0; }
  unsigned port() const { return port_; }

  // For a poll loop: add what is waited for, then serve what came.
  void wait_for(std::vector<pollfd>& fds) const;
  void serve(const std::vector<pollfd>& fds, StandIn& api);

 private:
  struct Connection {
    int fd = -1;
    std::string in, out;
    size_t sent = 0;
    bool answering = false;
  };
  void accept_all();
  static bool go_on(Connection& connection, short events, StandIn& api);  // false: done with it

  int fd_ = -1;
  unsigned port_ = 0;
  std::vector<Connection> connections_;
};

}  // namespace cordon::live
