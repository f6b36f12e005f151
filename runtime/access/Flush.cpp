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

/// Writes ranges, several of one site and kind as one record.
class Writer {
public:
  Writer(Thread &thread, uint64_t time) : thread_(thread), time_(time) {}

  void write(uint32_t site, bool store, const StridedRange &range) {
    const uint64_t kind = store ? 2 : 1;
    if (count_ == kMost || site != site_ || kind != first_.kind || !goesOn(range)) {
      finish();
      site_ = site;
      first_ = {kind, static_cast<uint64_t>(range.start), range.bytes, range.stride, range.count};
      last_ = range.start;
    }
    entries_[count_++] = {static_cast<uint32_t>(range.start - last_),
                          static_cast<uint32_t>(range.bytes), static_cast<uint32_t>(range.stride),
                          static_cast<uint32_t>(range.count)};
    last_ = range.start;
  }

  void finish() {
    const uint32_t context = count_ ? siteInfo(site_).accessContext : kNoId;
    if (count_ == 1)
      thread_.journal.append(RecordType::Range, context, time_, first_);
    else if (count_)
      thread_.journal.appendData(RecordType::Ranges, context, time_,
                                 RangesPayload{first_.kind, first_.address}, entries_,
                                 count_ * sizeof(RangeEntry));
    count_ = 0;
  }

private:
  static constexpr unsigned kMost = 64;

  /// Whether an entry can say what the range, and the first one, are.
  bool goesOn(const StridedRange &range) const {
    const auto isSmall = [](auto... values) {
      return ((static_cast<uint64_t>(values) <= UINT32_MAX) && ...);
    };
    return count_ && isSmall(range.start - last_, range.bytes, range.stride, range.count) &&
           isSmall(first_.bytes, first_.stride, first_.count);
  }

  Thread &thread_;
  uint64_t time_;
  uint32_t site_ = 0;
  RangePayload first_ = {};
  int64_t last_ = 0; // where the one before it starts
  unsigned count_ = 0;
  RangeEntry entries_[kMost];
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

  Writer writer(thread, time);
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
  writer.finish();
  segment.clear();
}

} // namespace

bool writePlaces(void *context, uint64_t time, uint64_t key, const PlaceBits &places) {
  if (!TrackedFilter().covers(places.begin, places.end))
    return false;
  Thread &thread = *static_cast<Thread *>(context);
  const PlacesPayload payload = {key & 1 ? uint64_t{2} : uint64_t{1}, places.address,
                                 places.distance, places.bytes};
  thread.journal.appendData(RecordType::Places,
                            siteInfo(static_cast<uint32_t>(key >> 1)).accessContext, time, payload,
                            places.words, places.count * sizeof(uint64_t));
  return true;
}

void flushPages(Thread &thread, uint64_t time) { flush(thread, time, nullptr, 0); }

void flushSegment(Thread &thread, uint64_t time) {
  if (!thread.hasAccesses())
    return;
  tellNoted(thread, time);
  Runs::Closed *runs = nullptr;
  const std::size_t count = thread.runs.empty() ? 0 : finishRuns(thread, runs);
  flush(thread, time, runs, count);
  thread.runs.clear();
}

} // namespace fencepost::runtime
