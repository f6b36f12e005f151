//===- Load.h - reads a results database ----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_RESULTS_LOAD_H
#define FENCEPOST_DRIVER_RESULTS_LOAD_H

#include "results/Results.h"

#include <filesystem>

namespace fencepost::driver {

/// The results that a user names: the file, or the trace's directory with it.
std::filesystem::path resultsFile(const std::filesystem::path &named);

/// Reads all that reports need. Throws Error when the file is not results of our schema version.
Results loadResults(const std::filesystem::path &file);

/// Whether a finding at error level is not suppressed: what the exit status says.
bool hasErrors(const Results &results);

/// The same, of a file.
bool hasErrors(const std::filesystem::path &file);

/// What there is to say about the analysis itself: damaged files, ranks that ended early.
std::vector<std::string> notesOf(const std::filesystem::path &file);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_RESULTS_LOAD_H
