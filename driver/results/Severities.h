//===- Severities.h - every value of the results -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There are as many as metrics, call paths and ranks together: read only by the
// reports that need them one by one.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_RESULTS_SEVERITIES_H
#define FENCEPOST_DRIVER_RESULTS_SEVERITIES_H

#include "results/Results.h"

#include <functional>

namespace fencepost::driver {

/// A call path that has values; `path` is empty for what belongs to none.
struct ValuedPath {
  CallPath path;
  SourceSite site;
};

struct Severities {
  std::vector<ValuedPath> paths;
  std::vector<std::string> hosts; // of each rank, "" where unknown
};

/// The paths that have values, and where the ranks ran.
Severities loadPaths(const std::string &file);

/// Calls visit(path, rank, value) for the values of the metric that are not 0, by path and rank;
/// `path` is an index into those of loadPaths.
void forEachSeverity(const std::string &file, const std::string &metric,
                     const std::function<void(std::size_t, int64_t, double)> &visit);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_RESULTS_SEVERITIES_H
