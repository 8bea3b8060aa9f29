// SPDX-License-Identifier: Apache-2.0
#include "shared/json/unescape.h"

#include "shared/base/text.h"

namespace cordon::json {
namespace {

// Four hexadecimal digits at `at`; -1 when they are not.
int hex4(std::string_view s, size_t at) {
  if (at + 4 > s.size()) return -1;
  int value = 0;
  for (const char c : s.substr(at, 4)) {
    const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

bool is_high(int unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low(int unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

// `at` stands on the 'u' of "\uXXXX" and is moved to the last digit taken.
bool unescape_unit(std::string_view raw, size_t& at, std::string& out) {
  const int unit = hex4(raw, at + 1);
  if (unit < 0) return false;
  at += 4;
  char32_t value = static_cast<char32_t>(unit);
  if (is_high(unit) && raw.substr(at + 1, 2) == "\\u" && is_low(hex4(raw, at + 3))) {
    value = 0x10000 + ((value - 0xD800) << 10) + static_cast<char32_t>(hex4(raw, at + 3) - 0xDC00);
    at += 6;
  } else if (is_high(unit) || is_low(unit)) {
    value = 0xFFFD;
  }
  text::append_utf8(out, value);
  return true;
}

}  // namespace

bool unescape(std::string_view raw, std::string& out) {
  constexpr std::string_view kNames = "\"\\/bfnrt";
  constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
  out.clear();
  if (raw.find('\\') == std::string_view::npos) {
    out = raw;
    return true;
  }
  for (size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\') {
      out += raw[i];
      continue;
    }
    if (++i == raw.size()) return false;
    if (raw[i] == 'u') {
      if (!unescape_unit(raw, i, out)) return false;
      continue;
    }
    const size_t index = kNames.find(raw[i]);
    if (index == std::string_view::npos) return false;
    out += kValues[index];
  }
  return true;
}

}  // namespace cordon::json
