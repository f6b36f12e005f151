//===- Strided.h - ranges of bytes with gaps ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A range is `count` blocks of `bytes` bytes whose starts are `stride` apart
// (docs/trace-format.md, Ranges). Two of them overlap only if blocks do: a
// put of a column does not race with a store in the next one.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_STRIDED_H
#define FENCEPOST_ANALYZER_RACES_STRIDED_H

#include <cstdint>
#include <optional>

namespace fencepost::analyzer::races {

/// Blocks in ascending order that do not touch each other, or one block.
struct Strided {
  uint64_t address = 0;
  uint64_t bytes = 0;
  uint64_t stride = 0; // > bytes when count > 1
  uint64_t count = 0;

  uint64_t end() const { return count ? address + (count - 1) * stride + bytes : address; }
  bool operator==(const Strided &) const = default;
};

/// Brings a recorded range into that form: negative strides are turned round, touching blocks
/// become one. Empty ranges have count 0.
Strided normalize(uint64_t address, uint64_t bytes, int64_t stride, uint64_t count);

/// Whether the two have a byte in common, in O(log(stride)).
bool overlap(const Strided &a, const Strided &b);

/// The bytes from the first to the last that the hulls of the two share; empty if none.
struct Interval {
  uint64_t begin, end;
};
std::optional<Interval> sharedHull(const Strided &a, const Strided &b);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_STRIDED_H
