//===- Overlap.cpp - buffers that overlap ---------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Overlap.h"

#include <algorithm>

namespace fencepost::runtime {

namespace {

struct Block {
  int64_t begin, end;
};

/// Blocks by begin; empty when there are too many.
void blocksOf(const Vector<StridedRange> &ranges, Vector<Block> &blocks) {
  constexpr uint64_t kMost = 1 << 16;
  uint64_t count = 0;
  for (const StridedRange &range : ranges)
    count += range.count;
  if (count > kMost)
    return;
  for (const StridedRange &range : ranges)
    for (uint64_t i = 0; i < range.count; ++i) {
      const int64_t begin = range.start + range.stride * static_cast<int64_t>(i);
      blocks.push({begin, begin + static_cast<int64_t>(range.bytes)});
    }
  std::sort(blocks.begin(), blocks.end(),
            [](const Block &a, const Block &b) { return a.begin < b.begin; });
}

Block hullOf(const Vector<StridedRange> &ranges) {
  Block hull = {INT64_MAX, INT64_MIN};
  for (const StridedRange &range : ranges)
    hull = {std::min(hull.begin, range.start), std::max(hull.end, range.end())};
  return hull;
}

} // namespace

bool overlapsItself(const Vector<StridedRange> &ranges, uint64_t bytes) {
  LocalVector<Block> blocks;
  blocksOf(ranges, blocks);
  uint64_t covered = 0;
  int64_t reached = INT64_MIN;
  for (const Block &block : blocks) {
    if (block.end > reached)
      covered += static_cast<uint64_t>(block.end - std::max(block.begin, reached));
    reached = std::max(reached, block.end);
  }
  return !blocks.empty() && covered < bytes;
}

bool overlap(const Vector<StridedRange> &a, const Vector<StridedRange> &b) {
  const Block first = hullOf(a);
  const Block second = hullOf(b);
  if (first.begin >= second.end || second.begin >= first.end)
    return false;
  LocalVector<Block> mine;
  LocalVector<Block> others;
  blocksOf(a, mine);
  blocksOf(b, others);
  const Block *other = others.begin();
  int64_t reached = INT64_MIN; // end of those that begin before the block's end
  for (const Block &block : mine) {
    for (; other != others.end() && other->begin < block.end; ++other)
      reached = std::max(reached, other->end);
    if (reached > block.begin)
      return true;
  }
  return false;
}

} // namespace fencepost::runtime
