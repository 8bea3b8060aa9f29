// SPDX-License-Identifier: Apache-2.0
// A quick no for patterns: which of some literals stand in a text, in either case of ASCII letters, and where. One pass that
// skips most bytes (the shift table of Wu and Manber), so that a megabyte without any of them costs a fraction of a millisecond.
// The tables of a constant are made when the program is compiled.
//
//   constexpr Words kTexts{"read-only file system", "bwrap: "};
//   constexpr Literals kSearched(kTexts);
//   kSearched.find("touch: /x: Read-only file system", found);  // found(0, 10)
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

namespace cordon::match {

constexpr size_t kShortestLiteral = 4;  // bytes; shorter literals are not found
constexpr size_t kMostLiterals = 256;   // nor are those after so many

template <class Texts>
class Literals {
 public:
  // Lower case; the texts must outlive it.
  constexpr explicit Literals(const Texts& texts) : texts_(&texts) {
    for (size_t i = 0; i < count(); ++i) {
      if (text(i).size() >= kShortestLiteral) shortest_ = std::min(shortest_, text(i).size());
    }
    shift_.fill(static_cast<uint8_t>(shortest_ - 1));
    first_.fill(-1);
    next_.fill(-1);
    for (size_t i = 0; i < count(); ++i) {
      if (text(i).size() >= kShortestLiteral) add(i);
    }
  }

  // Calls `found(index of the literal, offset)` for every place, from left to right, until it says false.
  void find(std::string_view in, const std::function<bool(size_t, size_t)>& found) const {
    size_t end = shortest_ - 1;  // last byte of the window
    while (end < in.size()) {
      const size_t at = block(in[end - 1], in[end]);
      if (shift_[at] != 0) {
        end += shift_[at];
        continue;
      }
      const size_t begin = end + 1 - shortest_;
      for (int16_t index = first_[at]; index >= 0; index = next_[static_cast<size_t>(index)]) {
        if (!starts_with(in.substr(begin), text(static_cast<size_t>(index)))) continue;
        if (!found(static_cast<size_t>(index), begin)) return;
      }
      ++end;
    }
  }

 private:
  static constexpr size_t kBlocks = 4096;
  static constexpr size_t kLongestShift = 32;

  // Only a hash: what else the bit folds is told apart when the literal is compared.
  static constexpr size_t block(char a, char b) {
    return (size_t{static_cast<unsigned char>(static_cast<unsigned char>(a) | 0x20)} * 61 + (static_cast<unsigned char>(b) | 0x20)) % kBlocks;
  }

  static bool starts_with(std::string_view in, std::string_view literal) {
    if (literal.size() > in.size()) return false;
    for (size_t i = 0; i < literal.size(); ++i) {
      const char c = in[i] >= 'A' && in[i] <= 'Z' ? static_cast<char>(in[i] | 0x20) : in[i];
      if (c != literal[i]) return false;
    }
    return true;
  }

  constexpr size_t count() const { return std::min(texts_->size(), kMostLiterals); }
  constexpr std::string_view text(size_t index) const { return (*texts_)[index]; }

  constexpr void add(size_t index) {
    for (size_t end = 1; end < shortest_; ++end) {
      const size_t at = block(text(index)[end - 1], text(index)[end]);
      shift_[at] = std::min(shift_[at], static_cast<uint8_t>(shortest_ - 1 - end));
      if (end + 1 < shortest_) continue;
      next_[index] = first_[at];
      first_[at] = static_cast<int16_t>(index);
    }
  }

  const Texts* texts_;
  size_t shortest_ = kLongestShift;                // of all literals: as many bytes of each are looked at before it is compared
  std::array<uint8_t, kBlocks> shift_{};           // how far the window may move when it ends in this block
  std::array<int16_t, kBlocks> first_{};           // first literal whose looked-at part ends in this block, or -1
  std::array<int16_t, kMostLiterals> next_{};      // the next such literal, or -1
};

}  // namespace cordon::match
