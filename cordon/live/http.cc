// SPDX-License-Identifier: Apache-2.0
#include "cordon/live/http.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "shared/base/text.h"

namespace cordon::live {
namespace {

std::optional<size_t> number(std::string_view text, int base) {
  size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size() || value > kMaxRequest) return std::nullopt;
  return value;
}

// The value of a header, "" when it is not there.
std::string_view header(std::string_view head, std::string_view name) {
  for (std::string_view line : text::split(head, '\n')) {
    const size_t colon = line.find(':');
    if (colon != std::string_view::npos && text::ascii_lower(line.substr(0, colon)) == name) return text::trim(line.substr(colon + 1));
  }
  return {};
}

Taken take_chunks(std::string_view bytes, std::string& body) {
  for (;;) {
    const size_t eol = bytes.find("\r\n");
    if (eol == std::string_view::npos) return bytes.size() > 64 ? Taken::kBad : Taken::kMore;
    const std::string_view line = bytes.substr(0, eol);
    const auto size = number(text::trim(line.substr(0, line.find(';'))), 16);
    if (!size) return Taken::kBad;
    bytes.remove_prefix(eol + 2);
    if (bytes.size() < *size + 2) return Taken::kMore;
    if (*size == 0) return Taken::kWhole;  // trailers are nobody's concern here
    body.append(bytes.substr(0, *size));
    bytes.remove_prefix(*size + 2);
  }
}

}  // namespace

Taken take_request(std::string_view bytes, HttpRequest& request) {
  if (bytes.size() > kMaxRequest) return Taken::kBad;
  const size_t end = bytes.find("\r\n\r\n");
  if (end == std::string_view::npos) return bytes.size() > (64u << 10) ? Taken::kBad : Taken::kMore;
  const std::string_view head = bytes.substr(0, end), rest = bytes.substr(end + 4);
  const auto words = text::split(head.substr(0, head.find("\r\n")), ' ');
  if (words.size() != 3 || !words[2].starts_with("HTTP/1.")) return Taken::kBad;
  request.method = words[0];
  request.target = words[1];
  request.body.clear();
  if (text::ascii_lower(header(head, "transfer-encoding")) == "chunked") return take_chunks(rest, request.body);
  const std::string_view length = header(head, "content-length");
  if (length.empty()) return Taken::kWhole;
  const auto size = number(length, 10);
  if (!size) return Taken::kBad;
  if (rest.size() < *size) return Taken::kMore;
  request.body = rest.substr(0, *size);
  return Taken::kWhole;
}

std::string http_answer(int status, std::string_view type, std::string_view body) {
  const std::string_view phrase = status == 200 ? "OK" : status == 403 ? "Forbidden" : "Bad Request";
  return fmt::format("HTTP/1.1 {} {}\r\ncontent-type: {}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{}", status, phrase, type,
                     body.size(), body);
}

}  // namespace cordon::live
