//===- Alignment.h - where two threads were last at the same point -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a wait ends, at the arrival of the late one, the waiter and the late one
// are aligned, and so are all that waited for the same arrival. What makes one
// of two threads wait for the other happened after they were last aligned
// (synchronization points: Boehme et al., Identifying the Root Causes of Wait
// States in Large-Scale Parallel Applications).
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_CAUSES_ALIGNMENT_H
#define FENCEPOST_ANALYZER_CAUSES_ALIGNMENT_H

#include "analyzer/results/WaitInstance.h"

#include <optional>
#include <vector>

namespace fencepost::analyzer {

/// The arrival of a late one: a thread takes part as the late one or because it waited.
struct Alignment {
  uint64_t time;
  ThreadOfRank late;
  auto operator<=>(const Alignment &) const = default;
};

/// Those of a thread, sorted.
struct Alignments {
  std::vector<Alignment> list;
  std::size_t near = 0; // of placeNear
};

/// The time of the last alignment before `before` that both have. Nothing when there is none.
std::optional<uint64_t> lastShared(Alignments &one, Alignments &other, uint64_t before);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_CAUSES_ALIGNMENT_H
