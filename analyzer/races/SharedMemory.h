//===- SharedMemory.h - shared windows in a rank's address space ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_SHARED_MEMORY_H
#define FENCEPOST_ANALYZER_RACES_SHARED_MEMORY_H

#include "analyzer/races/Strided.h"
#include "analyzer/trace/Reader.h"

#include <cstdint>
#include <vector>

namespace fencepost::analyzer::races {

/// Memory of a window: the rank's own or, of a shared one, another one's.
struct SharedPart {
  uint32_t window;
  uint32_t owner; // in the window's communicator; kNone: the rank itself
  uint64_t begin, end;
  uint64_t from, until; // ticks
};

class SharedMemory {
public:
  /// Of shared windows.
  static SharedMemory shared(const Trace &trace, uint32_t rank);
  /// The rank's own of other windows whose memory model is the separate one; not what is attached.
  static SharedMemory separate(const Trace &trace, uint32_t rank);

  bool empty() const { return parts_.empty(); }
  const std::vector<SharedPart> &parts() const { return parts_; }
  /// A window whose memory is among these bytes at that time; kNone: none's.
  uint32_t windowOf(const Strided &bytes, uint64_t time) const;
  uint32_t windowAt(uint64_t address, uint64_t time) const {
    return windowOf({address, 1, 0, 1}, time);
  }
  /// That which the address is in at that time; null: none.
  const SharedPart *partAt(uint64_t address, uint64_t time) const {
    return partOf({address, 1, 0, 1}, time);
  }

private:
  const SharedPart *partOf(const Strided &bytes, uint64_t time) const;

  std::vector<SharedPart> parts_;
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_SHARED_MEMORY_H
