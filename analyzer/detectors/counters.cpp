//===- counters.cpp - time, operations and bytes by call path ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No finding: the numbers beside which the wait states stand.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Detectors.h"

namespace fencepost::analyzer {

namespace {

void countOperation(Results &results, const Event &event, uint32_t rank) {
  if (event.window == kNone)
    return;
  if (event.kind == EventKind::Put) {
    results.add(Metric::Puts, event.context, rank, 1);
    results.add(Metric::BytesPut, event.context, rank, event.bytes);
  } else if (event.kind == EventKind::Get) {
    results.add(Metric::Gets, event.context, rank, 1);
    results.add(Metric::BytesGet, event.context, rank, event.bytes);
  } else if (isAtomic(event.kind)) {
    results.add(Metric::Atomics, event.context, rank, 1);
    results.add(Metric::BytesPut, event.context, rank, event.bytes);
    if (event.kind != EventKind::Accumulate)
      results.add(Metric::BytesGet, event.context, rank, event.bytes);
  }
}

} // namespace

void countTimes(Analysis &analysis) {
  const Definitions &definitions = analysis.definitions();
  for (const LocationTrace &location : analysis.trace.locations) {
    uint64_t told = 0;
    for (const ContextTime &time : location.times) {
      auto add = [&](Metric metric) {
        analysis.results.add(metric, time.context, location.rank, time.ticks);
      };
      told += time.ticks;
      add(Metric::Time);
      if (!time.mpi)
        continue;
      add(Metric::MpiTime);
      EventKind kind = definitions.region(time.context).kind();
      if (isSynchronization(kind))
        add(Metric::RmaSyncTime);
      else if (isOperation(kind))
        add(Metric::RmaCommTime);
    }
    // What lies between the calls belongs to no recorded path.
    uint64_t whole = location.end - location.begin;
    analysis.results.add(Metric::Time, kNone, location.rank, whole - std::min(whole, told));
    for (const Event &event : location.events)
      if (isOperation(event.kind))
        countOperation(analysis.results, event, location.rank);
  }
}

} // namespace fencepost::analyzer
