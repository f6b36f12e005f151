//===- Runs.h - accesses of one site that follow each other -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops access memory in order. Accesses of a site that touch, or are as far
// apart as those before, are one range from the start, whatever their number:
// elements make rows, rows at equal distances make blocks, columns grow wider.
// What follows no order is left to the bits of the pages (Segment.h).
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_RUNS_H
#define FENCEPOST_RUNTIME_ACCESS_RUNS_H

#include "runtime/access/StridedRange.h"

#include <cstddef>
#include <cstdint>

namespace fencepost::runtime {

/// A range under way. Its stride may be negative; of a single access it is the length: the next one
/// is expected to touch it. No range while `count` is 0.
struct Run {
  int64_t start;
  int64_t bytes;
  int64_t stride;
  uint64_t count;
  int64_t next; // where an access of `bytes` would go on

  static Run of(int64_t start, int64_t bytes) { return {start, bytes, bytes, 1, start + bytes}; }
  static Run of(const StridedRange &range);

  bool isBlock() const { return stride == bytes; }

  bool continues(int64_t address, int64_t length) {
    if (address != next || length != bytes)
      return false;
    ++count;
    next += stride;
    return true;
  }
  /// Takes in one more access, or a range, if that makes a range. An empty one takes in any.
  bool extend(int64_t address, int64_t length);
  bool extend(const Run &other);
  StridedRange range() const;
};

class Runs {
public:
  struct Entry {
    uint64_t key; // site, then store or load; 0: not in use
    Run elements; // being accessed one by one
    Run rows;     // of what elements made, or loops told
    uint32_t lastClosed;
    uint16_t misses;
    bool scattered; // in no order: none of its accesses is in a run
  };
  struct Closed {
    uint64_t key;
    StridedRange range;
    uint32_t before; // of the same site and kind, index + 1
    bool tracked;    // all of it: for who writes it out
  };
  /// Takes what is too short to be kept as a range.
  using Spill = void (*)(void *context, uint64_t key, const StridedRange &range);

  static uint64_t keyOf(uint32_t site, bool store) { return uint64_t{site} << 1 | store; }

  /// An access that goes on as those before it. Else false, and `add` is for it, or where that
  /// says so the bits.
  bool continues(uint64_t key, uint64_t address, uint64_t bytes) {
    Entry &entry = entries_[key % kEntries];
    return entry.key == key &&
           entry.elements.continues(static_cast<int64_t>(address), static_cast<int64_t>(bytes));
  }

  /// Accesses `stride` >= `bytes` apart, or one. False when they are for the bits.
  bool add(uint64_t key, const StridedRange &range, Spill spill, void *context);

  /// True when `add` must not be called before all is written out.
  bool isFull() const { return closedCount_ + kSpare > kMostClosed; }

  /// Closes what is under way. The ranges, in the order of their keys; clear() follows.
  Closed *finish(std::size_t &count, Spill spill, void *context);
  bool empty() const { return usedCount_ == 0; }
  void clear();
  void releaseMemory();

private:
  static constexpr std::size_t kEntries = 512;
  static constexpr std::size_t kMostClosed = 8192;
  static constexpr std::size_t kSpare = 2 * kEntries + 4;

  void closeElements(Entry &entry, Spill spill, void *context);
  void closeRows(Entry &entry, Spill spill, void *context);
  void addRow(Entry &entry, const Run &row, Spill spill, void *context);
  Entry &enter(uint64_t key, Spill spill, void *context);

  struct Memory {
    Entry entries[kEntries];
    Closed closed[kMostClosed];
    uint16_t used[kEntries]; // indices of entries
  };

  Entry *entries_ = noEntries();
  Memory *memory_ = nullptr; // reserved: what is not touched costs nothing
  std::size_t usedCount_ = 0;
  std::size_t closedCount_ = 0;

  static Entry *noEntries();
  bool makeMemory();
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_RUNS_H
