// SPDX-License-Identifier: Apache-2.0
// malloc for a program that lives some milliseconds: small blocks are cut from a chunk in .bss and kept by size for the next of
// that size, large ones are mapped and unmapped. Measured against glibc's: four system calls and a sixth of all instructions less
// per call (glibc asks for randomness and grows the heap in three steps before main). Single-threaded by intent, as the programs are.
//
// Only linked into the static programs; glibc's manual ("Replacing malloc") names the functions that have to come together.
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace {

constexpr size_t kAlign = 16;
constexpr size_t kFirstChunk = 512 * 1024;  // only pages that are touched cost anything
constexpr size_t kChunk = 1 << 20;
constexpr size_t kLarge = 128 * 1024;  // from here on a block is mapped by itself
constexpr size_t kMost = size_t{1} << 46;
constexpr size_t kFine = 1024;  // up to here a class for every 16 bytes, from there four for every doubling

// Stands before every block.
struct alignas(kAlign) Header {
  size_t size;    // bytes that may be used
  size_t mapped;  // of a large block: bytes of its mapping, which starts with this header; else 0
};

alignas(kAlign) constinit char first_chunk[kFirstChunk];
constinit char* chunk_next = first_chunk;
constinit char* chunk_end = first_chunk + kFirstChunk;

// What is given back and not at the end of the chunk, by class of size: what grows by doubling leaves a block of each class behind.
struct Free {
  Free* next;
};
constexpr size_t kClasses = kFine / kAlign + 1 + 4 * 7;  // 1024 << 7 is kLarge
constinit Free* free_blocks[kClasses] = {};

size_t rounded(size_t size, size_t to) { return (size + to - 1) & ~(to - 1); }

// The class of a block of exactly this size, or the next smaller one.
size_t class_of(size_t size) {
  if (size <= kFine) return size / kAlign;
  const auto doublings = static_cast<size_t>(std::bit_width(size) - std::bit_width(kFine));
  return kFine / kAlign + 4 * doublings + (size - (kFine << doublings)) / (kFine << doublings >> 2);
}

// `size` is below kLarge; all blocks of a class have the same size but those of aligned_alloc, which may have more.
size_t class_size(size_t size) {
  if (size <= kFine) return rounded(size, kAlign);
  return rounded(size, std::bit_floor(size) / 4);
}
Header* header_of(void* block) { return static_cast<Header*>(block) - 1; }

void* out_of_memory() {
  errno = ENOMEM;
  return nullptr;
}

void* map(size_t size) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

void* take_large(size_t size) {
  const size_t mapped = rounded(size + sizeof(Header), 4096);
  auto* header = static_cast<Header*>(map(mapped));
  if (header == nullptr) return out_of_memory();
  *header = {mapped - sizeof(Header), mapped};
  return header + 1;
}

// The kernel moves pages, not bytes.
void* grow_large(void* block, size_t size) {
  const size_t mapped = rounded(size + sizeof(Header), 4096);
  void* moved = mremap(header_of(block), header_of(block)->mapped, mapped, MREMAP_MAYMOVE);
  if (moved == MAP_FAILED) return out_of_memory();
  auto* header = static_cast<Header*>(moved);
  *header = {mapped - sizeof(Header), mapped};
  return header + 1;
}

// From the chunk; `align` is a power of two of at least kAlign.
void* take_small(size_t size, size_t align) {
  const size_t needed = size + sizeof(Header) + align;
  if (static_cast<size_t>(chunk_end - chunk_next) < needed) {
    const size_t chunk = std::max(kChunk, rounded(needed, 4096));
    auto* fresh = static_cast<char*>(map(chunk));
    if (fresh == nullptr) return out_of_memory();
    chunk_next = fresh;
    chunk_end = fresh + chunk;
  }
  const auto start = reinterpret_cast<uintptr_t>(chunk_next) + sizeof(Header);
  char* block = chunk_next + sizeof(Header) + (rounded(start, align) - start);
  *header_of(block) = {size, 0};
  chunk_next = block + size;
  return block;
}

void* take(size_t size) {
  if (size > kMost) return out_of_memory();
  size = size == 0 ? kAlign : size;
  if (size > kLarge - kLarge / 4) return take_large(rounded(size, kAlign));
  size = class_size(size);
  Free*& kept = free_blocks[class_of(size)];
  if (kept == nullptr) return take_small(size, kAlign);
  Free* block = kept;
  kept = block->next;
  return block;
}

// The last block of the chunk grows where it is, as far as the chunk goes.
bool grows_in_place(void* block, size_t size) {
  Header* header = header_of(block);
  if (header->mapped != 0 || size > kLarge / 2 || static_cast<char*>(block) + header->size != chunk_next) return false;
  size = class_size(size);
  if (size > static_cast<size_t>(chunk_end - static_cast<char*>(block))) return false;
  header->size = size;
  chunk_next = static_cast<char*>(block) + size;
  return true;
}

void give_back(void* block) {
  Header* header = header_of(block);
  if (header->mapped != 0) {
    const int kept = errno;
    munmap(header, header->mapped);
    errno = kept;
  } else if (static_cast<char*>(block) + header->size == chunk_next) {
    chunk_next = reinterpret_cast<char*>(header);
  } else if (header->size < kLarge) {
    Free*& kept = free_blocks[class_of(header->size)];
    kept = new (block) Free{kept};
  }
}

}  // namespace

extern "C" {

void* malloc(size_t size) { return take(size); }

void free(void* block) {
  if (block != nullptr) give_back(block);
}

void* calloc(size_t count, size_t size) {
  if (size != 0 && count > kMost / size) return out_of_memory();
  void* block = take(count * size);
  // A mapping of its own comes cleared; a piece of a chunk may have been in use before.
  if (block != nullptr && header_of(block)->mapped == 0) std::memset(block, 0, count * size);
  return block;
}

void* realloc(void* block, size_t size) {
  if (block == nullptr) return take(size);
  const size_t had = header_of(block)->size;
  if (size <= had) return block;
  if (size > kMost) return out_of_memory();
  if (grows_in_place(block, size)) return block;
  if (header_of(block)->mapped != 0) return grow_large(block, size);
  void* fresh = take(size);
  if (fresh == nullptr) return nullptr;
  std::memcpy(fresh, block, had);
  give_back(block);
  return fresh;
}

void* aligned_alloc(size_t align, size_t size) {
  if (size > kMost || align > kChunk || (align & (align - 1)) != 0) return out_of_memory();
  return take_small(rounded(size == 0 ? 1 : size, kAlign), std::max(align, kAlign));
}

void* memalign(size_t align, size_t size) { return aligned_alloc(align, size); }

int posix_memalign(void** out, size_t align, size_t size) {
  void* block = aligned_alloc(align, size);
  if (block == nullptr) return ENOMEM;
  *out = block;
  return 0;
}

void* valloc(size_t size) { return aligned_alloc(4096, size); }
void* pvalloc(size_t size) { return aligned_alloc(4096, rounded(size, 4096)); }
size_t malloc_usable_size(void* block) { return block == nullptr ? 0 : header_of(block)->size; }

}  // extern "C"
