// SPDX-License-Identifier: Apache-2.0
#include "cordon/live/listener.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace cordon::live {
namespace {

constexpr size_t kMaxConnections = 64;

void make_private(int fd) {
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  fcntl(fd, F_SETFL, O_NONBLOCK);
}

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

Listener::Listener() {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return;
  make_private(fd);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const name = reinterpret_cast<sockaddr*>(&address);
  if (bind(fd, name, size) != 0 || listen(fd, 32) != 0 || getsockname(fd, name, &size) != 0) {
    close(fd);
    return;
  }
  fd_ = fd;
  port_ = ntohs(address.sin_port);
}

Listener::~Listener() {
  for (const Connection& connection : connections_) close(connection.fd);
  if (fd_ >= 0) close(fd_);
}

void Listener::wait_for(std::vector<pollfd>& fds) const {
  if (connections_.size() < kMaxConnections) fds.push_back({fd_, POLLIN, 0});
  for (const Connection& connection : connections_) fds.push_back({connection.fd, static_cast<short>(connection.answering ? POLLOUT : POLLIN), 0});
}

void Listener::accept_all() {
  while (connections_.size() < kMaxConnections) {
    const int fd = accept(fd_, nullptr, nullptr);
    if (fd < 0) return;
    make_private(fd);
    Connection connection;
    connection.fd = fd;
    connections_.push_back(std::move(connection));
  }
}

bool Listener::go_on(Connection& connection, short events, StandIn& api) {
  if (!connection.answering && (events & (POLLIN | POLLHUP | POLLERR)) != 0) {
    char buffer[65536];
    const ssize_t got = recv(connection.fd, buffer, sizeof buffer, 0);
    if (got <= 0) return got < 0 && would_block();
    connection.in.append(buffer, static_cast<size_t>(got));
    HttpRequest request;
    const Taken taken = take_request(connection.in, request);
    if (taken == Taken::kMore) return true;
    connection.out = taken == Taken::kWhole ? api.answer(request) : http_answer(400, "text/plain", "not understood\n");
    connection.answering = true;
  }
  while (connection.answering && connection.sent < connection.out.size()) {
    const ssize_t put = send(connection.fd, connection.out.data() + connection.sent, connection.out.size() - connection.sent, MSG_NOSIGNAL);
    if (put < 0) return would_block();
    connection.sent += static_cast<size_t>(put);
  }
  return !connection.answering;
}

void Listener::serve(const std::vector<pollfd>& fds, StandIn& api) {
  const auto events_of = [&](int fd) {
    const auto found = std::find_if(fds.begin(), fds.end(), [&](const pollfd& entry) { return entry.fd == fd; });
    return found == fds.end() ? short{0} : found->revents;
  };
  std::erase_if(connections_, [&](Connection& connection) {
    const short events = events_of(connection.fd);
    if (events == 0 || go_on(connection, events, api)) return false;
    close(connection.fd);
    return true;
  });
  if (events_of(fd_) != 0) accept_all();
}

}  // namespace cordon::live
