//===- Archive.h - the OTF2 archive of the run  ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One location after the other is written and closed, so that memory does not
// grow with the number of records. The records are those of Fencepost's runtime with
// access=off (docs/trace-format.md).
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_BENCHMARKS_SOR_ARCHIVE_H
#define FENCEPOST_BENCHMARKS_SOR_ARCHIVE_H

#include "Schedule.h"

#include <stdexcept>

namespace sor {

struct ArchiveError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Writes DIRECTORY/traces.otf2. Adds to schedule.injected the times in calls, the operations and
/// `records`.
void writeArchive(const std::string &directory, const Mesh &mesh, Schedule &schedule,
                  Variant variant, uint32_t iterations, Time begin);

} // namespace sor

#endif // FENCEPOST_BENCHMARKS_SOR_ARCHIVE_H
