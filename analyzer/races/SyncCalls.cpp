//===- SyncCalls.cpp - the calls that a report of a race names ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/SyncCalls.h"

#include <algorithm>

namespace fencepost::analyzer::races {

namespace {

/// The syncs of one strand, of each kind by time.
struct Calls {
  std::vector<Sync> gives, takes;

  explicit Calls(const Program &program) {
    for (const Sync &sync : program.syncs)
      (sync.gives ? gives : takes).push_back(sync);
    for (std::vector<Sync> *syncs : {&gives, &takes})
      std::stable_sort(syncs->begin(), syncs->end(),
                       [](const Sync &a, const Sync &b) { return a.time < b.time; });
  }
  const Sync *takenBefore(uint64_t time) const {
    auto after = std::upper_bound(takes.begin(), takes.end(), time, isBefore);
    return after == takes.begin() ? nullptr : &*std::prev(after);
  }
  const Sync *givenAfter(uint64_t time) const {
    auto after = std::upper_bound(gives.begin(), gives.end(), time, isBefore);
    return after == gives.end() ? nullptr : &*after;
  }

private:
  static bool isBefore(uint64_t time, const Sync &sync) { return time < sync.time; }
};

} // namespace

void findSyncCalls(const Analysis &analysis, std::vector<RankPlan> &plans) {
  auto enter = [&](const Source &source) {
    return analysis.trace.locations[source.location].events[source.event].enter;
  };
  for (RankPlan &plan : plans) {
    std::vector<Calls> strands(plan.programs.begin(), plan.programs.end());
    auto setTaken = [&](Source &source) {
      if (const Sync *sync = strands[source.strand].takenBefore(enter(source))) {
        source.syncContext = sync->context;
        source.syncTime = sync->time;
      }
    };
    for (LocalUse &use : plan.locals) {
      setTaken(use.source);
      if (!plan.sharesMemory)
        continue;
      if (const Sync *given = strands[use.source.strand].givenAfter(enter(use.source)))
        use.released = given->context;
    }
    for (Operation &operation : plan.operations) {
      setTaken(operation.source);
      const Sync *given = strands[operation.source.strand].givenAfter(enter(operation.source));
      bool released = given && (!operation.remote.known() || given->time < operation.remote.time);
      if (released)
        operation.released = given->context;
      if (!released || operation.local.time < given->time)
        operation.onlyLocal = operation.local.context;
    }
    for (Program &program : plan.programs)
      program.syncs = {};
  }
}

} // namespace fencepost::analyzer::races
