// SPDX-License-Identifier: Apache-2.0
// ${x#p} ${x/a/b} ${x^} ${x:1:2} of a known value, and shell patterns.
#include "shared/shell/building.h"
#include "shared/shell/slice.h"

namespace cordon::shell {

namespace {

std::string change_case(std::string text, bool upper, bool all) {
  for (std::size_t i = 0; i < (all ? text.size() : std::min<std::size_t>(1, text.size())); ++i) {
    if (upper && text[i] >= 'a' && text[i] <= 'z') text[i] = static_cast<char>(text[i] - 32);
    if (!upper && text[i] >= 'A' && text[i] <= 'Z') text[i] = static_cast<char>(text[i] + 32);
  }
  return text;
}

std::string remove(const std::string& text, std::string_view pattern, bool prefix, bool longest) {
  constexpr std::size_t kLongest = 4096;
  if (text.size() > kLongest) return text;
  const std::size_t n = text.size();
  for (std::size_t k = 0; k <= n; ++k) {
    const std::size_t length = longest ? n - k : k;
    const std::string_view piece = prefix ? std::string_view(text).substr(0, length) : std::string_view(text).substr(n - length);
    if (pattern_matches(pattern, piece)) return prefix ? text.substr(length) : text.substr(0, n - length);
  }
  return text;
}

bool read_number(std::string_view s, long& value) {
  while (s.starts_with(' ')) s.remove_prefix(1);
  while (s.ends_with(' ')) s.remove_suffix(1);
  const bool negative = s.starts_with('-');
  if (negative) s.remove_prefix(1);
  if (!all_digits(s) || s.size() > 8) return false;
  value = std::stol(std::string(s)) * (negative ? -1 : 1);
  return true;
}

bool slice(const std::string& text, std::string_view spec, std::string& out) {
  const std::optional<Slice> read = read_slice(spec);
  if (!read) return false;
  const long size = static_cast<long>(text.size());
  const long length = read->length.value_or(size), offset = read->offset + (read->offset < 0 ? size : 0);
  if (offset < 0 || offset > size) return out.clear(), true;
  const long end = length < 0 ? size + length : std::min(size, offset + length);
  if (length < 0 && end < offset) return false;  // an error: bash gives the command up
  out = end > offset ? text.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(end - offset)) : std::string();
  return true;
}

}  // namespace

std::optional<Slice> read_slice(std::string_view spec) {
  const std::size_t colon = spec.find(':');
  Slice out;
  if (!read_number(spec.substr(0, colon), out.offset)) return std::nullopt;
  if (colon != std::string_view::npos && !read_number(spec.substr(colon + 1), out.length.emplace())) return std::nullopt;
  return out;
}

/// ${#x} ${x#p} ${x%p} ${x/a/b} ${x^} ${x,} ${x:1:2} of a known value; unknown if the operand is.
Word Walker::apply_operator(const Parameter& p, const Part& part, const Word& value) {
  const std::string text = value.text();
  const Word operand = expand_joined(p.word, true);
  const Word unknown = Word::unknown(source_of(part), true);
  bool plain = operand.is_static();
  for (const Part& inner : p.word.parts) plain = plain && inner.kind == PartKind::kText;
  const std::string spec = operand.text();
  bool ascii = true;
  for (const char c : text) ascii = ascii && static_cast<unsigned char>(c) < 0x80;
  switch (p.op) {
    case ParameterOp::kLength: return ascii ? Word::literal(std::to_string(text.size())) : Word::unknown(source_of(part), false);
    case ParameterOp::kUpper:
    case ParameterOp::kLower:
      if (!spec.empty() || !ascii) return unknown;
      return Word::literal(change_case(text, p.op == ParameterOp::kUpper, p.doubled));
    case ParameterOp::kRemovePrefix:
    case ParameterOp::kRemoveSuffix:
      if (!plain || !ascii || spec.find_first_of("([\\") != std::string::npos) return unknown;
      return Word::literal(remove(text, spec, p.op == ParameterOp::kRemovePrefix, p.doubled));
    case ParameterOp::kSlice: {
      std::string out;
      if (!plain || !ascii || !slice(text, spec, out)) {
        const std::size_t length = spec.find(':');
        if (length != std::string::npos && spec.find('-', length) != std::string::npos) scope_.shell.exit = std::max(scope_.shell.exit, Certainty::kConditional);
        return unknown;
      }
      return Word::literal(out);
    }
    case ParameterOp::kReplace: {
      const std::size_t bar = spec.find('/');
      const std::string from = spec.substr(0, bar);
      const std::string to = bar == std::string::npos ? "" : spec.substr(bar + 1);
      if (!plain || from.empty() || from.find_first_of("*?[(\\#%") != std::string::npos || to.find_first_of("&\\") != std::string::npos) return unknown;
      std::string out;
      std::size_t at = 0;
      for (std::size_t hit = text.find(from); hit != std::string::npos; hit = text.find(from, at)) {
        out.append(text, at, hit - at);
        out += to;
        at = hit + from.size();
        if (!p.doubled) break;
      }
      return Word::literal(out.append(text, at, std::string::npos));
    }
    default: return unknown;
  }
}

bool pattern_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace cordon::shell
