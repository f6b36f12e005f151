//===- Tracked.h - the memory whose accesses matter -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Window memory, and the buffers of operations in flight. The shadow says it by
// page; this says it by byte, so that neighbours on a page stay out of the trace.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_TRACKED_H
#define FENCEPOST_RUNTIME_ACCESS_TRACKED_H

#include "runtime/access/PageBits.h"
#include "runtime/access/StridedRange.h"
#include "runtime/base/Vector.h"

namespace fencepost::runtime {

/// Window memory of this process, from a window's creation (or an attach) to its end.
void trackWindow(uint64_t base, uint64_t bytes);
void untrackWindow(uint64_t base, uint64_t bytes);

/// A buffer of an operation from its start to its local completion; in a process with several
/// threads until it is released.
using BufferId = uint32_t;
inline constexpr BufferId kNoBuffer = UINT32_MAX;
BufferId trackBuffer(const StridedRange *ranges, std::size_t count);
void untrackBuffer(BufferId buffer);

struct MemoryRange {
  uint64_t start;
  uint64_t end;
};

/// All window memory and what is between it, if that is no more than `most` bytes and the address
/// is in it; else the window of the address; else nothing.
MemoryRange windowMemory(uint64_t address, uint64_t most);

/// Takes [start, end) out of the windows and buffers: whoever is given that memory next has nothing
/// to do with them. False when it is in none.
bool untrackReleased(uint64_t start, uint64_t end);

/// Removes from the bits of the page at `address` the bytes that do not matter. Called for many
/// pages while holding the tables' lock.
class TrackedFilter {
public:
  TrackedFilter();
  ~TrackedFilter();
  TrackedFilter(const TrackedFilter &) = delete;
  TrackedFilter &operator=(const TrackedFilter &) = delete;
  void apply(uint64_t address, PageBits &bits) const;
  /// Whether all of [start, end) is in one window.
  bool covers(uint64_t start, uint64_t end) const;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_TRACKED_H
