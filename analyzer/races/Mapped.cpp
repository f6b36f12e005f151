//===- Mapped.cpp - other ranks' memory in a rank's address space ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Mapped.h"

#include <algorithm>

namespace fencepost::analyzer::races {

void clip(const Strided &bytes, uint64_t begin, uint64_t end,
          const std::function<void(const Strided &)> &visit) {
  if (begin >= end || bytes.count == 0 || bytes.end() <= begin || bytes.address >= end)
    return;
  uint64_t step = bytes.count == 1 ? bytes.bytes : bytes.stride;
  auto part = [&](uint64_t from, uint64_t to) {
    from = std::max(from, begin);
    to = std::min(to, end);
    if (from < to)
      visit({from, to - from, 0, 1});
  };
  // The first block that starts in the interval; the one before it may reach in.
  uint64_t first = bytes.address >= begin ? 0 : (begin - bytes.address - 1) / step + 1;
  first = std::min(first, bytes.count);
  if (first > 0) {
    uint64_t before = bytes.address + (first - 1) * step;
    part(before, before + bytes.bytes);
  }
  if (first == bytes.count || bytes.address + first * step >= end)
    return;
  uint64_t last = std::min(bytes.count - 1, (end - 1 - bytes.address) / step);
  uint64_t lastStart = bytes.address + last * step;
  bool lastIsWhole = lastStart + bytes.bytes <= end;
  if (uint64_t whole = last - first + lastIsWhole)
    visit({bytes.address + first * step, bytes.bytes, whole > 1 ? step : 0, whole});
  if (!lastIsWhole)
    part(lastStart, lastStart + bytes.bytes);
}

Mapped::Mapped(const Trace &trace, uint32_t rank) {
  for (const LocationTrace &location : trace.locations)
    if (location.rank == rank)
      segments_.insert(segments_.end(), location.mapped.begin(), location.mapped.end());
  std::sort(segments_.begin(), segments_.end(),
            [](const MappedSegment &a, const MappedSegment &b) { return a.address < b.address; });
}

void Mapped::split(const Strided &bytes, uint64_t time, const Visit &visit) const {
  uint64_t own = bytes.address;
  auto parts = [&](uint64_t begin, uint64_t end, const MappedSegment *segment) {
    clip(bytes, begin, end, [&](const Strided &part) { visit(segment, part); });
  };
  for (const MappedSegment &segment : segments_) {
    if (segment.address >= bytes.end())
      break;
    uint64_t end = segment.address + segment.bytes;
    if (end <= own || time < segment.from || time >= segment.until)
      continue;
    parts(own, segment.address, nullptr);
    parts(std::max(own, segment.address), end, &segment);
    own = end;
  }
  parts(own, bytes.end(), nullptr);
}

} // namespace fencepost::analyzer::races
