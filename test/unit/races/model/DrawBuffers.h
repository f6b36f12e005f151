//===- DrawBuffers.h - random places in memory ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rank has a little memory: two regions for windows, one for buffers.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_TEST_UNIT_RACES_MODEL_DRAW_BUFFERS_H
#define FENCEPOST_TEST_UNIT_RACES_MODEL_DRAW_BUFFERS_H

#include "Sequence.h"

namespace racemodel {

class DrawBuffers {
public:
  static constexpr uint64_t kWindows = 4096, kRegion = 64, kBuffers = 4096 + 2 * kRegion;

  explicit DrawBuffers(Sequence &sequence) : sequence(sequence) {}

  /// That many bytes of a rank's memory, one time in `windowOneIn` of a window's.
  Blocks draw(uint32_t, uint64_t bytes, uint32_t windowOneIn) {
    uint64_t base = sequence.oneIn(windowOneIn) ? kWindows + kRegion * sequence.below(2) : kBuffers;
    return shape(base, bytes);
  }

  /// That many bytes somewhere in 48 from `base`, in one block or a few.
  Blocks shape(uint64_t base, uint64_t bytes) {
    if (bytes % 2 == 0 && sequence.oneIn(4)) {
      uint64_t stride = bytes / 2 + 1 + sequence.below(8);
      uint64_t at = base + sequence.below(static_cast<uint32_t>(48 - stride - bytes / 2));
      if (sequence.oneIn(4))
        return {at + stride, bytes / 2, -static_cast<int64_t>(stride), 2};
      return {at, bytes / 2, static_cast<int64_t>(stride), 2};
    }
    return {base + sequence.below(static_cast<uint32_t>(48 - bytes)), bytes, 0, 1};
  }

private:
  Sequence &sequence;
};

} // namespace racemodel

#endif // FENCEPOST_TEST_UNIT_RACES_MODEL_DRAW_BUFFERS_H
