// SPDX-License-Identifier: Apache-2.0
// A quick no for patterns: which of some literals stand in a text, in either case of ASCII letters, and where. One pass that
// skips most bytes (the shift table of Wu and Manber), so that a megabyte without any of them costs a fraction of a millisecond.
//
//   Literals({"read-only file system", "bwrap: "}).find("touch: /x: Read-only file system", found)
//   // found(0, 10)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace cordon::match {

class Literals {
 public:
  static constexpr size_t kShortest = 4;  // bytes; shorter literals are not found

  // Lower case; the texts must outlive it.
  explicit Literals(std::span<const std::string_view> literals);

  // Calls `found(index of the literal, offset)` for every place, from left to right, until it says false.
  void find(std::string_view text, const std::function<bool(size_t, size_t)>& found) const;

 private:
  static constexpr size_t kBlocks = 4096;
  static size_t block(unsigned char a, unsigned char b);

  std::span<const std::string_view> literals_;
  size_t shortest_ = 0;                    // of all literals: as many bytes of each are looked at before it is compared
  std::array<uint8_t, kBlocks> shift_{};   // how far the window may move when it ends in this block
  std::array<int16_t, kBlocks> first_{};   // first literal whose looked-at part ends in this block, or -1
  std::vector<int16_t> next_;              // the next such literal, or -1
};

}  // namespace cordon::match
