// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pieces of a word: a sequence like std::vector whose first element lives in the word itself, because nearly every word has
// exactly one and a walk makes hundreds of thousands of them.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace cordon::shell {

enum class PieceKind : std::uint8_t {
  kLiteral,  ///< exactly this text
  kGlob,     ///< an active pattern: `*`, `?`, `[ab]`, `@(a|b)`; text is the pattern's source
  kUnknown,  ///< anything, also nothing: `$x`, `$(cmd)`, `{}` of find; text is the source
};

struct Piece {
  PieceKind kind = PieceKind::kLiteral;
  bool quoted = false;  ///< came from quotes (a literal that is quoted is never a pattern or an option of the shell)
  bool splits = false;  ///< kUnknown and unquoted: may become several words, or none
  std::string text;
};

class Pieces {
 public:
  using value_type = Piece;
  using iterator = Piece*;
  using const_iterator = const Piece*;

  Pieces() noexcept {}
  Pieces(const Pieces& other) { append(other); }
  Pieces(Pieces&& other) noexcept { take(other); }
  Pieces& operator=(const Pieces& other) {
    if (this == &other) return *this;
    clear();
    append(other);
    return *this;
  }
  Pieces& operator=(Pieces&& other) noexcept {
    if (this == &other) return *this;
    release();
    take(other);
    return *this;
  }
  ~Pieces() { release(); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Piece* begin() { return data(); }
  Piece* end() { return data() + size_; }
  const Piece* begin() const { return data(); }
  const Piece* end() const { return data() + size_; }
  Piece& operator[](std::size_t i) { return data()[i]; }
  const Piece& operator[](std::size_t i) const { return data()[i]; }
  Piece& front() { return data()[0]; }
  const Piece& front() const { return data()[0]; }
  Piece& back() { return data()[size_ - 1]; }
  const Piece& back() const { return data()[size_ - 1]; }
  void push_back(Piece piece) {
    if (size_ == capacity_) grow(std::size_t{capacity_} * 2);
    new (data() + size_) Piece(std::move(piece));
    ++size_;
  }
  void push_literal(std::string_view text, bool quoted) {
    if (size_ == capacity_) grow(std::size_t{capacity_} * 2);
    new (data() + size_) Piece{PieceKind::kLiteral, quoted, false, std::string(text)};
    ++size_;
  }
  void pop_back() { std::destroy_at(data() + --size_); }
  void clear() {
    std::destroy_n(data(), size_);
    size_ = 0;
  }

 private:
  const Piece* data() const { return capacity_ == 1 ? &first_ : more_; }
  Piece* data() { return capacity_ == 1 ? &first_ : more_; }
  void append(const Pieces& other) {
    if (other.size_ > capacity_) grow(other.size_);
    std::uninitialized_copy_n(other.data(), other.size_, data());
    size_ = other.size_;
  }
  void grow(std::size_t capacity) {
    Piece* memory = std::allocator<Piece>().allocate(capacity);
    std::uninitialized_move_n(data(), size_, memory);
    const std::uint32_t size = size_;
    release();
    more_ = memory;
    size_ = size;
    capacity_ = static_cast<std::uint32_t>(capacity);
  }
  /// Empty, nothing owned.
  void release() {
    clear();
    if (capacity_ == 1) return;
    std::allocator<Piece>().deallocate(more_, capacity_);
    capacity_ = 1;
  }
  void take(Pieces& other) noexcept {
    size_ = other.size_;
    capacity_ = other.capacity_;
    if (capacity_ > 1) {
      more_ = other.more_;
    } else if (size_ == 1) {
      new (&first_) Piece(std::move(other.first_));
      std::destroy_at(&other.first_);
    }
    other.size_ = 0;
    other.capacity_ = 1;
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 1;  ///< 1: the element is here
  union {
    Piece first_;
    Piece* more_;
  };
};

}  // namespace cordon::shell
