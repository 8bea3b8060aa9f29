// SPDX-License-Identifier: Apache-2.0
#include "shared/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace cordon::text {
namespace {

struct Range {
  char32_t first, last;
};
// Unicode's Cc, Cf and the separators that move or hide text (Unicode 14; tests/unit/base compares it with the categories).
constexpr Range kHidden[] = {
    {0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},     {0x115F, 0x1160},
    {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x200B, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},   {0x3164, 0x3164},
    {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
    {0xE0000, 0xE0FFF},
};
constexpr size_t kLongRun = 16;

// A run of one white-space character; a long one is named and counted.
void append_run(std::string& out, char c, size_t run) {
  if (run >= kLongRun) {
    out += fmt::format("<{} x{}>", c == ' ' ? "SPACE" : c == '\t' ? "TAB" : "NEWLINE", run);
  } else if (c == '\t' && run > 1) {
    for (size_t i = 0; i < run; ++i) out += "<TAB>";
  } else {
    out.append(run, c);
  }
}

bool continuation(unsigned char c) { return (c & 0xC0) == 0x80; }

}  // namespace

CodePoint next_code_point(std::string_view s) {
  if (s.empty()) return {};
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || s.size() < size) return {0xFFFD, 1, false};
  char32_t value = lead & (0x7F >> size);
  for (size_t i = 1; i < size; ++i) {
    if (!continuation(byte(i))) return {0xFFFD, 1, false};
    value = (value << 6) | (byte(i) & 0x3F);
  }
  const bool overlong = (size == 3 && value < 0x800) || (size == 4 && value < 0x10000);
  if (overlong || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {0xFFFD, 1, false};
  return {value, size, true};
}

void append_utf8(std::string& out, char32_t c) {
  const auto put = [&](char32_t v) { out.push_back(static_cast<char>(v)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | (c >> 6));
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | (c >> 12));
    put(0x80 | ((c >> 6) & 0x3F));
    put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | (c >> 18));
    put(0x80 | ((c >> 12) & 0x3F));
    put(0x80 | ((c >> 6) & 0x3F));
    put(0x80 | (c & 0x3F));
  }
}

// Eight bytes at a time while they are ASCII: a settings file of a megabyte is checked in a fraction of its parsing time.
static void skip_ascii_words(std::string_view& s) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  for (uint64_t word = 0; s.size() >= sizeof(word); s.remove_prefix(sizeof(word))) {
    std::memcpy(&word, s.data(), sizeof(word));
    if ((word & kHighBits) != 0) return;
  }
}

bool is_ascii(std::string_view s) {
  skip_ascii_words(s);
  return std::all_of(s.begin(), s.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_valid_utf8(std::string_view s) {
  for (skip_ascii_words(s); !s.empty(); skip_ascii_words(s)) {
    const CodePoint c = next_code_point(s);
    if (!c.valid) return false;
    s.remove_prefix(c.size);
  }
  return true;
}

std::string repair_utf8(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  while (!s.empty()) {
    const CodePoint c = next_code_point(s);
    if (c.valid) {
      out.append(s.substr(0, c.size));
    } else {
      append_utf8(out, 0xFFFD);
    }
    s.remove_prefix(c.size);
  }
  return out;
}

bool is_hidden(char32_t c) {
  const auto* range = std::upper_bound(std::begin(kHidden), std::end(kHidden), c, [](char32_t v, const Range& r) { return v < r.first; });
  return range != std::begin(kHidden) && c <= std::prev(range)->last;
}

std::string visible(std::string_view s, Newlines newlines) {
  std::string out;
  out.reserve(s.size() + 16);
  while (!s.empty()) {
    if (s[0] == ' ' || s[0] == '\t' || (s[0] == '\n' && newlines == Newlines::kKeep)) {
      const size_t run = std::min(s.find_first_not_of(s[0]), s.size());
      append_run(out, s[0], run);
      s.remove_prefix(run);
      continue;
    }
    const CodePoint c = next_code_point(s);
    if (is_hidden(c.value)) {
      out += fmt::format("<U+{:04X}>", static_cast<uint32_t>(c.value));
    } else {
      append_utf8(out, c.value);
    }
    s.remove_prefix(c.size);
  }
  return out;
}

std::string shorten(std::string_view s, size_t max) {
  if (s.size() <= max) return std::string(s);
  size_t head = max * 3 / 5;
  size_t tail = s.size() - (max - head);
  while (head > 0 && continuation(static_cast<unsigned char>(s[head]))) --head;
  while (tail < s.size() && continuation(static_cast<unsigned char>(s[tail]))) ++tail;
  size_t cut = 0;
  for (std::string_view middle = s.substr(head, tail - head); !middle.empty(); ++cut) middle.remove_prefix(next_code_point(middle).size);
  return fmt::format("{} … {} characters cut … {}", s.substr(0, head), cut, s.substr(tail));
}

std::string shown(std::string_view s) { return visible(s, Newlines::kEscape); }

std::string shown(std::string_view s, size_t max) { return shorten(shown(s), max); }

std::string clip(std::string_view s, size_t max) {
  size_t end = 0;
  for (size_t count = 0; end < s.size(); ++count) {
    if (count == max) return std::string(s.substr(0, end)) + "…";
    end += next_code_point(s.substr(end)).size;
  }
  return std::string(s);
}

std::vector<std::string_view> split(std::string_view s, char separator) {
  std::vector<std::string_view> parts;
  for (size_t end; (end = s.find(separator)) != std::string_view::npos; s.remove_prefix(end + 1)) parts.push_back(s.substr(0, end));
  parts.push_back(s);
  return parts;
}

bool has_word(std::string_view list, std::string_view word) {
  for (;;) {
    const size_t end = list.find(' ');
    if (list.substr(0, end) == word) return true;
    if (end == std::string_view::npos) return false;
    list.remove_prefix(end + 1);
  }
}

std::string_view trim(std::string_view s) {
  constexpr std::string_view kBlank = " \t\r\n\f\v";
  const size_t begin = s.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return s.substr(begin, s.find_last_not_of(kBlank) - begin + 1);
}

size_t count_lines(std::string_view s) {
  const size_t newlines = static_cast<size_t>(std::count(s.begin(), s.end(), '\n'));
  return s.empty() ? 0 : s.back() == '\n' ? newlines : newlines + 1;
}

std::string ascii_lower(std::string_view s) {
  std::string out(s);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

}  // namespace cordon::text
