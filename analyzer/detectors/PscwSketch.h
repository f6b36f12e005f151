//===- PscwSketch.h - post/start/complete/wait for unknown lines ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Archives of other tools tell who communicates in the epochs of a window, but
// neither the lines of its fences nor their assertions: for them there is code
// for each window, with placeholders for what is not known.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_PSCWSKETCH_H
#define FENCEPOST_ANALYZER_DETECTORS_PSCWSKETCH_H

#include "analyzer/detectors/FenceLines.h"

namespace fencepost::analyzer {

/// C, a line each, for the windows of these fences of which less than `mostOfPairs` of the pairs of
/// ranks communicate and whose partners can be told; "" without any.
std::string pscwSketch(const Definitions &definitions, const FenceLines::Line &fences,
                       double mostOfPairs);

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_PSCWSKETCH_H
