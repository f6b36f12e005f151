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
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_TRACE_READER_H
#define FENCEPOST_ANALYZER_TRACE_READER_H

#include "analyzer/trace/Definitions.h"

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

/// Reads what `process` of `processes` owns of the archive: a directory or its `.otf2` file. Throws
/// TraceError. Contexts made for paths of Enter and Leave differ between the processes until
/// unifyContexts (Contexts.h).
Trace readTrace(const std::string &path, int process, int processes);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_TRACE_READER_H
