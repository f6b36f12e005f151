//===- Timeline.h - one timeline for the threads of a rank ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions count the enters and leaves of a rank's calls and synchronizations,
// its threads merged by time: unique in the rank, growing in each thread. They
// say where something is; what comes before what is said by clocks over strands
// (Clock.h).
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_TIMELINE_H
#define FENCEPOST_ANALYZER_RACES_TIMELINE_H

#include "analyzer/trace/Reader.h"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fencepost::analyzer::races {

/// Positions of the events of one location. A segment (loads and stores between two calls) has the
/// position of the leave before it as its enter, and of the enter after it as its leave: the most
/// that is known of when its accesses happened.
struct Positions {
  std::vector<uint64_t> enter, leave; // by event
  std::vector<uint32_t> strand;       // by event: its number in the rank
};

struct Timeline {
  uint32_t rank = 0;
  std::vector<uint32_t> locations;  // indices in Trace::locations, by thread
  std::vector<Positions> positions; // of each
  struct OwnStrands {
    uint32_t first, last; // the thread's own, not a task's: several begin one after the other
  };
  std::vector<OwnStrands> own; // of each
  uint64_t end = 0;                 // after the last call
  std::vector<uint32_t> strands;    // their names, unique in the run, by number
  bool merged = false; // one strand: nothing tells how the threads are ordered but time

  struct Step {
    uint32_t thread; // index in `locations`
    uint32_t event;
  };
  /// All events by the position of their enter; segments just before the call that ends them.
  std::vector<Step> steps(const std::vector<LocationTrace> &all) const;
};

bool isSegment(const Event &event);

/// The timelines of the ranks of this process, by rank. `merged`: the threads of the run were not
/// followed. Collective.
std::vector<Timeline> makeTimelines(const std::vector<LocationTrace> &locations, bool merged,
                                    MPI_Comm comm);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_TIMELINE_H
