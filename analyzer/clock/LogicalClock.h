//===- LogicalClock.h - no effect before its cause ------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clock offsets that were measured are applied when the archive is read; they
// leave errors. Where a call ends, by the clocks, before another rank began
// what the call cannot end without, the times of its rank are corrected as in
// the controlled logical clock (Rabenseifner; Becker et al., Scalable Timestamp
// Synchronization for Event Traces), with forward and backward amortization, the
// latter within a phase. Only what MPI promises counts: a receive
// ends after its send began, a barrier or a collective that moves data after
// those began whose data it needs, MPI_Win_wait after the origins'
// MPI_Win_complete began, a fence without MPI_MODE_NOPRECEDE after all began.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_CLOCK_LOGICALCLOCK_H
#define FENCEPOST_ANALYZER_CLOCK_LOGICALCLOCK_H

#include "analyzer/match/Key.h"
#include "analyzer/trace/Reader.h"

#include <mpi.h>

#include <map>
#include <span>
#include <string>

namespace fencepost::analyzer {

class LogicalClock {
public:
  /// Corrects the times of a phase. One without violations stays as it is. Collective.
  void correct(Trace &trace, std::span<const Participation> participations, MPI_Comm comm);

  /// Calls that ended too early, on all processes.
  uint64_t violations() const { return violations_; }
  /// Ticks by which a time was moved at most.
  uint64_t largestShift() const { return largestShift_; }
  /// For the report; "" without violations.
  std::string note(const Definitions &definitions) const;

private:
  struct Left {
    uint64_t from, shift;
  };
  std::map<uint32_t, Left> left; // of each rank: what the phases before left over
  uint64_t violations_ = 0;
  uint64_t largestShift_ = 0;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_CLOCK_LOGICALCLOCK_H
