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
#include "runtime/threads/SharedObjects.h"
#include "runtime/threads/Sync.h"

#include <algorithm>
#include <utility>

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

/// The page's bytes of the site in this segment: of a new one when that is full.
PageBits *pageOf(Thread &thread, uint32_t site, bool store, uint64_t address) {
  PageBits *bits = thread.segment.page(site, store, address);
  if (!bits) {
    flushPages(thread, now());
    bits = thread.segment.page(site, store, address);
  }
  return bits;
}

void addAccess(Thread &thread, uint32_t site, bool store, uint64_t address, uint64_t bytes) {
  while (bytes) {
    const auto from = static_cast<unsigned>(address % kPageBytes);
    const auto part = static_cast<unsigned>(std::min<uint64_t>(kPageBytes - from, bytes));
    if (pageMarks(address)) {
      if (options().access == Access::every)
        writeAccess(thread, site, store, address, part);
      else if (PageBits *bits = pageOf(thread, site, store, address))
        bits->set(from, from + part);
    }
    address += part;
    bytes -= part;
  }
}

/// Accesses with gaps between them, in ascending order, a page at a time.
void addStrided(Thread &thread, uint32_t site, bool store, uint64_t address, uint64_t bytes,
                uint64_t stride, uint64_t count) {
  while (count) {
    const uint64_t from = address % kPageBytes;
    if (from + bytes > kPageBytes) { // over the end of a page
      addAccess(thread, site, store, address, bytes);
      address += stride;
      --count;
      continue;
    }
    const uint64_t here = std::min(count, (kPageBytes - bytes - from) / stride + 1);
    PageBits *bits = pageMarks(address) ? pageOf(thread, site, store, address) : nullptr;
    if (bits)
      for (uint64_t i = 0; i < here; ++i) {
        const auto at = static_cast<unsigned>(from + i * stride);
        bits->set(at, at + static_cast<unsigned>(bytes));
      }
    address += here * stride;
    count -= here;
  }
}

/// Ascending. Pages that do not matter are passed by.
void addToPages(Thread &thread, uint32_t site, bool store, const StridedRange &range) {
  const auto address = static_cast<uint64_t>(range.start);
  if (range.count == 1)
    addAccess(thread, site, store, address, range.bytes);
  else
    addStrided(thread, site, store, address, range.bytes, static_cast<uint64_t>(range.stride),
               range.count);
}

/// Ascending, and one range unless it leaves something out. The runs must not be full.
void addRange(Thread &thread, uint64_t key, const StridedRange &range) {
  // Between the ends there may be pages that do not matter, as the range may be of two windows.
  if (!pageMarks(static_cast<uint64_t>(range.start)) ||
      !pageMarks(static_cast<uint64_t>(range.end() - 1)) ||
      !thread.runs.add(key, range, spillRun, &thread))
    spillRun(&thread, key, range);
}

/// For CheckedPlaces and FollowedRanges.
void tellRange(void *context, uint64_t key, const StridedRange &range, bool scattered) {
  Thread &thread = *static_cast<Thread *>(context);
  if (scattered || thread.runs.isFull())
    spillRun(&thread, key, range);
  else
    addRange(thread, key, range);
}

/// Whose accesses the code of the program notes: the only thread of a process.
Thread *noting;

/// What the check stands for, with the numbers of its sites.
bool resolve(const Check &check, Thread &thread, Vector<ToldAccess> &told) {
  for (const ListedAccess *list = check.list;; ++list) {
    const uint32_t number = siteNumber(check.sites[list->site], &thread);
    if (!number || !told.push({Runs::keyOf(number, list->access & kListedStore), list->offset,
                               list->access & kListedBytes}))
      return false;
    if (list->access & kLastListed)
      return true;
  }
}

/// Whether that holds of one of its accesses' ids.
template <typename Holds> bool isAny(const Check &check, Holds holds) {
  for (const ListedAccess *list = check.list;; ++list) {
    if (holds(__atomic_load_n(&check.sites[list->site].id, __ATOMIC_RELAXED)))
      return true;
    if (list->access & kLastListed)
      return false;
  }
}

/// After so many, checks of libraries note nothing: the program calls them in turn.
constexpr uint32_t kMostChanges = 64;

} // namespace

bool noteChecked(Check &check, unsigned shift, uint64_t address) {
  Thread *thread = threadLocal.thread;
  if (!thread || threadLocal.depth || __atomic_load_n(&__fencepost_threaded, __ATOMIC_RELAXED) ||
      thread->divides || !thread->checked.isDue(check))
    return false;
  Writing writing(*thread);
  if (!writing || options().access == Access::every)
    return false;
  const bool ofLibrary = threadLocal.library && isAny(check, isOfLibrary);
  if (ofLibrary && thread->librariesChanged > kMostChanges)
    return false;
  if (isAny(check, isAtomicStore) && isShared(address)) // each divides
    return false;
  noting = thread;
  const auto append = [&](Vector<ToldAccess> &told) {
    return resolve(check, *thread, told);
  };
  if (!thread->checked.activate(check, shift, address, append))
    return false;
  if (ofLibrary)
    thread->notedFor = threadLocal.library;
  if (thread->checked.add(check, address))
    return true;
  if (thread->checked.isFull())
    tellNoted(*thread, now());
  return false;
}

