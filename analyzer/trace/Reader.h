//===- Reader.h - reads an OTF2 archive -------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Archives of Fencepost and of Score-P. Each process reads all definitions and
// the events of its own ranks; all locations of a rank are on one process.
//
// A long run is read phase by phase. Each rank is read up to a synchronization of
// all ranks (RankReader.h); the processes then agree on the last of those that all
// have passed at which nothing was under way, and what comes after it waits for
// the next phase.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_READER_H
#define FENCEPOST_ANALYZER_TRACE_READER_H

#include "analyzer/trace/Definitions.h"

#include <mpi.h>

#include <memory>
#include <stdexcept>

namespace fencepost::analyzer {

/// One line for the user: the file, what is wrong with it and the remedy.
struct TraceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where a rank is analysed.
constexpr int ownerOfRank(uint32_t rank, int processes) {
  return static_cast<int>(rank % static_cast<uint32_t>(processes));
}

struct Trace {
  std::string path; // of the anchor file
  Definitions definitions;
  std::vector<LocationTrace> locations; // of this process, by rank, thread
  std::vector<std::string> notes;       // what the report must say of them
  uint64_t records = 0;                 // read on this process
};

/// Reads what this process owns of an archive, phase by phase. A phase ends where nothing is under
/// way (Underway.h), on all processes at the same place.
class TraceReader {
public:
  /// `path`: a directory or its `.otf2` file. `phase`: about how many records a process should have
  /// in a phase; 1: as few as can be, 0: all. Throws TraceError.
  TraceReader(const std::string &path, MPI_Comm comm, uint64_t phase);
  ~TraceReader();

  /// Definitions are there at once, and what is read is to be found here.
  Trace trace;

  /// Replaces the locations of `trace` by those of the next phase; false after the last. Collective.
  bool next();
  /// Whether the phase is the last one.
  bool isLast() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_READER_H
