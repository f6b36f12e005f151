//===- Memory.cpp - the runtime's own memory ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/base/Memory.h"
#include "runtime/base/Lock.h"

#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <sys/mman.h>

namespace fencepost::runtime {

namespace {

constexpr std::size_t kSmallest = 16;
constexpr std::size_t kLargest = 1 << 16; // larger blocks are mappings of their own
constexpr std::size_t kChunk = 1 << 20;
constexpr int kPopulateForWriting = 23; // MADV_POPULATE_WRITE, Linux 5.14

struct FreeBlock {
  FreeBlock *next;
};

SpinLock lock;
FreeBlock *freeBlocks[17];
char *chunk;
std::size_t chunkLeft;

void *map(std::size_t bytes, int flags) {
  void *memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

std::size_t sizeClass(std::size_t bytes) {
  return std::bit_ceil(bytes < kSmallest ? kSmallest : bytes);
}

} // namespace

void *allocate(std::size_t bytes) {
  if (bytes > kLargest)
    return map(bytes, 0);
  const std::size_t size = sizeClass(bytes);
  const auto index = static_cast<unsigned>(std::countr_zero(size));
  Guard guard(lock);
  if (FreeBlock *block = freeBlocks[index]) {
    freeBlocks[index] = block->next;
    std::memset(static_cast<void *>(block), 0, size);
    return block;
  }
  if (chunkLeft < size) {
    void *fresh = map(kChunk, 0);
    if (!fresh)
      return nullptr;
    chunk = static_cast<char *>(fresh);
    chunkLeft = kChunk;
  }
  void *block = chunk;
  chunk += size;
  chunkLeft -= size;
  return block;
}

void release(void *block, std::size_t bytes) {
  if (!block)
    return;
  if (bytes > kLargest) {
    munmap(block, bytes);
    return;
  }
  const auto index = static_cast<unsigned>(std::countr_zero(sizeClass(bytes)));
  Guard guard(lock);
  auto *freed = static_cast<FreeBlock *>(block);
  freed->next = freeBlocks[index];
  freeBlocks[index] = freed;
}

void *reserve(std::size_t bytes) { return map(bytes, MAP_NORESERVE); }

void populate(void *pages, std::size_t bytes) {
  const int keptErrno = errno;
  madvise(pages, bytes, kPopulateForWriting);
  errno = keptErrno;
}

} // namespace fencepost::runtime
