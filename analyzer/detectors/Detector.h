//===- Detector.h - what a detector is --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The run is looked at phase by phase. A phase ends at a synchronization of all
// ranks at which no operation, request, message or epoch of post and start is
// under way; epochs of fences and locks may reach over its end. What a detector
// must remember beyond that it keeps by rank, window and the like, never by
// indices into a phase's trace.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_DETECTOR_H
#define FENCEPOST_ANALYZER_DETECTORS_DETECTOR_H

#include "analyzer/Analysis.h"

#include <memory>
#include <vector>

namespace fencepost::analyzer {

class Detector {
public:
  virtual ~Detector() = default;
  /// Looks at one phase: `phase.trace` and `phase.participations` are those of it. Called for the
  /// phases in order, at least once. Collective.
  virtual void look(const Analysis &phase) = 0;
  /// Adds what was found to the results, once, after the last phase: the events are gone by then,
  /// definitions and runTicks are those of the run. Collective.
  virtual void report(Analysis &analysis) = 0;
};

struct Matched; // Matched.h

#define DETECTOR(make, id) std::unique_ptr<Detector> make(std::shared_ptr<const Matched> matched);
#include "analyzer/detectors/detectors.def"

/// Times, operations and bytes.
std::unique_ptr<Detector> makeCounters();

/// Late senders and receivers; collectives. No findings: they are what an RMA program's waiting
/// stands beside.
std::unique_ptr<Detector> makeMessages();
std::unique_ptr<Detector> makeCollectives();

/// All of them, in the order in which they look and report.
std::vector<std::unique_ptr<Detector>> makeDetectors();

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_DETECTOR_H
