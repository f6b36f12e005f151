//===- Tracked.cpp - the memory whose accesses matter ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Tracked.h"

#include "runtime/access/Shadow.h"
#include "runtime/base/Lock.h"

#include <algorithm>

namespace fencepost::runtime {

namespace {

struct Interval {
  uint64_t start;
  uint64_t end;
};

struct Buffer {
  static constexpr unsigned kInline = 2;
  StridedRange few[kInline];
  StridedRange *many; // when there are more
  std::size_t count;  // 0: not in use
  int64_t start;
  int64_t end;

  const StridedRange *ranges() const { return many ? many : few; }
};

SpinLock lock;
Vector<Interval> windows;
Vector<Buffer> buffers;
Vector<BufferId> freeBuffers;

void addClipped(PageBits &mask, uint64_t page, uint64_t start, uint64_t end) {
  start = std::max(start, page);
  end = std::min(end, page + kPageBytes);
  if (start < end)
    mask.set(static_cast<unsigned>(start - page), static_cast<unsigned>(end - page));
}

void addRange(PageBits &mask, uint64_t page, const StridedRange &range) {
  const auto first = static_cast<int64_t>(page);
  const auto last = first + static_cast<int64_t>(kPageBytes);
  uint64_t i = 0;
  // The first block that ends after the page's start.
  if (range.count > 1 && first > range.start + static_cast<int64_t>(range.bytes))
    i = static_cast<uint64_t>((first - range.start - static_cast<int64_t>(range.bytes)) /
                              range.stride);
  for (; i < range.count; ++i) {
    const int64_t start = range.start + static_cast<int64_t>(i) * range.stride;
    if (start >= last)
      break;
    addClipped(mask, page, static_cast<uint64_t>(start),
               static_cast<uint64_t>(start) + range.bytes);
  }
}

} // namespace

void trackWindow(uint64_t base, uint64_t bytes) {
  if (!base || !bytes)
    return;
  Guard guard(lock);
  windows.push({base, base + bytes});
  markWindowPages(base >> kPageShift, (base + bytes - 1) >> kPageShift, true);
}

void untrackWindow(uint64_t base, uint64_t bytes) {
  if (!base || !bytes)
    return;
  Guard guard(lock);
  const uint64_t first = base >> kPageShift;
  const uint64_t last = (base + bytes - 1) >> kPageShift;
  for (std::size_t i = 0; i < windows.size(); ++i)
    if (windows[i].start == base && windows[i].end == base + bytes) {
      windows.removeUnordered(i);
      markWindowPages(first, last, false);
      break;
    }
  // Windows may overlap, or share a page.
  for (const Interval &other : windows) {
    const uint64_t from = std::max(first, other.start >> kPageShift);
    const uint64_t to = std::min(last, (other.end - 1) >> kPageShift);
    if (from <= to)
      markWindowPages(from, to, true);
  }
}

BufferId trackBuffer(const StridedRange *ranges, std::size_t count) {
  if (count == 0 || !pageShadow().mask)
    return kNoBuffer;
  Guard guard(lock);
  Buffer buffer = {};
  buffer.count = count;
  StridedRange *to = buffer.few;
  if (count > Buffer::kInline)
    to = buffer.many = static_cast<StridedRange *>(allocate(count * sizeof(StridedRange)));
  BufferId id = static_cast<BufferId>(buffers.size());
  if (!to || (freeBuffers.empty() && !buffers.push({})))
    return kNoBuffer;
  if (!freeBuffers.empty()) {
    id = freeBuffers.back();
    freeBuffers.pop();
  }
  buffer.start = INT64_MAX;
  for (std::size_t i = 0; i < count; ++i) {
    to[i] = ranges[i];
    buffer.start = std::min(buffer.start, ranges[i].start);
    buffer.end = std::max(buffer.end, ranges[i].end());
    countBufferPages(ranges[i], true);
  }
  buffers[id] = buffer;
  return id;
}

void untrackBuffer(BufferId id) {
  if (id == kNoBuffer)
    return;
  Guard guard(lock);
  Buffer &buffer = buffers[id];
  for (std::size_t i = 0; i < buffer.count; ++i)
    countBufferPages(buffer.ranges()[i], false);
  release(buffer.many, buffer.count * sizeof(StridedRange));
  buffer = {};
  freeBuffers.push(id);
}

TrackedFilter::TrackedFilter() { lock.lock(); }
TrackedFilter::~TrackedFilter() { lock.unlock(); }

void TrackedFilter::apply(uint64_t page, PageBits &bits) const {
  PageBits mask = {};
  const uint64_t end = page + kPageBytes;
  for (const Interval &window : windows) {
    if (window.start <= page && window.end >= end)
      return;
    addClipped(mask, page, window.start, window.end);
  }
  // Not by the page's mark: the operation may be complete by now.
  for (const Buffer &buffer : buffers) {
    if (!buffer.count || buffer.end <= static_cast<int64_t>(page) ||
        buffer.start >= static_cast<int64_t>(end))
      continue;
    for (std::size_t i = 0; i < buffer.count; ++i)
      addRange(mask, page, buffer.ranges()[i]);
  }
  bits.keepOnly(mask);
}

} // namespace fencepost::runtime
