// SPDX-License-Identifier: Apache-2.0
// As much of HTTP/1.1 as a client on loopback and curl behind a proxy need. A library was tried first: Debian's cpp-httplib
// is a shared object and asks getaddrinfo, and `cordon` is linked without either.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cordon::live {

struct HttpRequest {
  std::string method;  // "POST"
  std::string target;  // "/v1/messages?beta=true"; through a proxy "http://host/…", for CONNECT "host:443"
  std::string body;
};

enum class Taken : uint8_t { kMore, kWhole, kBad };
// One request from the beginning of `bytes`; bodies by content-length or chunked, at most `kMaxRequest` in all. kMore: not all
// of it is there yet. What follows the request is left out of account: every connection serves one.
inline constexpr size_t kMaxRequest = 32u << 20;
Taken take_request(std::string_view bytes, HttpRequest& request);

// A whole answer, with content-length and "connection: close".
std::string http_answer(int status, std::string_view type, std::string_view body);

}  // namespace cordon::live
