//===- Schedule.h - when each rank makes each call  -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The run is worked out half sweep by half sweep for all ranks: what they
// compute, how late some of them are, and so who waits for whom and how long.
// The waiting is summed up while it is made, by the definitions of the metrics
// and not from the records that are written later.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_BENCHMARKS_SOR_SCHEDULE_H
#define FENCEPOST_BENCHMARKS_SOR_SCHEDULE_H

#include "Mesh.h"

#include <map>
#include <string>

namespace sor {

enum class Variant { Fence, Pscw, Lock };

/// Nanoseconds.
using Time = uint64_t;

inline constexpr Time kCall = 1000; // what a call takes that waits for nobody
inline constexpr Time kGap = 200;   // between two calls
inline constexpr uint32_t kHalfSweeps = 2;

struct Span {
  Time enter = 0, leave = 0;
};

/// The calls of one rank in one half sweep whose times depend on other ranks: fence, fence; post,
/// start, complete, wait; or the locks, one for each neighbour, and a barrier. Puts follow the call
/// before them at once.
struct HalfSweep {
  Span calls[5];
};

class Schedule {
public:
  Schedule(const Mesh &mesh, Variant variant, uint32_t iterations, Time begin);

  const HalfSweep &halfSweep(uint32_t rank, uint32_t iteration, uint32_t half) const {
    return halves[(std::size_t(iteration) * kHalfSweeps + half) * mesh.ranks + rank];
  }
  /// The reduction that ends the iteration.
  const Span &reduction(uint32_t rank, uint32_t iteration) const {
    return reductions[std::size_t(iteration) * mesh.ranks + rank];
  }
  /// When all ranks have left the last one.
  Time end() const { return last; }

  /// Nanoseconds or counts, by the name of the metric.
  std::map<std::string, uint64_t> injected;

private:
  void fences(HalfSweep *now);
  void pairs(HalfSweep *now);
  void locks(HalfSweep *now);
  /// All ranks meet in a call: nobody leaves before the last has come. Returns when that was.
  Time meet(const std::string &metric, Span *first, std::size_t stride);
  Time delay(uint32_t rank, uint32_t place) const;
  /// Leave of the last put of `rank`, whose puts follow a call left at `after`; of that to
  /// `target`.
  Time lastPut(uint32_t rank, Time after) const;
  Time putTo(uint32_t rank, Time after, uint32_t target) const;

  const Mesh &mesh;
  uint32_t step = 0; // half sweeps so far
  std::vector<HalfSweep> halves;
  std::vector<Span> reductions;
  std::vector<Time> now; // of each rank
  Time last = 0;
};

} // namespace sor

#endif // FENCEPOST_BENCHMARKS_SOR_SCHEDULE_H
