// SPDX-License-Identifier: Apache-2.0
#include "shared/shell/ansi_c.h"

#include <cstdint>

namespace cordon::shell {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

/// At most `most` digits of `base` from `at`; returns the index after them.
std::size_t read_number(std::string_view source, std::size_t at, std::size_t most, int base, std::uint32_t& value) {
  const std::size_t end = std::min(source.size(), at + most);
  for (value = 0; at < end && digit_value(source[at]) < base; ++at) value = value * static_cast<unsigned>(base) + static_cast<unsigned>(digit_value(source[at]));
  return at;
}

void append_utf8(std::uint32_t code, std::string& out) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xc0 | code >> 6);
    return put(0x80 | (code & 0x3f));
  }
  if (code < 0x10000) {
    put(0xe0 | code >> 12);
  } else {
    put(0xf0 | (code >> 18 & 7));
    put(0x80 | (code >> 12 & 0x3f));
  }
  put(0x80 | (code >> 6 & 0x3f));
  put(0x80 | (code & 0x3f));
}

constexpr std::string_view kLetters = "abefnrtvE";
constexpr std::string_view kValues = "\a\b\x1b\f\n\r\t\v\x1b";

}  // namespace

std::size_t decode_escape(std::string_view source, std::size_t at, EscapeStyle style, std::string& out, bool& stop) {
  if (at + 1 >= source.size()) {
    out += '\\';
    return at + 1;
  }
  const char c = source[at + 1];
  const std::size_t letter = kLetters.find(c);
  if (letter != std::string_view::npos) {
    out += kValues[letter];
    return at + 2;
  }
  const bool ansi = style == EscapeStyle::kAnsiC;
  std::uint32_t value = 0;
  if (c == '\\') {
    out += c;
    return at + 2;
  }
  if ((c == '\'' || c == '"' || c == '?') && style != EscapeStyle::kEcho) {
    out += c;
    return at + 2;
  }
  const bool octal = style == EscapeStyle::kEcho ? c == '0' : c >= '0' && c <= '7';
  if (octal) {
    const std::size_t first = style == EscapeStyle::kEcho ? at + 2 : at + 1;
    const std::size_t next = read_number(source, first, 3, 8, value);
    out += static_cast<char>(static_cast<unsigned char>(value));
    return next;
  }
  if (c == 'c' && ansi && at + 2 < source.size()) {
    out += source[at + 2] == '?' ? '\x7f' : static_cast<char>(source[at + 2] & 0x1f);
    return at + 3;
  }
  if (c == 'c' && style == EscapeStyle::kEcho) {
    stop = true;
    return source.size();
  }
  if (c == 'x' || c == 'u' || c == 'U') {
    const std::size_t next = read_number(source, at + 2, c == 'x' ? 2 : c == 'u' ? 4 : 8, 16, value);
    if (next > at + 2) {
      if (c == 'x') {
        out += static_cast<char>(static_cast<unsigned char>(value));
      } else {
        append_utf8(value, out);
      }
      return next;
    }
  }
  out += '\\';
  out += c;
  return at + 2;
}

std::string decode_ansi_c(std::string_view source) {
  std::string out;
  bool stop = false;
  for (std::size_t at = 0; at < source.size();) {
    if (source[at] != '\\') {
      out += source[at++];
      continue;
    }
    at = decode_escape(source, at, EscapeStyle::kAnsiC, out, stop);
  }
  const std::size_t nul = out.find('\0');
  if (nul != std::string::npos) out.resize(nul);
  return out;
}

}  // namespace cordon::shell
