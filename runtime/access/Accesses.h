//===- Accesses.h - records direct loads and stores -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_ACCESSES_H
#define FENCEPOST_RUNTIME_ACCESS_ACCESSES_H

#include "model/Checks.h"
#include "runtime/path/Sites.h"
#include "runtime/process/Thread.h"

#include <cstdint>

namespace fencepost::runtime {

/// `count` accesses, `stride` bytes apart (may be negative), on any pages.
void recordAccesses(Site &site, bool store, uint64_t address, uint64_t bytes, int64_t stride,
                    uint64_t count);

/// So many accesses, that many bytes apart (may be negative).
struct Stride {
  int64_t bytes;
  uint64_t count;
};

/// Accesses at two strides, on any pages.
void recordNest(Site &site, bool store, uint64_t address, uint64_t bytes, Stride inner,
                Stride outer);

/// Notes a check at an address, where the code does not do that itself. False when its accesses are
/// to be recorded one by one.
bool noteChecked(Check &check, unsigned shift, uint64_t address);

/// Records what was noted, by the code or here. The caller is as in flushSegment.
void tellNoted(Thread &thread, uint64_t time);

/// This thread has stored to an atomic in a shared window, which other processes may have seen: what
/// is accessed from now on, but other atomics, is of another segment.
void divideBehind(uint64_t address);

/// This thread enters a library at the site of that number, or is back there, or in none (0). What
/// was noted of libraries' checks is told of the one before.
void changeLibrary(uint32_t site);

/// The process gets further threads: the code notes nothing from here on.
void stopNoting();

/// For Runs: what is too short for a range goes to the bits of the pages. The context is the
/// thread.
void spillRun(void *thread, uint64_t key, const StridedRange &range);

/// One access, on any pages. Most find their page among those of the segment already.
inline void recordAccess(Site &site, bool store, uint64_t address, uint64_t bytes) {
  const auto from = static_cast<unsigned>(address % kPageBytes);
  Thread *thread = threadLocal.thread;
  if (thread && !threadLocal.depth && !thread->divides && bytes - 1 < kPageBytes - from) {
    uint32_t number = __atomic_load_n(&site.id, __ATOMIC_RELAXED);
    if (number >= kMostSites)
      number = toldNumber(number);
    Writing writing(*thread);
    if (writing && thread->runs.continues(Runs::keyOf(number, store), address, bytes))
      return;
    PageBits *bits = writing ? thread->segment.knownPage(number, store, address) : nullptr;
    if (bits) {
      bits->set(from, from + static_cast<unsigned>(bytes));
      return;
    }
  }
  recordAccesses(site, store, address, bytes, 0, 1);
}

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_ACCESSES_H
