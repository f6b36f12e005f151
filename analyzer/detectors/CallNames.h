//===- CallNames.h - calls of one finding, told from each other ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_CALLNAMES_H
#define FENCEPOST_ANALYZER_DETECTORS_CALLNAMES_H

#include "analyzer/trace/Definitions.h"

#include <set>

namespace fencepost::analyzer {

/// The name of one of several calls: with its file where they are in several, with its column where
/// another one stands in the same line. "MPI_Win_fence at line 5", "MPI_Win_fence at halo.h:5",
/// "MPI_Win_fence at line 6, column 20".
std::string callName(const Site &site, const std::set<Site> &among);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_CALLNAMES_H
