//===- Touches.cpp - when a rank uses its memory of a window --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/whatif/Touches.h"

#include "analyzer/trace/Hull.h"

namespace fencepost::analyzer {

namespace {

constexpr uint32_t kCreate = 1, kAllocate = 2; // docs/trace-format.md, fencepost::flavor

bool isOfThisProcess(RangeKind kind) {
  return kind != RangeKind::Target && kind != RangeKind::Released && kind != RangeKind::Segment;
}

} // namespace

WindowTouches::WindowTouches(const Trace &trace, uint32_t firstLocation, uint32_t endLocation) {
  for (uint32_t location = firstLocation; location < endLocation; ++location)
    for (const WindowPart &part : trace.locations[location].windows)
      if (part.size)
        parts.push_back(part);
}

std::set<uint32_t> WindowTouches::of(const LocationTrace &location, const Event &event) const {
  std::set<uint32_t> windows;
  for (uint32_t i = event.firstRange; i < event.firstRange + event.rangeCount; ++i) {
    const Range &range = location.ranges[i];
    if (!isOfThisProcess(range.kind))
      continue;
    auto [begin, end] = hullOf(range);
    for (const WindowPart &part : parts)
      if (begin < part.base + part.size && end > part.base)
        windows.insert(part.window);
  }
  return windows;
}

std::set<uint32_t> untoldWindows(const Trace &trace) {
  bool recorded =
      trace.definitions.ours() && trace.definitions.property("FENCEPOST::ACCESS") != "off";
  std::set<uint32_t> untold;
  for (const LocationTrace &location : trace.locations)
    for (const WindowPart &part : location.windows)
      if (!recorded || (part.flavor != kCreate && part.flavor != kAllocate))
        untold.insert(part.window);
  return untold;
}

} // namespace fencepost::analyzer
