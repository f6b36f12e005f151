//===- counters.cpp - time, operations and bytes by call path ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No finding: the numbers beside which the wait states stand.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/CallTimes.h"
#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Operations.h"

#include <map>
#include <unordered_map>

namespace fencepost::analyzer {

namespace {

/// Ticks, by context, of calls that completed requests, but not those of messages. Of one location.
struct Completions {
  std::map<uint32_t, uint64_t> collectives, operations;

  void look(const Definitions &definitions, const LocationTrace &location) {
    CallTimes(definitions).forEachCall(location, [&](const Event &call, Metric metric) {
      if (call.kind != EventKind::Completion)
        return;
      if (metric == Metric::CollectiveTime)
        collectives[call.context] += call.leave - call.enter;
      else if (metric == Metric::RmaCommTime)
        operations[call.context] += call.leave - call.enter;
    });
  }
};

class Counters : public Detector {
public:
  void look(const Analysis &phase) override {
    for (const LocationTrace &location : phase.trace.locations) {
      Completions &completions = ofLocation[location.id];
      completions.look(phase.definitions(), location);
      addTimes(phase, location, completions);
      addOperations(phase, location);
    }
  }

  void report(Analysis &) override {}

private:
  static void addTimes(const Analysis &phase, const LocationTrace &location,
                       const Completions &completions) {
    if (!location.timesSince)
      return; // they come with the last phase
    const Definitions &definitions = phase.definitions();
    uint64_t told = 0;
    for (const ContextTime &time : location.times) {
      auto add = [&](Metric metric) {
        phase.results.add(metric, time.context, location.rank, time.ticks);
      };
      told += time.ticks;
      add(Metric::Time);
      if (!time.mpi)
        continue;
      add(Metric::MpiTime);
      phase.results.add(Metric::Visits, time.context, location.rank, time.calls);
      Metric below = timeOfKind(definitions.region(time.context).kind());
      if (below == Metric::P2pTime)
        addMessaging(phase, location.rank, time, completions);
      else if (below != Metric::MpiTime)
        add(below);
    }
    // What lies between the calls belongs to no recorded path.
    uint64_t whole = location.end - *location.timesSince;
    phase.results.add(Metric::Time, kNone, location.rank, whole - std::min(whole, told));
  }

  static void addMessaging(const Analysis &phase, uint32_t rank, const ContextTime &time,
                           const Completions &completions) {
    uint64_t left = time.ticks;
    auto add = [&](Metric metric, const std::map<uint32_t, uint64_t> &of) {
      auto found = of.find(time.context);
      uint64_t ticks = found == of.end() ? 0 : std::min(found->second, left);
      phase.results.add(metric, time.context, rank, ticks);
      left -= ticks;
    };
    add(Metric::CollectiveTime, completions.collectives);
    add(Metric::RmaCommTime, completions.operations);
    phase.results.add(Metric::P2pTime, time.context, rank, left);
  }

  static void addOperations(const Analysis &phase, const LocationTrace &location) {
    Table<uint32_t> rowOf; // by context, one more than the index
    std::vector<std::pair<uint32_t, Operations>> rows;
    for (const Event &event : location.events) {
      if (!isCountedOperation(event))
        continue;
      uint32_t &row = rowOf.define(event.context);
      if (!row) {
        rows.push_back({event.context, {}});
        row = static_cast<uint32_t>(rows.size());
      }
      countOperation(event, rows[row - 1].second);
    }
    for (const auto &[context, counted] : rows) {
      auto add = [&](Metric metric, uint64_t value) {
        phase.results.add(metric, context, location.rank, value);
      };
      add(Metric::Puts, counted.puts);
      add(Metric::Gets, counted.gets);
      add(Metric::Atomics, counted.atomics);
      add(Metric::BytesPut, counted.bytesPut);
      add(Metric::BytesGet, counted.bytesGet);
    }
  }

  std::unordered_map<uint64_t, Completions> ofLocation; // by OTF2 location
};

} // namespace

std::unique_ptr<Detector> makeCounters() { return std::make_unique<Counters>(); }

} // namespace fencepost::analyzer
