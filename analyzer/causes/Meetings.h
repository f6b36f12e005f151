//===- Meetings.h - where all ranks met -----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_CAUSES_MEETINGS_H
#define FENCEPOST_ANALYZER_CAUSES_MEETINGS_H

#include "analyzer/Analysis.h"

#include <vector>

namespace fencepost::analyzer {

/// A call after which the run can be cut: when the last thread of all arrived, and which it was.
struct Meeting {
  uint64_t time;
  ThreadOfRank last; // of no rank: nobody met, the run began
};

/// The begin of the phase and its meetings, by time. What is compared or followed back from one of
/// them to the one before does not depend on whether the run is read in phases. Collective.
std::vector<Meeting> meetingsOf(const Analysis &phase);

/// When all met last before `until`.
uint64_t lastBefore(const std::vector<Meeting> &meetings, uint64_t until);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_CAUSES_MEETINGS_H
