// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which entry of a constant table has this name? Answered by a hash made when the program is compiled, for tables that are asked
// about every command. Entries have a member `name`.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cordon::shell {

template <class Entry, std::size_t N>
class NameTable {
 public:
  constexpr explicit NameTable(const Entry (&entries)[N]) : entries_(entries) {
    for (std::size_t i = 0; i < N; ++i) {
      std::size_t at = hash(entries[i].name);
      while (slots_[at] != 0) at = (at + 1) % kSlots;
      slots_[at] = static_cast<std::uint8_t>(i + 1);
    }
  }
  constexpr const Entry* find(std::string_view name) const {
    for (std::size_t at = hash(name); slots_[at] != 0; at = (at + 1) % kSlots) {
      const Entry& entry = entries_[slots_[at] - 1];
      if (entry.name == name) return &entry;
    }
    return nullptr;
  }

 private:
  static_assert(N < 200);
  static constexpr std::size_t kSlots = N < 30 ? 128 : 512;
  static constexpr std::size_t hash(std::string_view name) {
    if (name.empty()) return 0;
    const auto byte = [name](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(name[i])); };
    return (byte(0) * 31 + byte(name.size() - 1) * 7 + byte(name.size() / 2) * 3 + name.size()) % kSlots;
  }

  const Entry* entries_;
  std::array<std::uint8_t, kSlots> slots_{};
};

}  // namespace cordon::shell
