//===- Trace.h - a trace on disk, as far as the driver looks --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_TRACE_H
#define FENCEPOST_DRIVER_TRACE_H

#include <cstdint>
#include <filesystem>
#include <optional>

namespace fencepost::driver {

struct Trace {
  std::filesystem::path directory;
  std::filesystem::path anchor; // the .otf2 file; empty when there is none yet
  bool unfinished = false;      // journals are left: the run ended without MPI_Finalize
};

/// What a run left in that directory; nothing when it is not there or holds no trace.
std::optional<Trace> traceIn(const std::filesystem::path &directory);

/// The trace a user names by its directory or its .otf2 file. Throws Error when it is none.
Trace openTrace(const std::filesystem::path &path);

struct TraceSize {
  unsigned ranks = 0;       // at least 1: locations are numbered thread << 32 | rank, a file each
  unsigned locations = 0;   // files of events
  std::uintmax_t bytes = 0; // of the files of events and definitions of all locations
};

TraceSize sizeOf(const Trace &trace);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_TRACE_H
