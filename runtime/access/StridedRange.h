//===- StridedRange.h - equal blocks at equal distances -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ACCESS_STRIDEDRANGE_H
#define FENCEPOST_RUNTIME_ACCESS_STRIDEDRANGE_H

#include <cstdint>

namespace fencepost::runtime {

/// `count` blocks of `bytes` bytes; the starts of neighbours are `stride` bytes apart. `start` is
/// an address, or an offset from one. A stride is never negative; it is 0 for a single block.
struct StridedRange {
  int64_t start;
  uint64_t bytes;
  int64_t stride;
  uint64_t count;

  /// Just after the last byte.
  constexpr int64_t end() const {
    return start + stride * static_cast<int64_t>(count - 1) + static_cast<int64_t>(bytes);
  }
  constexpr bool operator==(const StridedRange &) const = default;
};

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ACCESS_STRIDEDRANGE_H
