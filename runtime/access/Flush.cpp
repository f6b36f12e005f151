//===- Flush.cpp - writes a segment's accesses to the journal -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Flush.h"

#include "runtime/access/Accesses.h"
#include "runtime/access/RangeMerger.h"
#include "runtime/access/Tracked.h"
#include "runtime/path/Sites.h"
#include "runtime/process/Thread.h"

namespace fencepost::runtime {

namespace {

/// Writes ranges of one site and kind.
struct Writer {
  Thread &thread;
  uint64_t time;

  void write(uint32_t site, bool store, const StridedRange &range) {
    RangePayload payload = {store ? uint64_t{2} : uint64_t{1}, static_cast<uint64_t>(range.start),
                            range.bytes, range.stride, range.count};
    thread.journal.append(RecordType::Range, siteInfo(site).accessContext, time, payload);
  }
};

/// Runs of tracked memory stay; what is not all tracked goes to the bits, which are filtered.
std::size_t finishRuns(Thread &thread, Runs::Closed *&runs) {
  std::size_t count = 0;
  runs = thread.runs.finish(count, spillRun, &thread);
  {
    TrackedFilter filter;
    for (std::size_t i = 0; i < count; ++i)
      runs[i].tracked = filter.covers(static_cast<uint64_t>(runs[i].range.start),
                                      static_cast<uint64_t>(runs[i].range.end()));
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (runs[i].tracked)
      runs[kept++] = runs[i];
    else
      spillRun(&thread, runs[i].key, runs[i].range);
  return kept;
}

/// In the order of sites, loads before stores.
void flush(Thread &thread, uint64_t time, const Runs::Closed *runs, std::size_t runCount) {
  Segment &segment = thread.segment;
  const std::size_t size = segment.size();
  Segment::Page *const *pages = size ? segment.sorted() : nullptr;
  {
    TrackedFilter filter;
    for (std::size_t i = 0; i < size; ++i)
      filter.apply(pages[i]->address(), pages[i]->bits);
  }

  Writer writer = {thread, time};
  const Runs::Closed *run = runs, *const end = runs + runCount;
  const auto writeRuns = [&](uint64_t before) {
    for (; run != end && run->key < before; ++run)
      writer.write(static_cast<uint32_t>(run->key >> 1), run->key & 1, run->range);
  };
  uint64_t key = 0;
  RangeMerger merger([&](const StridedRange &range) {
    writer.write(static_cast<uint32_t>(key >> 1), key & 1, range);
  });
  for (std::size_t i = 0; i < size; ++i) {
    const Segment::Page &page = *pages[i];
    const uint64_t pageKey = Runs::keyOf(page.site(), page.store());
    if (pageKey != key) {
      merger.finish();
      writeRuns(pageKey);
    }
    key = pageKey;
    const auto base = static_cast<int64_t>(page.address());
    page.bits.forEachRun([&](unsigned from, unsigned to) { merger.add(base + from, to - from); });
  }
  merger.finish();
  writeRuns(UINT64_MAX);
  segment.clear();
}

} // namespace

void flushPages(Thread &thread, uint64_t time) { flush(thread, time, nullptr, 0); }

void flushSegment(Thread &thread, uint64_t time) {
  if (!thread.hasAccesses())
    return;
  tellNoted(thread);
  Runs::Closed *runs = nullptr;
  const std::size_t count = thread.runs.empty() ? 0 : finishRuns(thread, runs);
  flush(thread, time, runs, count);
  thread.runs.clear();
}

} // namespace fencepost::runtime
