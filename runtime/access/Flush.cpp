//===- Flush.cpp - writes a segment's accesses to the journal -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Flush.h"

#include "runtime/access/RangeMerger.h"
#include "runtime/access/Tracked.h"
#include "runtime/path/Sites.h"
#include "runtime/process/Thread.h"

namespace fencepost::runtime {

void flushSegment(Thread &thread, uint64_t time) {
  Segment &segment = thread.segment;
  if (segment.empty())
    return;
  const std::size_t size = segment.size();
  Segment::Page *const *pages = segment.sorted();
  {
    TrackedFilter filter;
    for (std::size_t i = 0; i < size; ++i)
      filter.apply(pages[i]->address(), pages[i]->bits);
  }

  uint32_t site = 0;
  bool store = false;
  RangeMerger merger([&](const StridedRange &range) {
    RangePayload payload = {store ? uint64_t{2} : uint64_t{1}, static_cast<uint64_t>(range.start),
                            range.bytes, range.stride, range.count};
    thread.journal.append(RecordType::Range, siteInfo(site).accessContext, time, payload);
  });
  for (std::size_t i = 0; i < size; ++i) {
    const Segment::Page &page = *pages[i];
    if (page.site() != site || page.store() != store)
      merger.finish();
    site = page.site();
    store = page.store();
    const auto base = static_cast<int64_t>(page.address());
    page.bits.forEachRun([&](unsigned from, unsigned to) { merger.add(base + from, to - from); });
  }
  merger.finish();
  segment.clear();
}

} // namespace fencepost::runtime
