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

#include <map>
#include <unordered_map>
#include <unordered_set>

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

/// Whether time in such a call belongs to messages between two processes. Where requests of
/// collectives or one-sided operations are completed, Completions says otherwise.
bool isMessaging(EventKind kind) {
  return kind >= EventKind::Send && kind <= EventKind::Completion;
}

bool isCollectiveCall(EventKind kind) {
  return isCollective(kind) || kind == EventKind::CommCreate || kind == EventKind::CommFree ||
         kind == EventKind::WinCreate || kind == EventKind::WinFree;
}

/// Ticks, by context, of calls that completed requests, but not those of messages. Of one location.
struct Completions {
  std::map<uint32_t, uint64_t> collectives, operations;

  /// No request is under way where a phase ends.
  void look(const LocationTrace &location) {
    std::unordered_set<uint64_t> started; // requests of collectives
    const std::vector<Event> &events = location.events;
    for (std::size_t i = 0; i < events.size();) {
      const Event &call = events[i];
      if (call.kind != EventKind::Completion) {
        if (isCollective(call.kind) && call.flags & kNonBlocking)
          started.insert(call.request);
        ++i;
        continue;
      }
      bool messages = false, collective = false;
      for (;
           i < events.size() && events[i].enter == call.enter && events[i].context == call.context;
           ++i) {
        bool ofCollective = !started.empty() && started.erase(events[i].request);
        collective = collective || ofCollective;
        messages = messages || (!ofCollective && events[i].window == kNone);
      }
      if (!messages)
        (collective ? collectives : operations)[call.context] += call.leave - call.enter;
    }
  }
};

class Counters : public Detector {
public:
  void look(const Analysis &phase) override {
    for (const LocationTrace &location : phase.trace.locations) {
      Completions &completions = ofLocation[location.id];
      completions.look(location);
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
      EventKind kind = definitions.region(time.context).kind();
      if (isSynchronization(kind))
        add(Metric::RmaSyncTime);
      else if (isOperation(kind))
        add(Metric::RmaCommTime);
      else if (isCollectiveCall(kind))
        add(Metric::CollectiveTime);
      else if (isMessaging(kind))
        addMessaging(phase, location.rank, time, completions);
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

  std::unordered_map<uint64_t, Completions> ofLocation; // by OTF2 location
};

} // namespace

std::unique_ptr<Detector> makeCounters() { return std::make_unique<Counters>(); }

} // namespace fencepost::analyzer
