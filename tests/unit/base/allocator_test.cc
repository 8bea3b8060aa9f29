// SPDX-License-Identifier: Apache-2.0
// The allocator of the static program under other names, so that it stands beside this program's own.
#include <doctest/doctest.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <random>
#include <vector>

#define malloc short_malloc
#define free short_free
#define calloc short_calloc
#define realloc short_realloc
#define aligned_alloc short_aligned_alloc
#define memalign short_memalign
#define posix_memalign short_posix_memalign
#define valloc short_valloc
#define pvalloc short_pvalloc
#define malloc_usable_size short_usable_size
#include "shared/base/allocator.cc"
#undef malloc
#undef free
#undef calloc
#undef realloc
#undef aligned_alloc
#undef memalign
#undef posix_memalign
#undef valloc
#undef pvalloc
#undef malloc_usable_size

namespace {

bool is_aligned(const void* block, size_t to) { return reinterpret_cast<uintptr_t>(block) % to == 0; }

struct Block {
  unsigned char* memory;
  size_t size;
  unsigned char fill;

  bool intact() const { return std::all_of(memory, memory + size, [&](unsigned char c) { return c == fill; }); }
};

TEST_CASE("blocks keep their content while others come and go") {
  std::mt19937 random(1);
  std::vector<Block> blocks;
  size_t broken = 0, crooked = 0;
  for (int i = 0; i < 20'000; ++i) {
    const size_t size = random() % 50 == 0 ? random() % 400'000 : random() % 600;
    const auto fill = static_cast<unsigned char>(random());
    if (blocks.size() < 50 || random() % 3 == 0) {
      blocks.push_back({static_cast<unsigned char*>(random() % 2 == 0 ? short_malloc(size) : short_calloc(1, size)), size, fill});
    } else {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      Block& last = blocks.back();
      broken += last.intact() ? 0 : 1;
      if (random() % 2 == 0) {
        short_free(last.memory);
        blocks.pop_back();
        continue;
      }
      const size_t kept = std::min(size, last.size);
      last.memory = static_cast<unsigned char*>(short_realloc(last.memory, size));
      broken += Block{last.memory, kept, last.fill}.intact() ? 0 : 1;
      last.size = size;
      last.fill = fill;
    }
    crooked += is_aligned(blocks.back().memory, 16) ? 0 : 1;
    std::memset(blocks.back().memory, blocks.back().fill, blocks.back().size);
  }
  for (const Block& block : blocks) {
    broken += block.intact() ? 0 : 1;
    short_free(block.memory);
  }
  CHECK(broken == 0);
  CHECK(crooked == 0);
}

TEST_CASE("calloc clears what was in use before") {
  for (const size_t size : {size_t{1}, size_t{100}, size_t{5000}, size_t{200'000}}) {
    auto* first = static_cast<unsigned char*>(short_malloc(size));
    std::memset(first, 0xAA, size);
    short_free(first);
    auto* second = static_cast<unsigned char*>(short_calloc(size, 1));
    CHECK(Block{second, size, 0}.intact());
    short_free(second);
  }
}

TEST_CASE("what is given back is used again") {
  // Texts that grow and go, as a parser has them: without reuse these are 400 MB.
  const uintptr_t before = reinterpret_cast<uintptr_t>(chunk_next);
  for (int i = 0; i < 2000; ++i) {
    std::vector<void*> blocks;
    for (size_t size = 16; size < 100'000; size *= 2) {
      blocks.push_back(short_malloc(size + static_cast<size_t>(i % 7)));
      blocks.push_back(short_malloc(24));  // so that none is the last of the chunk
    }
    for (void* block : blocks) short_free(block);
  }
  CHECK(reinterpret_cast<uintptr_t>(chunk_next) - before < size_t{2} << 20);
}

TEST_CASE("a class of sizes holds what is asked of it") {
  size_t wrong = 0, wasted = 0;
  for (size_t size = 1; size <= kLarge - kLarge / 4; ++size) {
    const size_t got = class_size(size), its_class = class_of(got);
    wrong += got < size || got % kAlign != 0 || its_class >= kClasses || class_size(got) != got || class_of(got - 1) > its_class ? 1 : 0;
    wasted += got > size + size / 4 + kAlign ? 1 : 0;
    wrong += class_of(class_size(got + 1)) <= its_class ? 1 : 0;
  }
  CHECK(wrong == 0);
  CHECK(wasted == 0);
}

TEST_CASE("alignment") {
  for (const size_t align : {size_t{8}, size_t{16}, size_t{64}, size_t{4096}, size_t{65536}}) {
    void* block = nullptr;
    CHECK(short_posix_memalign(&block, align, 100) == 0);
    CHECK(is_aligned(block, align));
    std::memset(block, 1, 100);
    CHECK(short_usable_size(block) >= 100);
    short_free(block);
    CHECK(is_aligned(short_aligned_alloc(align, 200'000), align));
  }
  CHECK(is_aligned(short_valloc(1), 4096));
}

TEST_CASE("too much is refused") {
  CHECK(short_malloc(SIZE_MAX) == nullptr);
  CHECK(errno == ENOMEM);
  CHECK(short_malloc(size_t{1} << 45) == nullptr);
  CHECK(short_calloc(SIZE_MAX / 2, 3) == nullptr);
  CHECK(short_aligned_alloc(3, 10) == nullptr);
  void* kept = short_malloc(10);
  CHECK(short_realloc(kept, SIZE_MAX) == nullptr);
  short_free(kept);
  short_free(nullptr);
  CHECK(short_malloc(0) != nullptr);
}

}  // namespace
