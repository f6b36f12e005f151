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

#include "analyzer/detectors/Detector.h"

namespace fencepost::analyzer {

namespace {

struct Operations {
  uint64_t puts = 0, gets = 0, atomics = 0, bytesPut = 0, bytesGet = 0;
};

void countOperation(const Event &event, Operations &to) {
  if (event.kind == EventKind::Put) {
    ++to.puts;
    to.bytesPut += event.bytes;
  } else if (event.kind == EventKind::Get) {
    ++to.gets;
    to.bytesGet += event.bytes;
  } else {
    ++to.atomics;
    to.bytesPut += event.bytes;
    if (event.kind != EventKind::Accumulate)
      to.bytesGet += event.bytes;
  }
}

class Counters : public Detector {
public:
  void look(const Analysis &phase) override {
    for (const LocationTrace &location : phase.trace.locations) {
      addTimes(phase, location);
      addOperations(phase, location);
    }
  }

  void report(Analysis &) override {}

private:
  static void addTimes(const Analysis &phase, const LocationTrace &location) {
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
      EventKind kind = definitions.region(time.context).kind();
      if (isSynchronization(kind))
        add(Metric::RmaSyncTime);
      else if (isOperation(kind))
        add(Metric::RmaCommTime);
    }
    // What lies between the calls belongs to no recorded path.
    uint64_t whole = location.end - location.begin;
    phase.results.add(Metric::Time, kNone, location.rank, whole - std::min(whole, told));
  }

  static void addOperations(const Analysis &phase, const LocationTrace &location) {
    Table<uint32_t> rowOf; // by context, one more than the index
    std::vector<std::pair<uint32_t, Operations>> rows;
    for (const Event &event : location.events) {
      if (!isOperation(event.kind) || event.window == kNone)
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
};

} // namespace

std::unique_ptr<Detector> makeCounters() { return std::make_unique<Counters>(); }

} // namespace fencepost::analyzer
