//===- Released.cpp - memory that the program gives back ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Released.h"

#include "runtime/access/Flush.h"
#include "runtime/access/Shadow.h"
#include "runtime/access/Tracked.h"
#include "runtime/path/Sites.h"
#include "runtime/process/Clock.h"
#include "runtime/process/Process.h"
#include "runtime/process/Thread.h"

#include <cstring>
#include <dlfcn.h>
#include <malloc.h>

namespace fencepost::runtime {

namespace {

constexpr uint64_t kReleased = 10; // docs/trace-format.md, Ranges

constexpr uint64_t kMostChecked = uint64_t{1} << 36;

/// The object that a function is taken from.
Dl_info definerOf(const char *function) {
  Dl_info object = {};
  const void *address = dlsym(RTLD_DEFAULT, function);
  if (!address || !dladdr(address, &object))
    object = {};
  return object;
}

/// Whether malloc_usable_size speaks of what `free` takes: one library defines both.
bool mayAskAllocator() {
  const Dl_info object = definerOf("free");
  return object.dli_fbase && object.dli_fbase == definerOf("malloc_usable_size").dli_fbase;
}

/// Whether new and delete are malloc and free: those of the compiler's library are.
bool newIsMalloc() {
  const char *file = definerOf("_ZdlPv").dli_fname;
  return file && (std::strstr(file, "libstdc++") || std::strstr(file, "libc++"));
}

} // namespace

bool mayRelease() {
  return process.recording.load(std::memory_order_relaxed) && !threadLocal.depth;
}

bool isTracked(uint64_t address, uint64_t bytes) {
  if (bytes > kMostChecked)
    return true;
  const uint64_t last = address + bytes - 1;
  for (uint64_t at = address; bytes && at <= last; at = (at | (kPageBytes - 1)) + 1)
    if (pageMarks(at))
      return true;
  return false;
}

uint64_t allocationSize(uint64_t address, bool byNew) {
  static const bool ofMalloc = mayAskAllocator(), ofNew = ofMalloc && newIsMalloc();
  return (byNew ? ofNew : ofMalloc) ? malloc_usable_size(reinterpret_cast<void *>(address)) : 0;
}

void recordRelease(Thread &thread, uint32_t context, uint64_t address, uint64_t bytes,
                   uint64_t time) {
  Writing writing(thread);
  if (!writing)
    return;
  // What came before was of the old owner.
  flushSegment(thread, time);
  if (!untrackReleased(address, address + bytes))
    return;
  const RangePayload payload = {kReleased, address, bytes, 0, 1};
  thread.journal.append(RecordType::Range, context, time, payload);
}

void recordRelease(Site &site, uint64_t address, uint64_t bytes) {
  if (!mayRelease() || !isTracked(address, bytes))
    return;
  Thread &thread = currentThread();
  uint32_t number = 0;
  {
    Writing writing(thread);
    number = writing ? siteNumber(site, &thread) : 0;
  }
  if (number)
    recordRelease(thread, siteInfo(number).accessContext, address, bytes, now());
}

} // namespace fencepost::runtime
