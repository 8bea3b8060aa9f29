// SPDX-License-Identifier: Apache-2.0
// Texts of constant tables without a pointer. A program that may be loaded anywhere corrects every pointer of its tables when it
// starts, and each page they stand on becomes a copy of its own: measured, that was a quarter of what a hook costs beyond an empty
// program. Words is for lists, Inline for a column of a table.
//
//   constexpr Words kShells{"sh", "bash"};            for (std::string_view shell : kShells) …
//   struct Row { Inline<8> name; int operands; };     constexpr Row kRows[] = {{"nice", 0}};
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace cordon {

template <size_t kCount, size_t kBytes>
class Words {
 public:
  template <size_t... kSizes>
  constexpr Words(const char (&... words)[kSizes]) {  // NOLINT: a list of literals is what it is
    size_t index = 0, end = 0;
    ((std::copy_n(words, kSizes - 1, bytes_.begin() + end), end += kSizes - 1, ends_[++index] = static_cast<uint16_t>(end)), ...);
  }

  class Iterator {
   public:
    using value_type = std::string_view;
    using reference = std::string_view;
    using pointer = void;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;  // values, not references: no more by the old rules

    constexpr Iterator() = default;
    constexpr Iterator(const Words* words, size_t index) : words_(words), index_(index) {}
    constexpr std::string_view operator*() const { return (*words_)[index_]; }
    constexpr Iterator& operator++() {
      ++index_;
      return *this;
    }
    constexpr Iterator operator++(int) { return Iterator(words_, index_++); }
    constexpr bool operator==(const Iterator&) const = default;

   private:
    const Words* words_ = nullptr;
    size_t index_ = 0;
  };

  constexpr std::string_view operator[](size_t index) const { return {bytes_.data() + ends_[index], static_cast<size_t>(ends_[index + 1] - ends_[index])}; }
  constexpr size_t size() const { return kCount; }
  constexpr Iterator begin() const { return {this, 0}; }
  constexpr Iterator end() const { return {this, kCount}; }
  constexpr bool contains(std::string_view word) const { return std::find(begin(), end(), word) != end(); }

 private:
  static_assert(kBytes < UINT16_MAX);
  std::array<uint16_t, kCount + 1> ends_{};
  std::array<char, kBytes> bytes_{};
};
template <size_t... kSizes>
Words(const char (&... words)[kSizes]) -> Words<sizeof...(kSizes), ((kSizes - 1) + ... + 0)>;

// At most kMost bytes; a longer literal does not compile.
template <size_t kMost>
class Inline {
 public:
  constexpr Inline() = default;
  template <size_t kSize>
  constexpr Inline(const char (&text)[kSize]) : size_(kSize - 1) {  // NOLINT: stands where a string_view would
    static_assert(kSize - 1 <= kMost);
    std::copy_n(text, kSize - 1, bytes_.begin());
  }

  constexpr std::string_view view() const { return {bytes_.data(), size_}; }
  constexpr operator std::string_view() const { return view(); }  // NOLINT
  constexpr bool empty() const { return size_ == 0; }
  constexpr size_t size() const { return size_; }
  friend constexpr bool operator==(const Inline& a, std::string_view b) { return a.view() == b; }

 private:
  static_assert(kMost < 256);
  uint8_t size_ = 0;
  std::array<char, kMost> bytes_{};
};

}  // namespace cordon
