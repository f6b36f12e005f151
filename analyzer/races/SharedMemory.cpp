//===- SharedMemory.cpp - shared windows in a rank's address space --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/SharedMemory.h"

#include <algorithm>

namespace fencepost::analyzer::races {

namespace {

constexpr uint32_t kShared = 4; // docs/trace-format.md, fencepost::flavor

} // namespace

SharedMemory::SharedMemory(const Trace &trace, uint32_t rank) {
  for (const LocationTrace &location : trace.locations) {
    if (location.rank != rank)
      continue;
    for (const WindowPart &part : location.windows)
      if (part.flavor == kShared)
        parts_.push_back({part.window, part.base, part.base + part.size, part.from, part.until});
    for (const MappedSegment &segment : location.mapped)
      parts_.push_back({segment.window, segment.address, segment.address + segment.bytes,
                        segment.from, segment.until});
  }
}

uint32_t SharedMemory::windowAt(uint64_t address, uint64_t time) const {
  auto part = std::find_if(parts_.begin(), parts_.end(), [&](const SharedPart &candidate) {
    return address >= candidate.begin && address < candidate.end && time >= candidate.from &&
           time < candidate.until;
  });
  return part == parts_.end() ? kNone : part->window;
}

} // namespace fencepost::analyzer::races
