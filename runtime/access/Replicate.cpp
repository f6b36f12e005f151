//===- Replicate.cpp - copies of ranges at equal distances ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Replicate.h"

#include "runtime/access/RangeMerger.h"

#include <algorithm>

namespace fencepost::runtime {

namespace {

/// Blocks at a negative distance are the same blocks seen from the other end.
StridedRange normal(StridedRange range) {
  if (range.count == 1) {
    range.stride = 0;
  } else if (range.stride < 0) {
    range.start += range.stride * static_cast<int64_t>(range.count - 1);
    range.stride = -range.stride;
  }
  if (range.count > 1 && range.stride == static_cast<int64_t>(range.bytes))
    range = {range.start, range.bytes * range.count, 0, 1};
  return range;
}

void copyRange(const StridedRange &range, int64_t distance, uint64_t count,
               Vector<StridedRange> &result) {
  if (range.count == 1) {
    result.push(normal({range.start, range.bytes, distance, count}));
  } else if (distance == range.stride * static_cast<int64_t>(range.count)) {
    result.push(normal({range.start, range.bytes, range.stride, range.count * count}));
  } else if (count <= range.count) {
    for (uint64_t i = 0; i < count; ++i)
      result.push({range.start + distance * static_cast<int64_t>(i), range.bytes, range.stride,
                   range.count});
  } else {
    for (uint64_t i = 0; i < range.count; ++i)
      result.push(normal(
          {range.start + range.stride * static_cast<int64_t>(i), range.bytes, distance, count}));
  }
}

} // namespace

void replicate(const Vector<StridedRange> &ranges, int64_t start, int64_t distance, uint64_t count,
               Vector<StridedRange> &result) {
  if (count == 0)
    return;
  if (distance == 0)
    count = 1; // copies in one place
  for (StridedRange range : ranges) {
    range.start += start;
    if (count == 1)
      result.push(range);
    else
      copyRange(range, distance, count, result);
  }
}

void tidy(Vector<StridedRange> &ranges) {
  LocalVector<StridedRange> old;
  old.swap(ranges);
  std::sort(old.begin(), old.end(),
            [](const StridedRange &a, const StridedRange &b) { return a.start < b.start; });
  RangeMerger merger([&](const StridedRange &range) { ranges.push(normal(range)); });
  for (const StridedRange &range : old) {
    if (range.count == 1) {
      merger.add(range.start, range.bytes);
    } else {
      merger.finish();
      ranges.push(range);
    }
  }
  merger.finish();
}

} // namespace fencepost::runtime
