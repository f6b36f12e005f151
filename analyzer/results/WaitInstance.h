//===- WaitInstance.h - one rank waits once for another ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the detectors of wait states tell the analysis of causes.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RESULTS_WAITINSTANCE_H
#define FENCEPOST_ANALYZER_RESULTS_WAITINSTANCE_H

#include "analyzer/results/Metric.h"
#include "analyzer/trace/Event.h"
#include "analyzer/trace/Mix.h"

#include <compare>

namespace fencepost::analyzer {

/// A thread of a rank.
struct ThreadOfRank {
  uint32_t rank = kNone;
  uint32_t thread = 0;
  auto operator<=>(const ThreadOfRank &) const = default;
};

struct HashThread {
  std::size_t operator()(ThreadOfRank who) const {
    return mix(0, uint64_t(who.rank) << 32 | who.thread);
  }
};

/// Trivially copyable: travels between the processes.
struct WaitInstance {
  ThreadOfRank waiter;
  uint64_t begin, end; // of the waiting, within one call
  uint64_t until;      // when the late one arrived; later than `end` where the call gave up before
  ThreadOfRank late;
  uint32_t context, lateContext; // of the call that waits, of the call waited for
  Metric metric;
  uint64_t since = 0; // what the late one did before has nothing to do with it

  uint64_t ticks() const { return end - begin; }
  auto operator<=>(const WaitInstance &) const = default;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_RESULTS_WAITINSTANCE_H
