//===- WindowUse.cpp - how a run's windows are synchronized -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/WindowUse.h"

#include "analyzer/detectors/Epochs.h"
#include "analyzer/match/Exchange.h"
#include "analyzer/match/RankEvents.h"

namespace fencepost::analyzer {

namespace {

/// Whether two windows have memory of one rank at the same time.
bool haveOverlap(const Trace &trace) {
  bool overlap = false;
  forEachRank(trace, [&](uint32_t first, uint32_t end) {
    std::vector<WindowPart> parts;
    for (uint32_t location = first; location < end; ++location)
      for (const WindowPart &part : trace.locations[location].windows)
        if (part.size)
          parts.push_back(part);
    std::sort(parts.begin(), parts.end(),
              [](const WindowPart &a, const WindowPart &b) { return a.base < b.base; });
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (std::size_t j = i + 1; j < parts.size() && parts[j].base < parts[i].base + parts[i].size;
           ++j)
        overlap = overlap || (parts[i].window != parts[j].window &&
                              parts[i].from < parts[j].until && parts[j].from < parts[i].until);
  });
  return overlap;
}

} // namespace

void WindowUse::look(const Analysis &phase) {
  shared = shared || !sharedWindows(phase.trace).empty();
  overlap = overlap || haveOverlap(phase.trace);
  for (const LocationTrace &location : phase.trace.locations)
    for (const Event &event : location.events) {
      locked = locked || event.kind == EventKind::Lock || event.kind == EventKind::LockAll;
      if (event.kind >= EventKind::Post && event.kind <= EventKind::Test && event.window != kNone)
        pairwise.insert(event.window);
    }
}

WindowUse::Run WindowUse::ofRun(const Analysis &analysis) const {
  int any[] = {locked, shared, overlap};
  MPI_Allreduce(MPI_IN_PLACE, any, 3, MPI_INT, MPI_MAX, analysis.comm);
  Run run{.locked = any[0] != 0,
          .shared = any[1] != 0,
          .overlap = any[2] != 0,
          .known = analysis.definitions().ours() &&
                   analysis.definitions().property("FENCEPOST::LOST").empty(),
          .pairwise = {}};
  for (const auto &from :
       allGather(analysis.comm, std::vector<uint32_t>(pairwise.begin(), pairwise.end())))
    run.pairwise.insert(from.begin(), from.end());
  return run;
}

std::string WindowUse::Run::besideFences() const {
  return !known    ? "the archive does not tell the kinds of windows"
         : locked  ? "the fences may order epochs of passive target as well"
         : shared  ? "the fences may order loads and stores of shared memory as well"
         : overlap ? "the fences may order accesses of windows that have memory in common as well"
                   : "";
}

} // namespace fencepost::analyzer
