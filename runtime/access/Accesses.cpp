//===- Accesses.cpp - records direct loads and stores ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Accesses.h"

#include "runtime/access/Flush.h"
#include "runtime/access/Shadow.h"
#include "runtime/access/Tracked.h"
#include "runtime/path/Sites.h"
#include "runtime/process/Clock.h"
#include "runtime/process/Options.h"
#include "runtime/process/Process.h"
#include "runtime/process/Thread.h"

#include <algorithm>

namespace fencepost::runtime {

namespace {

/// Part of an access, within one page (FENCEPOST_OPTIONS access=every).
void writeAccess(Thread &thread, uint32_t site, bool store, uint64_t address, unsigned bytes) {
  PageBits bits = {};
  const auto from = static_cast<unsigned>(address % kPageBytes);
  bits.set(from, from + bytes);
  TrackedFilter().apply(address - from, bits);
  bits.forEachRun([&](unsigned first, unsigned end) {
    RangePayload payload = {store ? uint64_t{2} : uint64_t{1}, address - from + first, end - first,
                            0, 1};
    thread.journal.append(RecordType::Range, siteInfo(site).accessContext, now(), payload);
  });
}

void addAccess(Thread &thread, uint32_t site, bool store, uint64_t address, uint64_t bytes) {
  while (bytes) {
    const uint64_t left = kPageBytes - address % kPageBytes;
    const auto part = static_cast<unsigned>(std::min(left, bytes));
    if (pageMarks(address)) {
      if (options().access == Access::every) {
        writeAccess(thread, site, store, address, part);
      } else if (!thread.segment.add(site, store, address, part)) {
        flushSegment(thread, now());
        thread.segment.add(site, store, address, part);
      }
    }
    address += part;
    bytes -= part;
  }
}

} // namespace

void recordAccess(Site &site, bool store, uint64_t address, uint64_t bytes) {
  recordAccesses(site, store, address, bytes, 0, 1);
}

void recordAccesses(Site &site, bool store, uint64_t address, uint64_t bytes, int64_t stride,
                    uint64_t count) {
  // Outside of an MPI run, and inside of a call-back from the MPI library.
  if (!process.recording.load(std::memory_order_relaxed) || threadLocal.depth)
    return;
  Thread &thread = currentThread();
  Writing writing(thread);
  if (!writing)
    return;
  const uint32_t number = siteNumber(site, &thread);
  if (!number)
    return;
  if (stride == static_cast<int64_t>(bytes)) {
    bytes *= count;
    count = 1;
  }
  for (uint64_t i = 0; i < count; ++i)
    addAccess(thread, number, store,
              address + static_cast<uint64_t>(stride * static_cast<int64_t>(i)), bytes);
}

} // namespace fencepost::runtime
