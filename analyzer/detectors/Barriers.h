//===- Barriers.h - barriers beside fences that order nothing further --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fence that ends an epoch ends on no rank before all have called it, as a
// barrier of the window's ranks does. Of the two one is enough where no rank does
// anything between them: where the barrier comes after the fence, or before it,
// on all ranks alike.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_BARRIERS_H
#define FENCEPOST_ANALYZER_DETECTORS_BARRIERS_H

#include "analyzer/Analysis.h"

#include <array>
#include <map>
#include <set>
#include <vector>

namespace fencepost::analyzer {

/// Barriers of a line that are not needed beside the fences of another one.
struct BarrierNote {
  Site barrier, fence; // the fence: that of most instances
  uint32_t context, fenceContext;
  bool after; // the barrier comes after it
  uint64_t calls;
  double share; // of the run time of all ranks
  std::set<uint32_t> ranks;
  std::set<Site> fences; // all that must stay a barrier
};

class Barriers {
public:
  void look(const Analysis &phase);
  /// Collective; on process 0, elsewhere empty.
  std::vector<BarrierNote> notes(const Analysis &analysis) const;

private:
  /// Barriers of a context and rank beside fences of another one; `fence` is kNone in the row of
  /// all of them. Trivially copyable.
  struct Row {
    uint32_t context, comm, rank, fence;
    bool after; // the barrier comes after the fence
    uint64_t calls = 0;
    uint64_t near = 0;  // of these, with nothing done between the two
    uint64_t ticks = 0; // between the two
  };
  /// A rank's last barrier or fence, as far as nothing came after it.
  struct Last {
    EventKind kind = EventKind::Local;
    uint32_t context = kNone, comm = kNone;
    uint64_t leave = 0;
  };
  struct Line;

  void visit(const Definitions &definitions, uint32_t rank, const Event &event, bool alone,
             Last &last);
  bool sameRanks(const Definitions &definitions, uint32_t a, uint32_t b);
  Row &row(uint32_t context, uint32_t comm, uint32_t rank, uint32_t fence, bool after);

  std::map<std::array<uint32_t, 5>, Row> rows;
  std::map<uint32_t, Last> lasts;                      // by rank
  std::map<std::pair<uint32_t, uint32_t>, bool> begun; // rank, window: a fence began an epoch
  std::map<std::pair<uint32_t, uint32_t>, bool> same;  // communicators
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_BARRIERS_H
