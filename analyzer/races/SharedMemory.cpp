//===- SharedMemory.cpp - shared windows in a rank's address space --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/SharedMemory.h"

#include "analyzer/races/WindowParts.h"

#include <algorithm>

namespace fencepost::analyzer::races {

namespace {

SharedPart asPart(const WindowPart &part) {
  return {part.window, kNone, part.base, part.base + part.size, part.from, part.until};
}

} // namespace

SharedMemory SharedMemory::shared(const Trace &trace, uint32_t rank) {
  SharedMemory memory;
  for (const LocationTrace &location : trace.locations) {
    if (location.rank != rank)
      continue;
    for (const WindowPart &part : location.windows)
      if (part.flavor == kShared)
        memory.parts_.push_back(asPart(part));
    for (const MappedSegment &segment : location.mapped)
      memory.parts_.push_back({segment.window, segment.rank, segment.address,
                               segment.address + segment.bytes, segment.from, segment.until});
  }
  return memory;
}

SharedMemory SharedMemory::separate(const Trace &trace, uint32_t rank) {
  SharedMemory memory;
  for (const LocationTrace &location : trace.locations)
    if (location.rank == rank)
      for (const WindowPart &part : location.windows)
        if (part.model == kSeparate && part.flavor != kShared && part.flavor != kDynamic)
          // Whatever thread stores there, before the window's creation or not, is told by clocks.
          memory.parts_.push_back(
              {part.window, kNone, part.base, part.base + part.size, 0, UINT64_MAX});
  return memory;
}

const SharedPart *SharedMemory::partOf(const Strided &bytes, uint64_t time) const {
  auto part = std::find_if(parts_.begin(), parts_.end(), [&](const SharedPart &candidate) {
    return candidate.begin < candidate.end && time >= candidate.from && time < candidate.until &&
           overlap(bytes, {candidate.begin, candidate.end - candidate.begin, 0, 1});
  });
  return part == parts_.end() ? nullptr : &*part;
}

uint32_t SharedMemory::windowOf(const Strided &bytes, uint64_t time) const {
  const SharedPart *part = partOf(bytes, time);
  return part ? part->window : kNone;
}

} // namespace fencepost::analyzer::races