void tellNoted(Thread &thread, uint64_t time) {
  thread.checked.tell({tellRange, writePlaces, &thread, time});
  thread.followed.tell(tellRange, &thread);
}

void divideBehind(uint64_t address) {
  constexpr uint32_t kMostDivided = 1 << 14; // in a thread: a loop may do nothing else
  Thread *thread = threadLocal.thread;
  if (!thread || threadLocal.depth || thread->divides || thread->divided == kMostDivided)
    return;
  Writing writing(*thread);
  if (!writing)
    return;
  ++thread->divided;
  thread->divides = address;
  if (!thread->checked.empty() || !thread->followed.empty())
    tellNoted(*thread, now());
}

void changeLibrary(uint32_t site) {
  Thread *thread = threadLocal.thread;
  if (thread && site && thread->notedFor && thread->notedFor != site) {
    Writing writing(*thread);
    if (writing) {
      tellNoted(*thread, now());
      ++thread->librariesChanged;
    }
    thread->notedFor = 0;
  }
  threadLocal.library = site;
}

void stopNoting() {
  if (!noting)
    return;
  noting->checked.stop();
  noting->followed.stop();
}

void recordAccesses(Site &site, bool store, uint64_t address, uint64_t bytes, int64_t stride,
                    uint64_t count) {
  // Outside of an MPI run, and inside of a call-back from the MPI library.
  if (!process.recording.load(std::memory_order_relaxed) || threadLocal.depth)
    return;
  Thread &thread = currentThread();
  if (thread.divides && !isAtomic(__atomic_load_n(&site.id, __ATOMIC_RELAXED)))
    release(ThreadSync::AtomicRelease, std::exchange(thread.divides, 0));
  Writing writing(thread);
  if (!writing)
    return;
  const uint32_t number = siteNumber(site, &thread);
  if (!number)
    return;
  if (options().access == Access::every) {
    for (uint64_t i = 0; i < count; ++i)
      addAccess(thread, number, store,
                address + static_cast<uint64_t>(stride * static_cast<int64_t>(i)), bytes);
    return;
  }
  if (!count || !bytes)
    return;
  if (stride < 0) {
    address += static_cast<uint64_t>(stride * static_cast<int64_t>(count - 1));
    stride = -stride;
  }
  StridedRange range = {static_cast<int64_t>(address), bytes, stride, count};
  if (count == 1 || static_cast<uint64_t>(stride) <= bytes)
    range = {range.start, bytes + static_cast<uint64_t>(stride) * (count - 1), 0, 1};
  if (thread.runs.isFull())
    flushSegment(thread, now());
  const uint64_t key = Runs::keyOf(number, store);
  if (number == site.id && !__atomic_load_n(&__fencepost_threaded, __ATOMIC_RELAXED)) {
    noting = &thread;
    if (thread.followed.take(site, key, range, tellRange, &thread))
      return;
  }
  addRange(thread, key, range);
}

/// Makes the stride positive.
static void turnForward(Stride &stride, uint64_t &address) {
  if (stride.bytes >= 0)
    return;
  address += static_cast<uint64_t>(stride.bytes * static_cast<int64_t>(stride.count - 1));
  stride.bytes = -stride.bytes;
}

void recordNest(Site &site, bool store, uint64_t address, uint64_t bytes, Stride inner,
                Stride outer) {
  if (!bytes || !inner.count || !outer.count)
    return;
  turnForward(inner, address);
  turnForward(outer, address);
  if (outer.count == 1 || (outer.bytes < inner.bytes && inner.count > 1))
    std::swap(inner, outer);
  // Neighbours of the inner stride leave nothing out, or those of the outer one go on with it.
  if (inner.count == 1 || static_cast<uint64_t>(inner.bytes) <= bytes) {
    bytes += static_cast<uint64_t>(inner.bytes) * (inner.count - 1);
    inner = std::exchange(outer, {0, 1});
  } else if (outer.bytes % inner.bytes == 0 &&
             static_cast<uint64_t>(outer.bytes / inner.bytes) <= inner.count) {
    inner.count += static_cast<uint64_t>(outer.bytes / inner.bytes) * (outer.count - 1);
    outer.count = 1;
  }
  for (uint64_t i = 0; i < outer.count; ++i)
    recordAccesses(site, store, address + static_cast<uint64_t>(outer.bytes) * i, bytes,
                   inner.bytes, inner.count);
}

void spillRun(void *thread, uint64_t key, const StridedRange &range) {
  addToPages(*static_cast<Thread *>(thread), static_cast<uint32_t>(key >> 1), key & 1, range);
}

} // namespace fencepost::runtime
