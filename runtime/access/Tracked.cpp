//===- Tracked.cpp - the memory whose accesses matter ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Tracked.h"

#include "model/Abi.h"
#include "runtime/access/Kept.h"
#include "runtime/access/Shadow.h"
#include "runtime/base/Lock.h"

#include <algorithm>

namespace fencepost::runtime {

namespace {

/// Window memory, or what releases have left of it: several pieces then, or an empty one.
struct Interval {
  uint64_t start;
  uint64_t end;
  uint64_t base; // of the window
  uint64_t bytes;
  uint32_t number; // of the window
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
uint32_t nextWindow;
Vector<Buffer> buffers;
Vector<BufferId> freeBuffers;
KeptIntervals kept;

void markPages(uint64_t start, uint64_t end, bool set) {
  if (start < end)
    markWindowPages((start - (kCheckedBytes - 1)) >> kPageShift, (end - 1) >> kPageShift, set);
}

/// Marks the pages of [start, end) that are others' too: windows may overlap, or share a page.
void markAgain(uint64_t start, uint64_t end) {
  const uint64_t from = (start - (kCheckedBytes - 1)) >> kPageShift << kPageShift;
  const uint64_t to =
      ((end + kPageBytes - 1) >> kPageShift << kPageShift) + kCheckedBytes - 1;
  for (const Interval &window : windows)
    markPages(std::max(from, window.start), std::min(to, window.end), true);
  kept.visit(from, to, [&](uint64_t first, uint64_t last) {
    markPages(std::max(from, first), std::min(to, last), true);
  });
}

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

bool setRanges(Buffer &buffer, const StridedRange *ranges, std::size_t count) {
  StridedRange *to = buffer.few;
  if (count > Buffer::kInline)
    to = buffer.many = static_cast<StridedRange *>(allocate(count * sizeof(StridedRange)));
  if (!to)
    return false;
  buffer.count = count;
  buffer.start = INT64_MAX;
  buffer.end = INT64_MIN;
  for (std::size_t i = 0; i < count; ++i) {
    to[i] = ranges[i];
    buffer.start = std::min(buffer.start, ranges[i].start);
    buffer.end = std::max(buffer.end, ranges[i].end());
    countBufferPages(ranges[i], true);
  }
  return true;
}

void clearRanges(Buffer &buffer) {
  for (std::size_t i = 0; i < buffer.count; ++i)
    countBufferPages(buffer.ranges()[i], false);
  release(buffer.many, buffer.count * sizeof(StridedRange));
  buffer = {};
}

/// Adds what of the range is outside of [from, to). False when it is all of it.
bool cut(const StridedRange &range, int64_t from, int64_t to, Vector<StridedRange> &rest) {
  const auto bytes = static_cast<int64_t>(range.bytes), stride = range.stride;
  const auto count = static_cast<int64_t>(range.count);
  // The blocks [first, end) overlap it.
  const auto blocksBefore = [&](int64_t distance) { // whose begin is less than that from the start
    if (distance <= 0)
      return int64_t{0};
    return stride ? std::min(count, (distance + stride - 1) / stride) : count;
  };
  const int64_t first = blocksBefore(from - range.start - bytes + 1);
  const int64_t end = blocksBefore(to - range.start);
  if (first >= end) {
    rest.push(range);
    return false;
  }
  const auto add = [&](int64_t start, int64_t length, int64_t blocks) {
    if (length > 0 && blocks > 0)
      rest.push({start, static_cast<uint64_t>(length), blocks > 1 ? stride : 0,
                 static_cast<uint64_t>(blocks)});
  };
  const int64_t firstStart = range.start + first * stride;
  const int64_t lastEnd = range.start + (end - 1) * stride + bytes;
  add(range.start, bytes, first);
  add(firstStart, from - firstStart, 1);
  add(to, lastEnd - to, 1);
  add(range.start + end * stride, bytes, count - end);
  return true;
}

bool cutBuffers(int64_t from, int64_t to) {
  bool found = false;
  for (std::size_t id = 0; id < buffers.size(); ++id) {
    Buffer &buffer = buffers[id];
    if (!buffer.count || buffer.end <= from || buffer.start >= to)
      continue;
    LocalVector<StridedRange> rest;
    bool touched = false;
    for (std::size_t i = 0; i < buffer.count; ++i)
      touched |= cut(buffer.ranges()[i], from, to, rest);
    if (!touched)
      continue;
    found = true;
    clearRanges(buffer);
    if (!rest.empty())
      setRanges(buffer, rest.data(), rest.size());
  }
  return found;
}

/// Another thread's access to a buffer may come at any time: how it is ordered is not known before
/// the end of the run.
void keep(const Buffer &buffer) {
  const auto start = static_cast<uint64_t>(buffer.start), end = static_cast<uint64_t>(buffer.end);
  if (kept.add(start, end))
    markAgain(start, end);
}

bool cutKept(uint64_t from, uint64_t to) {
  if (!kept.cut(from, to))
    return false;
  markPages(from, to, false);
  markAgain(from, to);
  return true;
}

bool cutWindows(uint64_t from, uint64_t to) {
  bool found = false;
  for (std::size_t i = windows.size(); i-- > 0;) {
    const Interval window = windows[i];
    // Nothing is left of one that was released before.
    if (window.start == window.end || window.end <= from || window.start >= to)
      continue;
    found = true;
    windows[i].end = std::max(window.start, from);
    if (window.end > to) {
      Interval right = window;
      right.start = to;
      windows.push(right);
    }
    markPages(std::max(window.start, from), std::min(window.end, to), false);
    markAgain(std::max(window.start, from), std::min(window.end, to));
  }
  return found;
}

} // namespace

void trackWindow(uint64_t base, uint64_t bytes) {
  // Also where no instrumented code has asked for the shadow yet: it may be loaded later.
  if (!base || !bytes || !pageShadow().mask)
    return;
  Guard guard(lock);
  windows.push({base, base + bytes, base, bytes, nextWindow++});
  markPages(base, base + bytes, true);
}

void untrackWindow(uint64_t base, uint64_t bytes) {
  if (!base || !bytes)
    return;
  Guard guard(lock);
  const Interval *oldest = nullptr;
  for (const Interval &window : windows)
    if (window.base == base && window.bytes == bytes && (!oldest || window.number < oldest->number))
      oldest = &window;
  if (!oldest)
    return;
  const uint32_t number = oldest->number;
  for (std::size_t i = windows.size(); i-- > 0;)
    if (windows[i].number == number) {
      markPages(windows[i].start, windows[i].end, false);
      windows.removeUnordered(i);
    }
  markAgain(base, base + bytes);
}

BufferId trackBuffer(const StridedRange *ranges, std::size_t count) {
  if (count == 0 || !pageShadow().mask)
    return kNoBuffer;
  Guard guard(lock);
  BufferId id = static_cast<BufferId>(buffers.size());
  if (freeBuffers.empty() && !buffers.push({}))
    return kNoBuffer;
  if (!freeBuffers.empty()) {
    id = freeBuffers.back();
    freeBuffers.pop();
  }
  if (!setRanges(buffers[id], ranges, count)) {
    freeBuffers.push(id);
    return kNoBuffer;
  }
  return id;
}

void untrackBuffer(BufferId id) {
  if (id == kNoBuffer)
    return;
  Guard guard(lock);
  if (__atomic_load_n(&__fencepost_threaded, __ATOMIC_RELAXED) && buffers[id].count)
    keep(buffers[id]);
  clearRanges(buffers[id]);
  freeBuffers.push(id);
}

MemoryRange windowMemory(uint64_t address, uint64_t most) {
  MemoryRange all = {UINT64_MAX, 0}, own = {};
  Guard guard(lock);
  for (const Interval &window : windows) {
    if (window.start == window.end)
      continue;
    all = {std::min(all.start, window.start), std::max(all.end, window.end)};
    if (window.start <= address && address < window.end)
      own = {window.start, window.end};
  }
  return own.end && all.end - all.start <= most ? all : own;
}

bool untrackReleased(uint64_t start, uint64_t end) {
  if (start >= end)
    return false;
  Guard guard(lock);
  const bool window = cutWindows(start, end);
  const bool keptToo = cutKept(start, end);
  return cutBuffers(static_cast<int64_t>(start), static_cast<int64_t>(end)) || window || keptToo;
}

TrackedFilter::TrackedFilter() { lock.lock(); }
TrackedFilter::~TrackedFilter() { lock.unlock(); }

bool TrackedFilter::covers(uint64_t start, uint64_t end) const {
  return std::any_of(windows.begin(), windows.end(), [&](const Interval &window) {
    return window.start <= start && end <= window.end;
  });
}

void TrackedFilter::apply(uint64_t page, PageBits &bits) const {
  PageBits mask = {};
  const uint64_t end = page + kPageBytes;
  for (const Interval &window : windows) {
    if (window.start <= page && window.end >= end)
      return;
    addClipped(mask, page, window.start, window.end);
  }
  kept.visit(page, end, [&](uint64_t first, uint64_t last) { addClipped(mask, page, first, last); });
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
