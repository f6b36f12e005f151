//===- Atomics.cpp - atomics and fences of instrumented code --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "model/Abi.h"
#include "runtime/process/Clock.h"
#include "runtime/threads/Sync.h"

using namespace fencepost;
using namespace fencepost::runtime;

#define FENCEPOST_ABI extern "C" [[gnu::visibility("default")]]

FENCEPOST_ABI void __fencepost_acquire(const void *address) {
  if (synchronizes())
    acquire(ThreadSync::AtomicAcquire, objectOf(address));
}

FENCEPOST_ABI void __fencepost_release(const void *address) {
  if (synchronizes())
    release(ThreadSync::AtomicRelease, objectOf(address));
}

FENCEPOST_ABI uint64_t __fencepost_release_if(const void *address, uint64_t changes) {
  if (!synchronizes())
    return 0;
  if (!changes)
    return now();
  release(ThreadSync::AtomicRelease, objectOf(address));
  return 0;
}

FENCEPOST_ABI void __fencepost_released(const void *address, uint64_t time) {
  if (synchronizes())
    releasedAt(time, ThreadSync::AtomicRelease, objectOf(address));
}

FENCEPOST_ABI void __fencepost_release_fence() {
  if (synchronizes())
    release(ThreadSync::FenceRelease, kFenceObject);
}

FENCEPOST_ABI void __fencepost_acquire_fence() {
  if (synchronizes())
    acquire(ThreadSync::FenceAcquire, kFenceObject);
}
