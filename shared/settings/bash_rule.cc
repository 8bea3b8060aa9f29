// SPDX-License-Identifier: Apache-2.0
#include "shared/settings/bash_rule.h"

#include <algorithm>

#include "shared/base/text.h"

namespace cordon::settings {
namespace {

constexpr size_t kMaxHoles = 64u << 10;

bool is_escape(std::string_view text, size_t i) { return text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '*' || text[i + 1] == '\\'); }

// A `*` that is not escaped. Without one the rule is compared as it stands, backslashes included.
bool has_star(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (is_escape(text, i)) {
      ++i;
    } else if (text[i] == '*') {
      return true;
    }
  }
  return false;
}

bool is_hole(char c) { return c == kAnyHole || c == kWordHole || c == kNamesHole || c == kDataHole; }

}  // namespace

std::optional<BashRule> BashRule::parse(std::string_view rule) {
  BashRule out;
  out.source_ = rule;
  if (rule == "Bash") {
    out.everything_ = true;
    return out;
  }
  if (!rule.starts_with("Bash(") || !rule.ends_with(')')) return std::nullopt;
  std::string_view text = text::trim(rule.substr(5, rule.size() - 6));
  if (text.empty()) return std::nullopt;
  if (text.find_first_not_of('*') == std::string_view::npos) {
    out.everything_ = true;
    return out;
  }
  if (text.ends_with(":*")) {
    text.remove_suffix(2);
    if (text.empty() || text.back() == ' ') return std::nullopt;
    out.patterns_.push_back(literal(text));  // a `*` in it is a star (measured)
    Pattern longer = out.patterns_[0];
    longer.push_back({' ', false});
    longer.push_back({0, true});
    out.patterns_.push_back(std::move(longer));
  } else {
    out.read_pattern(text);
    out.plain_ = !has_star(text);
    const Pattern& whole = out.patterns_[0];
    const size_t stars = static_cast<size_t>(std::count_if(whole.begin(), whole.end(), [](const Token& t) { return t.star; }));
    const bool tail = stars == 1 && whole.size() > 2 && whole.back().star && whole[whole.size() - 2].byte == ' ';
    if (tail) out.patterns_.push_back(Pattern(whole.begin(), whole.end() - 2));
  }
  const size_t blank = text.find(' ');
  if (blank != std::string_view::npos) {
    const std::string_view rest = text.substr(blank + 1), word = rest.substr(0, rest.find(' '));
    if (text.substr(0, blank).find('*') == std::string_view::npos && word.find('*') == std::string_view::npos) out.second_ = word;
  }
  return out;
}

BashRule::Pattern BashRule::literal(std::string_view text) {
  Pattern pattern;
  for (const char c : text) pattern.push_back({c, false});
  return pattern;
}

void BashRule::read_pattern(std::string_view text) {
  Pattern pattern;
  if (!has_star(text)) return patterns_.push_back(literal(text));
  for (size_t i = 0; i < text.size(); ++i) {
    const bool escape = is_escape(text, i);
    if (escape) ++i;
    const bool star = text[i] == '*' && !escape;
    pattern.push_back({star ? '\0' : text[i], star});
  }
  patterns_.push_back(std::move(pattern));
}

// Two patterns against each other: `reach[j]` tells that the text read so far can end at pattern place j. Time is the product
// of the lengths.
bool BashRule::takes(const Pattern& pattern, std::string_view text, bool fill_holes) const {
  const size_t size = pattern.size();
  std::vector<char> reach(size + 1, 0), next(size + 1, 0);
  const auto skip_stars = [&](std::vector<char>& row) {
    for (size_t j = 0; j < size; ++j) {
      if (row[j] && pattern[j].star) row[j + 1] = 1;
    }
  };
  reach[0] = 1;
  skip_stars(reach);
  for (const char c : text) {
    std::fill(next.begin(), next.end(), 0);
    const bool fill = fill_holes && (c == kAnyHole || c == kWordHole || c == kNamesHole);
    for (size_t j = 0; j <= size; ++j) {
      const bool begins_here = reach[j] != 0;
      if (fill && (begins_here || next[j])) {
        next[j] = 1;  // the hole may end here
        if (j == size) continue;
        const bool word_start = begins_here && (j == 0 || pattern[j - 1].byte == ' ');
        const bool blocked = !pattern[j].star && ((c == kWordHole && pattern[j].byte == ' ') || (c != kAnyHole && word_start && pattern[j].byte == '-'));
        if (!blocked) next[j + 1] = 1;
      } else if (begins_here && j < size) {
        if (pattern[j].star) {
          next[j] = 1;
        } else if (pattern[j].byte == c && !is_hole(c)) {
          next[j + 1] = 1;
        }
      }
    }
    skip_stars(next);
    reach.swap(next);
  }
  return reach[size] != 0;
}

bool BashRule::any_takes(std::string_view text, bool fill_holes) const {
  return std::any_of(patterns_.begin(), patterns_.end(), [&](const Pattern& pattern) { return takes(pattern, text, fill_holes); });
}

Match BashRule::match(std::string_view text) const {
  if (everything_) return Match::kYes;
  const bool holes = std::any_of(text.begin(), text.end(), is_hole);
  if (holes && text.size() > kMaxHoles) return Match::kMaybe;
  if (any_takes(text, false)) return Match::kYes;
  return holes && any_takes(text, true) ? Match::kMaybe : Match::kNo;
}

}  // namespace cordon::settings
