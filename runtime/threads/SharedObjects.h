//===- SharedObjects.h - what orders this process with others -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mutex, semaphore or barrier of POSIX in the memory of a shared window may order
// processes (PTHREAD_PROCESS_SHARED). What this process knows does not tell what adds nothing
// there: all of it is written, whether the process has several threads or not.
//
// Nothing waits here: a signal handler may post a semaphore.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_THREADS_SHAREDOBJECTS_H
#define FENCEPOST_RUNTIME_THREADS_SHAREDOBJECTS_H

#include <atomic>
#include <cstdint>

namespace fencepost::runtime {

/// A part of a shared window that is mapped here, until the window's end.
void shareMemory(uint64_t base, uint64_t bytes);
void unshareMemory(uint64_t base, uint64_t bytes);

extern std::atomic<uint32_t> sharedParts;
/// Also true of what may be in none, where there are too many to know all.
bool isInSharedPart(uint64_t address);

inline bool isShared(uint64_t address) {
  return sharedParts.load(std::memory_order_relaxed) > 0 && isInSharedPart(address);
}
inline bool isShared(const volatile void *object) {
  return isShared(reinterpret_cast<uint64_t>(object));
}

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_THREADS_SHAREDOBJECTS_H
