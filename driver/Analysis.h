//===- Analysis.h - a trace becomes results -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_ANALYSIS_H
#define FENCEPOST_DRIVER_ANALYSIS_H

#include "Trace.h"

#include <filesystem>
#include <string>
#include <vector>

namespace fencepost::driver {

struct AnalysisOptions {
  unsigned processes = 0;       // 0: what fits this machine
  std::filesystem::path output; // empty: results.sqlite in the trace's directory
  std::string suppressions;     // a file, or empty
  std::vector<std::string> whatIf; // changes whose run time is predicted
  std::string phase;            // records that a process reads at a time; empty: the default
  std::string iterations;       // of which loop: "auto", FILE:LINE; empty: of none
};

/// Throws Error unless the file can be read; an empty name stands for no file.
void checkReadable(const std::string &file);

/// Completes the archive of a run that ended early, analyses it and returns where the results are.
/// Throws Error when the trace cannot be read.
std::filesystem::path analyse(Trace trace, const AnalysisOptions &options);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_ANALYSIS_H
