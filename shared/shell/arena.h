// SPDX-License-Identifier: Apache-2.0
#pragma once
// Memory of a syntax tree: blocks that are freed all at once. Only trivially destructible things live in it.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cordon::shell {

/// A sequence inside the arena.
template <class T>
struct Span {
  const T* data = nullptr;
  std::uint32_t size = 0;
  const T* begin() const { return data; }
  const T* end() const { return data + size; }
  const T& operator[](std::size_t i) const { return data[i]; }
  const T& front() const { return data[0]; }
  const T& back() const { return data[size - 1]; }
  bool empty() const { return size == 0; }
};

class Arena {
 public:
  Arena() = default;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  template <class T>
  T* make() {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (allocate(sizeof(T), alignof(T))) T();
  }

  /// Moves stack[from..] into the arena and shortens the stack again.
  template <class T>
  Span<T> take(std::vector<T>& stack, std::size_t from) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t count = stack.size() - from;
    if (count == 0) return {};
    void* memory = allocate(count * sizeof(T), alignof(T));
    std::memcpy(memory, static_cast<const void*>(stack.data() + from), count * sizeof(T));
    stack.resize(from);
    return {static_cast<const T*>(memory), static_cast<std::uint32_t>(count)};
  }

  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* memory = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(memory, text.data(), text.size());
    return {memory, text.size()};
  }

 private:
  void* allocate(std::size_t bytes, std::size_t align) {
    std::size_t at = (used_ + align - 1) & ~(align - 1);
    if (blocks_.empty() || at + bytes > size_) {
      grow(bytes + align);
      at = 0;
    }
    used_ = at + bytes;
    return blocks_.back().get() + at;
  }

  void grow(std::size_t least) {
    std::size_t next = size_ == 0 ? 4096 : size_ * 2;
    if (next > kLargestBlock) next = kLargestBlock;
    size_ = next < least ? least : next;
    blocks_.push_back(std::unique_ptr<char[]>(new char[size_]));
    used_ = 0;
  }

  static constexpr std::size_t kLargestBlock = 1 << 20;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t used_ = 0;
  std::size_t size_ = 0;
};

}  // namespace cordon::shell
