//===- OwnStores.cpp - whether a rank stored to its memory of a window -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/OwnStores.h"

#include "analyzer/trace/Hull.h"

namespace fencepost::analyzer {

namespace {

bool writes(RangeKind kind) {
  return kind == RangeKind::Store || kind == RangeKind::OriginWrite ||
         kind == RangeKind::ResultWrite || kind == RangeKind::ReceiveWrite;
}

} // namespace

void OwnStores::beginPhase(const Trace &trace, uint32_t firstLocation, uint32_t endLocation) {
  constexpr uint32_t kCreate = 1, kAllocate = 2; // docs/trace-format.md, fencepost::flavor
  const Definitions &definitions = trace.definitions;
  recorded = definitions.ours() && definitions.property("FENCEPOST::ACCESS") != "off";
  parts.clear();
  begin = UINT64_MAX;
  end = 0;
  for (uint32_t location = firstLocation; location < endLocation; ++location)
    for (const WindowPart &part : trace.locations[location].windows) {
      if (part.flavor != kCreate && part.flavor != kAllocate)
        storedUntil[part.window] = kAnyTime; // by others, or to what is attached later
      if (!part.size)
        continue;
      parts.push_back(part);
      begin = std::min(begin, part.base);
      end = std::max(end, part.base + part.size);
    }
}

void OwnStores::visit(const LocationTrace &location, const Event &event) {
  if (event.flags & kReleased && event.kind == EventKind::Local)
    return;
  for (uint32_t i = event.firstRange; i < event.firstRange + event.rangeCount; ++i) {
    const Range &range = location.ranges[i];
    if (!writes(range.kind))
      continue;
    auto [first, last] = hullOf(range);
    if (last <= begin || first >= end)
      continue;
    for (const WindowPart &part : parts)
      if (first < part.base + part.size && last > part.base) {
        // What a call writes may come after the call.
        uint64_t until = event.kind == EventKind::Local ? event.leave : kAnyTime;
        uint64_t &stored = storedUntil[part.window];
        stored = std::max(stored, until);
      }
  }
}

bool OwnStores::before(const Event &fence) {
  uint64_t &last = lastFence[fence.window];
  auto stored = storedUntil.find(fence.window);
  bool any = !recorded || (stored != storedUntil.end() && stored->second >= last);
  last = fence.leave;
  return any;
}

} // namespace fencepost::analyzer
