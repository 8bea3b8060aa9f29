// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "shared/match/compile.h"

namespace cordon::match {
namespace {

struct Named {
  std::string_view name;
  std::string_view ranges;  // pairs of first and last
};
constexpr Named kNamed[] = {
    {"alpha", "azAZ"}, {"digit", "09"}, {"alnum", "azAZ09"}, {"upper", "AZ"}, {"lower", "az"}, {"xdigit", "09afAF"},
    {"space", "\t\r  "}, {"blank", "\t\t  "}, {"punct", "!.:@[`{~"},
};

void add_range(ByteSet& set, unsigned char first, unsigned char last) {
  for (unsigned c = first; c <= last; ++c) set.add(static_cast<unsigned char>(c));
}

// "[:alpha:]" at source[at]; returns the index after it, or `at`.
size_t read_named(std::string_view source, size_t at, ByteSet& set) {
  if (source.compare(at, 2, "[:") != 0) return at;
  const size_t close = source.find(":]", at + 2);
  if (close == std::string_view::npos) return at;
  const std::string_view name = source.substr(at + 2, close - at - 2);
  for (const Named& it : kNamed) {
    if (it.name != name) continue;
    for (size_t i = 0; i + 1 < it.ranges.size(); i += 2) {
      add_range(set, static_cast<unsigned char>(it.ranges[i]), static_cast<unsigned char>(it.ranges[i + 1]));
    }
    return close + 2;
  }
  return at;
}

}  // namespace

std::optional<Class> read_class(std::string_view source, size_t at, bool fold) {
  Class out;
  size_t i = at + 1;
  const bool inverted = i < source.size() && (source[i] == '!' || source[i] == '^');
  if (inverted) ++i;
  for (bool first = true;; first = false) {
    if (i >= source.size() || source[i] == '/') return std::nullopt;
    if (source[i] == ']' && !first) break;
    if (const size_t after = read_named(source, i, out.set); after != i) {
      i = after;
      continue;
    }
    if (source[i] == '\\' && i + 1 < source.size()) ++i;
    const auto from = static_cast<unsigned char>(source[i++]);
    auto to = from;
    if (i + 1 < source.size() && source[i] == '-' && source[i + 1] != ']') {
      ++i;
      if (source[i] == '\\' && i + 1 < source.size()) ++i;
      to = static_cast<unsigned char>(source[i++]);
    }
    if (from <= to) add_range(out.set, from, to);
  }
  if (fold) out.set.fold();
  if (inverted) out.set.invert();
  out.set.remove('/');
  out.set.remove('\0');
  out.empty = !overlap(out.set, out.set);
  out.end = i + 1;
  return out;
}

}  // namespace cordon::match
