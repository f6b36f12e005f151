//===- AtomicOrder.h - whose atomics an atomic operation has seen ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RMA-RULES 3, atomics used as synchronization: an operation that returns a value
// has seen the write that left it there. A write that returned a value itself, or
// added to what it found, passes on what it had seen (as a release sequence of C++
// does); one that only replaces does not.
//
// The order of the writes on a location is not recorded. It cannot have seen one
// that began after it was complete, nor one that left another value, nor one that
// another write surely came after. What remains it may have seen, and then it has:
// a correct lock, counter or flag made of atomics is never accused.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_ATOMIC_ORDER_H
#define FENCEPOST_ANALYZER_RACES_ATOMIC_ORDER_H

#include "analyzer/trace/Event.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fencepost::analyzer::races {

/// What one operation does to one location.
struct AtomicOp {
  static constexpr uint64_t kNever = UINT64_MAX;

  uint64_t enter = 0;
  uint64_t seen = kNever; // time at which the value it found had come back; kNever: none did
  uint64_t done = kNever; // time at which it was over at the target, at the latest
  bool writes = false;    // if it may
  bool surely = false;    // and does, in any case
  bool replaces = false;  // without looking at what was there
  std::optional<uint64_t> found, left; // values, where known
  std::optional<int64_t> added;        // of a sum of integers
};

/// From what is recorded; `bytes`: of the element.
AtomicOp describeAtomic(EventKind kind, std::string_view op, std::string_view type, uint64_t bytes,
                        const AtomicValues &values);

/// Writes that were seen, by their number among those of the location: all before `prefix`, and
/// some others.
struct Seen {
  uint32_t prefix = 0;
  std::vector<uint32_t> others;
};

/// `ops`: all on one location, by `enter`. Answers for each, in the same order; writes are numbered
/// in that order. `alone`: nothing but atomic operations writes there.
std::vector<Seen> whatWasSeen(const std::vector<AtomicOp> &ops, bool alone);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_ATOMIC_ORDER_H
