// SPDX-License-Identifier: Apache-2.0
#include "shared/match/literals.h"

#include <algorithm>

namespace cordon::match {
namespace {

unsigned char lower(unsigned char c) { return c >= 'A' && c <= 'Z' ? static_cast<unsigned char>(c | 0x20) : c; }

bool same(std::string_view text, std::string_view literal) {
  for (size_t i = 0; i < literal.size(); ++i) {
    if (lower(static_cast<unsigned char>(text[i])) != static_cast<unsigned char>(literal[i])) return false;
  }
  return true;
}

}  // namespace

// Only a hash: what else the bit folds is told apart when the literal is compared.
size_t Literals::block(unsigned char a, unsigned char b) { return (size_t{static_cast<unsigned char>(a | 0x20)} * 61 + (b | 0x20)) % kBlocks; }

Literals::Literals(std::span<const std::string_view> literals) : literals_(literals), next_(literals.size(), -1) {
  constexpr size_t kLongestShift = 32;
  shortest_ = kLongestShift;
  for (const std::string_view literal : literals) {
    if (literal.size() >= kShortest) shortest_ = std::min(shortest_, literal.size());
  }
  shift_.fill(static_cast<uint8_t>(shortest_ - 1));
  first_.fill(-1);
  for (size_t index = 0; index < literals.size(); ++index) {
    const std::string_view literal = literals[index];
    if (literal.size() < kShortest) continue;
    for (size_t end = 1; end < shortest_; ++end) {
      const size_t at = block(static_cast<unsigned char>(literal[end - 1]), static_cast<unsigned char>(literal[end]));
      shift_[at] = std::min(shift_[at], static_cast<uint8_t>(shortest_ - 1 - end));
      if (end + 1 < shortest_) continue;
      next_[index] = first_[at];
      first_[at] = static_cast<int16_t>(index);
    }
  }
}

void Literals::find(std::string_view text, const std::function<bool(size_t, size_t)>& found) const {
  size_t end = shortest_ - 1;  // last byte of the window
  while (end < text.size()) {
    const size_t at = block(static_cast<unsigned char>(text[end - 1]), static_cast<unsigned char>(text[end]));
    if (shift_[at] != 0) {
      end += shift_[at];
      continue;
    }
    const size_t begin = end + 1 - shortest_;
    for (int16_t index = first_[at]; index >= 0; index = next_[static_cast<size_t>(index)]) {
      const std::string_view literal = literals_[static_cast<size_t>(index)];
      if (literal.size() > text.size() - begin || !same(text.substr(begin), literal)) continue;
      if (!found(static_cast<size_t>(index), begin)) return;
    }
    ++end;
  }
}

}  // namespace cordon::match
