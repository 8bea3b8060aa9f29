// SPDX-License-Identifier: Apache-2.0
#include "hooks/error-hint/search.h"

#include <algorithm>

#include "shared/base/text.h"
#include "shared/match/pattern.h"

namespace cordon::error_hint {
namespace {

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// A progress bar has no line ends for long: what is cut off is far from the literal.
std::string_view around(std::string_view text, size_t offset, size_t most) {
  size_t begin = offset, end = offset;
  while (begin > 0 && !is_line_end(text[begin - 1]) && offset - begin < most / 2) --begin;
  while (end < text.size() && !is_line_end(text[end]) && end - offset < most / 2) ++end;
  return text.substr(begin, end - begin);
}

}  // namespace

Search::Search(std::string_view text) : text_(text) {
  find_literals(text, [this](size_t literal, size_t offset) {
    add(literal, offset);
    return true;
  });
}

void Search::add(size_t literal, size_t offset) {
  auto found = std::find_if(places_.begin(), places_.end(), [&](const Place& place) { return place.literal == literal; });
  if (found == places_.end()) found = places_.insert(places_.end(), Place{literal, {}, 0});
  if (found->lines.size() < kMostLines) {
    found->lines.push_back(static_cast<uint32_t>(offset));
    return;
  }
  found->lines[found->next] = static_cast<uint32_t>(offset);
  found->next = (found->next + 1) % kMostLines;
}

std::vector<std::string_view> Search::lines_of(const Entry& entry) const {
  std::vector<std::string_view> out;
  for (const Place& place : places_) {
    if (std::find(entry.literals.begin(), entry.literals.end(), place.literal) == entry.literals.end()) continue;
    for (const uint32_t offset : place.lines) {
      const std::string_view line = around(text_, offset, kLineBytes);
      if (std::find(out.begin(), out.end(), line) == out.end()) out.push_back(line);
    }
  }
  if (entry.with.empty()) return out;
  std::erase_if(out, [&](std::string_view line) {
    const std::string lower = text::ascii_lower(line);
    return std::none_of(entry.with.begin(), entry.with.end(), [&](std::string_view part) { return lower.find(part) != std::string::npos; });
  });
  return out;
}

bool Search::find(const Entry& entry, std::string& subject) {
  const std::vector<std::string_view> lines = lines_of(entry);
  if (lines.empty()) return false;
  for (const std::string_view source : entry.patterns) {
    if (++patterns_ > kMostPatterns) return false;
    const auto pattern = match::Pattern::compile(source);
    for (const std::string_view line : lines) {
      if (++matches_ > kMostMatches) return false;
      if (pattern && pattern->find(line, &subject)) return true;
    }
  }
  return false;
}

}  // namespace cordon::error_hint
