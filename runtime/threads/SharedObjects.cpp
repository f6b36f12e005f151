//===- SharedObjects.cpp - what orders this process with others -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/threads/SharedObjects.h"

#include "runtime/base/Lock.h"
#include "runtime/base/Vector.h"

namespace fencepost::runtime {

std::atomic<uint32_t> sharedParts{0};

namespace {

struct Part {
  uint64_t base, bytes;
};

SpinLock lock;
Vector<Part> parts;

} // namespace

void shareMemory(uint64_t base, uint64_t bytes) {
  Guard guard(lock);
  if (bytes && parts.push({base, bytes}))
    sharedParts.fetch_add(1, std::memory_order_relaxed);
}

void unshareMemory(uint64_t base, uint64_t bytes) {
  Guard guard(lock);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].base == base && parts[i].bytes == bytes) {
      parts.removeUnordered(i);
      sharedParts.fetch_sub(1, std::memory_order_relaxed);
      return;
    }
}

bool isInSharedPart(uint64_t address) {
  Guard guard(lock);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (address - parts[i].base < parts[i].bytes)
      return true;
  return false;
}

} // namespace fencepost::runtime
