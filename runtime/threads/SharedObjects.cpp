//===- SharedObjects.cpp - what orders this process with others -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/threads/SharedObjects.h"

#include "runtime/base/Lock.h"

namespace fencepost::runtime {

std::atomic<uint32_t> sharedParts{0};

namespace {

/// Read while others are written: what is read of one that is replaced just then is of a window
/// that begins or ends, whose objects nobody uses.
struct Part {
  std::atomic<uint64_t> base, bytes; // no bytes: free
};

constexpr uint32_t kMost = 4096;
Part parts[kMost];
std::atomic<uint32_t> end{0}; // of those that were ever used
std::atomic<bool> tooMany{false};
SpinLock lock; // of who writes

} // namespace

void shareMemory(uint64_t base, uint64_t bytes) {
  if (!bytes)
    return;
  Guard guard(lock);
  uint32_t i = 0;
  while (i < kMost && parts[i].bytes.load(std::memory_order_relaxed))
    ++i;
  if (i == kMost) {
    tooMany.store(true, std::memory_order_relaxed);
    return;
  }
  parts[i].base.store(base, std::memory_order_relaxed);
  parts[i].bytes.store(bytes, std::memory_order_release);
  if (i >= end.load(std::memory_order_relaxed))
    end.store(i + 1, std::memory_order_release);
  sharedParts.fetch_add(1, std::memory_order_relaxed);
}

void unshareMemory(uint64_t base, uint64_t bytes) {
  Guard guard(lock);
  for (uint32_t i = 0; i < end.load(std::memory_order_relaxed); ++i)
    if (bytes && parts[i].base.load(std::memory_order_relaxed) == base &&
        parts[i].bytes.load(std::memory_order_relaxed) == bytes) {
      parts[i].bytes.store(0, std::memory_order_relaxed);
      sharedParts.fetch_sub(1, std::memory_order_relaxed);
      return;
    }
}

bool isInSharedPart(uint64_t address) {
  if (tooMany.load(std::memory_order_relaxed))
    return true;
  for (uint32_t i = 0; i < end.load(std::memory_order_acquire); ++i) {
    const uint64_t bytes = parts[i].bytes.load(std::memory_order_acquire);
    if (address - parts[i].base.load(std::memory_order_relaxed) < bytes)
      return true;
  }
  return false;
}

} // namespace fencepost::runtime
