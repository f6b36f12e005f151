//===- FindLoop.h - the loop whose iterations are looked at -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The run is read once before it is analyzed: what the ranks entered, how often, is
// counted by call path, and all else is forgotten at once.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_ITERATIONS_FINDLOOP_H
#define FENCEPOST_ANALYZER_ITERATIONS_FINDLOOP_H

#include "analyzer/iterations/Mark.h"

#include <map>

namespace fencepost::analyzer {

/// When a thread did something for the first and the last time.
struct ThreadLife {
  uint64_t begin, end;
};

/// A loop: `entries` entries of its mark make one iteration less.
struct Loop {
  std::set<uint32_t> contexts; // its mark
  uint64_t entries = 0;        // of each rank
  uint64_t covered = 0;        // ticks from the first to the last entry, added up over all ranks
  uint64_t ofRun = 0;          // ticks from the first to the last event of the same threads
  std::map<uint32_t, uint32_t> threads;              // of this process's ranks, that enter it
  std::map<uint32_t, std::vector<ThreadLife>> lives; // likewise, of all their threads

  uint64_t iterations() const { return entries - 1; }
};

/// Reads the run to find its main loop (`wanted`: "auto") or the loop of the line "FILE:LINE".
/// Nothing where no main loop can be told. Throws TraceError, on all processes alike, where the
/// line is none, where nothing is entered at it, or not equally often by all ranks. Collective.
std::optional<Loop> findLoop(TraceReader &reader, const std::string &wanted, MPI_Comm comm);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_ITERATIONS_FINDLOOP_H
