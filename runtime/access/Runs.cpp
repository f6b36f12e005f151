//===- Runs.cpp - accesses of one site that follow each other -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Runs.h"

#include "runtime/base/Memory.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace fencepost::runtime {

namespace {

constexpr uint64_t kLeastCount = 4;  // of elements with gaps that are a range of their own
constexpr uint64_t kLeastBytes = 64; // of other ranges
constexpr uint16_t kMostMisses = 32; // short runs one after the other: there is no order
constexpr unsigned kLookedAt = 8;    // ranges of a site, for one that a new one is part of

} // namespace

Run Run::of(const StridedRange &range) {
  const auto bytes = static_cast<int64_t>(range.bytes);
  if (range.count == 1)
    return of(range.start, bytes);
  return {range.start, bytes, range.stride, range.count,
          range.start + range.stride * static_cast<int64_t>(range.count)};
}

StridedRange Run::range() const {
  const auto advance = stride * static_cast<int64_t>(count - 1);
  if (isBlock())
    return {start, static_cast<uint64_t>(advance + bytes), 0, 1};
  return {std::min(start, start + advance), static_cast<uint64_t>(bytes), std::abs(stride), count};
}

bool Run::extend(int64_t address, int64_t length) {
  if (!count) {
    *this = of(address, length);
    return true;
  }
  const int64_t end = address + length;
  if (!isBlock())
    return continues(address, length) || (address == next - stride && length == bytes);
  const int64_t low = start, high = next;
  if (address >= low && end <= high)
    return true;
  if (address <= high && end >= low) {
    *this = of(std::min(low, address), std::max(high, end) - std::min(low, address));
    return true;
  }
  if (count != 1 || length != bytes)
    return false;
  stride = address - start;
  count = 2;
  next = address + stride;
  return true;
}

bool Run::extend(const Run &other) {
  if (other.isBlock())
    return extend(other.start, other.next - other.start);
  if (!count) {
    *this = other;
    return true;
  }
  if (isBlock() || stride != other.stride)
    return false;
  if (bytes == other.bytes && other.start == next) {
    count += other.count;
    next = other.next;
    return true;
  }
  if (count != other.count)
    return false;
  if (start == other.start && bytes == other.bytes)
    return true;
  // A column beside a column.
  if (other.start != start + bytes || bytes + other.bytes > std::abs(stride))
    return false;
  bytes += other.bytes;
  if (bytes == std::abs(stride)) {
    const StridedRange all = range();
    *this = of(all.start, static_cast<int64_t>(all.bytes * all.count));
  }
  return true;
}

Runs::Entry *Runs::noEntries() {
  static Entry none[kEntries];
  return none;
}

bool Runs::makeMemory() {
  const int keptErrno = errno;
  auto *memory = static_cast<Memory *>(reserve(sizeof(Memory)));
  errno = keptErrno;
  if (!memory)
    return false;
  memory_ = memory;
  entries_ = memory->entries;
  return true;
}

/// Takes in a range beside or upon it if all that is one: blocks, or as many blocks at the same
/// distances, as those of a stencil's planes that overlap from row to row.
static bool join(StridedRange &known, const StridedRange &added) {
  if (known.count != added.count || (known.count > 1 && known.stride != added.stride))
    return false;
  const auto endOf = [](const StridedRange &range) {
    return range.start + static_cast<int64_t>(range.bytes);
  };
  if (added.start > endOf(known) || known.start > endOf(added))
    return false;
  const int64_t start = std::min(known.start, added.start);
  const int64_t bytes = std::max(endOf(known), endOf(added)) - start;
  if (known.count > 1 && bytes > known.stride)
    return false;
  known = {start, static_cast<uint64_t>(bytes), known.stride, known.count};
  if (known.count > 1 && bytes == known.stride)
    known = {start, known.bytes * known.count, 0, 1};
  return true;
}

void Runs::closeRows(Entry &entry, Spill spill, void *context) {
  if (!entry.rows.count)
    return;
  const StridedRange range = entry.rows.range();
  entry.rows.count = 0;
  if (range.bytes * range.count < kLeastBytes)
    return spill(context, entry.key, range);
  uint32_t before = entry.lastClosed;
  for (unsigned i = 0; before && i < kLookedAt; ++i) {
    if (join(memory_->closed[before - 1].range, range))
      return;
    before = memory_->closed[before - 1].before;
  }
  memory_->closed[closedCount_++] = {entry.key, range, entry.lastClosed, false};
  entry.lastClosed = static_cast<uint32_t>(closedCount_);
}

void Runs::addRow(Entry &entry, const Run &row, Spill spill, void *context) {
  if (entry.rows.extend(row))
    return;
  closeRows(entry, spill, context);
  entry.rows = row;
}

void Runs::closeElements(Entry &entry, Spill spill, void *context) {
  Run &run = entry.elements;
  if (!run.count)
    return;
  const StridedRange range = run.range();
  const bool isShort = range.count < kLeastCount && range.bytes < kLeastBytes;
  entry.misses = isShort ? static_cast<uint16_t>(entry.misses + 1) : uint16_t{0};
  entry.scattered |= entry.misses == kMostMisses;
  if (isShort && range.count > 1)
    spill(context, entry.key, range);
  else
    addRow(entry, Run::of(range), spill, context);
  run.count = 0;
  run.next = 0;
}

Runs::Entry &Runs::enter(uint64_t key, Spill spill, void *context) {
  Entry &entry = entries_[key % kEntries];
  if (entry.key == key)
    return entry;
  if (entry.key) {
    closeElements(entry, spill, context);
    closeRows(entry, spill, context);
  } else {
    memory_->used[usedCount_++] = static_cast<uint16_t>(key % kEntries);
  }
  entry = {};
  entry.key = key;
  return entry;
}

bool Runs::add(uint64_t key, const StridedRange &range, Spill spill, void *context) {
  if (!memory_ && !makeMemory())
    return false;
  Entry &entry = enter(key, spill, context);
  if (range.count > 1) {
    addRow(entry, Run::of(range), spill, context);
    return true;
  }
  const auto bytes = static_cast<int64_t>(range.bytes);
  if (entry.scattered && range.bytes < kLeastBytes)
    return false;
  if (!entry.elements.extend(range.start, bytes)) {
    closeElements(entry, spill, context);
    entry.elements = Run::of(range.start, bytes);
  }
  return true;
}

Runs::Closed *Runs::finish(std::size_t &count, Spill spill, void *context) {
  for (std::size_t i = 0; i < usedCount_; ++i) {
    Entry &entry = entries_[memory_->used[i]];
    closeElements(entry, spill, context);
    closeRows(entry, spill, context);
  }
  count = closedCount_;
  if (!count)
    return nullptr;
  Closed *closed = memory_->closed;
  std::sort(closed, closed + count, [](const Closed &a, const Closed &b) {
    return a.key != b.key ? a.key < b.key : a.range.start < b.range.start;
  });
  std::size_t kept = 1;
  for (std::size_t i = 1; i < count; ++i)
    if (closed[kept - 1].key != closed[i].key || !join(closed[kept - 1].range, closed[i].range))
      closed[kept++] = closed[i];
  count = kept;
  return closed;
}

void Runs::clear() {
  for (std::size_t i = 0; i < usedCount_; ++i)
    entries_[memory_->used[i]] = {};
  usedCount_ = 0;
  closedCount_ = 0;
}

void Runs::releaseMemory() {
  if (memory_)
    munmap(memory_, sizeof(Memory));
  *this = {};
}

} // namespace fencepost::runtime
