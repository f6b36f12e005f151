//===- Analysis.h - what every analysis is given ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each detector, and the search for races, is a function of an Analysis. All
// processes call them in the same order, so they may communicate on `comm`.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ANALYSIS_H
#define FENCEPOST_ANALYZER_ANALYSIS_H

#include "analyzer/match/Key.h"
#include "analyzer/results/Results.h"
#include "analyzer/trace/Reader.h"

#include <mpi.h>

#include <span>

namespace fencepost::analyzer {

struct Analysis {
  MPI_Comm comm;
  int process;
  int processes;
  const Trace &trace; // trace.locations are those of this process
  std::span<const Participation> participations;
  Results &results;  // of this process; gathered at the end
  uint64_t runTicks;  // from first to last event, summed over all ranks of the run
  bool isLast = true; // whether the phase is the run's last one

  const Definitions &definitions() const { return trace.definitions; }
  const LocationTrace &location(const Participation &p) const {
    return trace.locations[p.location];
  }
  const Event &event(const Participation &p) const { return location(p).events[p.event]; }
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ANALYSIS_H
