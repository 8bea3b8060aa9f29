// SPDX-License-Identifier: Apache-2.0
// Which entries' signatures stand in a text: literals in one pass, RE2 only on the lines that hold one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hooks/error-hint/catalogue.h"

namespace cordon::error_hint {

// The lines a signature may be in. Of a text that is full of one literal the last places count: what ended a command stands
// at the end.
class Search {
 public:
  static constexpr size_t kMostLines = 12;     // of one literal
  static constexpr size_t kLineBytes = 1000;   // looked at around a literal
  static constexpr size_t kMostPatterns = 24;  // compiled in one search: that is what costs
  static constexpr size_t kMostMatches = 96;   // runs of a pattern in one search

  explicit Search(std::string_view text);
  bool empty() const { return places_.empty(); }
  // Whether the signature of `entry` is there; `subject` is what its first group holds.
  bool find(const Entry& entry, std::string& subject);

 private:
  struct Place {
    size_t literal;
    std::vector<uint32_t> lines;  // offsets of literals, each in a line of its own; a ring when full
    size_t next = 0;
  };
  void add(size_t literal, size_t offset);
  // Those of the entry's lines that hold one of `with`, each text once.
  std::vector<std::string_view> lines_of(const Entry& entry) const;

  std::string_view text_;
  std::vector<Place> places_;
  size_t patterns_ = 0, matches_ = 0;
};

}  // namespace cordon::error_hint
