//===- Strands.h - what program order orders ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A strand is a thread, or an OpenMP task where it was deferred: two tasks that
// one thread happened to run are as concurrent as those of two threads.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_STRANDS_H
#define FENCEPOST_ANALYZER_RACES_STRANDS_H

#include "analyzer/races/Timeline.h"

namespace fencepost::analyzer::races {

/// Whether the trace says of every thread of the rank how it began.
bool followed(const std::vector<LocationTrace> &all, const Timeline &timeline);

/// Gives each event its strand. Returns how many there are.
uint32_t placeStrands(const std::vector<LocationTrace> &all, Timeline &timeline);

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_STRANDS_H
