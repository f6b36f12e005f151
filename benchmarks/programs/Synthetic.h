//===- Synthetic.h - traces made in memory --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_BENCHMARKS_PROGRAMS_SYNTHETIC_H
#define FENCEPOST_BENCHMARKS_PROGRAMS_SYNTHETIC_H

#include "analyzer/trace/Reader.h"

#include <map>
#include <string>

/// The events of a run with one window over all ranks, each with `bytes` at address 0 and a
/// displacement unit of one byte. One analysis process has them all.
class Synthetic {
public:
  using EventKind = fencepost::EventKind;
  using RangeKind = fencepost::analyzer::RangeKind;

  Synthetic(uint32_t ranks, uint32_t threads, uint64_t bytes) : threads(threads) {
    auto &definitions = trace.definitions;
    definitions.ticksPerSecond = 1000000000;
    definitions.properties["FENCEPOST::VERSION"] = "0";
    definitions.hosts.assign(ranks, "node");
    for (uint32_t rank = 0; rank < ranks; ++rank) {
      definitions.comms.define(0).ranks.push_back(rank);
      for (uint32_t thread = 0; thread < threads; ++thread) {
        auto &location = trace.locations.emplace_back();
        location.id = uint64_t(thread) << 32 | rank;
        location.rank = rank;
        location.thread = thread;
        definitions.locations.push_back({location.id, rank, thread, 0});
        if (thread == 0)
          location.windows.push_back({0, rank, 0, bytes, 1, 1, 2, fencepost::analyzer::kNone});
      }
    }
    definitions.windows.define(0) = {"window", 0};
    definitions.strings.define(0) = "MPI_SUM";
    definitions.strings.define(1) = "MPI_LONG";
    for (uint32_t rank = 0; rank < ranks; ++rank)
      call(rank, "MPI_Win_create").window = 0;
  }

  /// A call by a rank's thread, on the window or on MPI_COMM_WORLD; a site for each name and line.
  fencepost::analyzer::Event &call(uint32_t rank, const std::string &name, uint32_t thread = 0,
                                   uint32_t line = 0) {
    auto found = fencepost::findCall(name);
    auto kind = found ? fencepost::callInfo(*found).kind : EventKind::Local;
    auto &event = add(rank, thread, kind);
    event.context = site(name, line);
    event.comm = 0;
    bool onWindow = kind >= EventKind::WinCreate && kind <= EventKind::CompareAndSwap;
    if (onWindow)
      event.window = 0;
    if (fencepost::isAtomic(kind)) {
      event.op = 0;
      event.type = 1;
    }
    return event;
  }

  /// A release or acquire of another thread's object.
  void threadStep(uint32_t rank, uint32_t thread, fencepost::analyzer::ThreadStep step,
                  uint64_t object) {
    auto &event = add(rank, thread, EventKind::Local);
    event.step = step;
    event.request = object;
  }

  /// An operation with a contiguous buffer.
  void operation(uint32_t rank, const std::string &name, uint32_t target, uint64_t buffer,
                 uint64_t at, uint64_t bytes, uint32_t thread = 0) {
    auto &event = call(rank, name, thread);
    event.peer = target;
    event.displacement = static_cast<int64_t>(at);
    event.bytes = bytes;
    bool writes = event.kind == EventKind::Get;
    range(rank, thread, writes ? RangeKind::OriginWrite : RangeKind::OriginRead, buffer, bytes);
    range(rank, thread, RangeKind::Target, 0, bytes);
  }

  /// A load or store before the next call; `first`: of its segment.
  void access(uint32_t rank, bool store, uint64_t at, uint64_t bytes, uint32_t line, bool first,
              uint32_t thread = 0) {
    if (first)
      add(rank, thread, EventKind::Local);
    range(rank, thread, store ? RangeKind::Store : RangeKind::Load, at, bytes, site("", line));
  }

  uint64_t ranges() const { return rangeCount; }
  uint64_t events() const { return eventCount; }

  fencepost::analyzer::Trace trace;

private:
  fencepost::analyzer::LocationTrace &location(uint32_t rank, uint32_t thread) {
    return trace.locations[rank * threads + thread];
  }

  fencepost::analyzer::Event &add(uint32_t rank, uint32_t thread, EventKind kind) {
    auto &to = location(rank, thread);
    uint64_t enter = ++now;
    to.events.push_back({.enter = enter, .leave = enter, .kind = kind});
    to.end = enter;
    ++eventCount;
    return to.events.back();
  }

  void range(uint32_t rank, uint32_t thread, RangeKind kind, uint64_t at, uint64_t bytes,
             uint32_t context = fencepost::analyzer::kNone) {
    auto &to = location(rank, thread);
    auto &event = to.events.back();
    if (event.rangeCount++ == 0)
      event.firstRange = static_cast<uint32_t>(to.ranges.size());
    to.ranges.push_back({at, bytes, 0, 1, context, kind});
    ++rangeCount;
  }

  uint32_t site(const std::string &name, uint32_t line) {
    auto [found, isNew] = sites.emplace(std::pair(name, line), static_cast<uint32_t>(sites.size()));
    if (isNew) {
      uint32_t region = found->second;
      trace.definitions.regions.define(region) = {
          .name = name, .file = "", .mpi = !name.empty(), .call = fencepost::findCall(name)};
      trace.definitions.contexts.define(region) = {
          .region = region, .file = "synthetic.c", .line = region + 1};
    }
    return found->second;
  }

  uint32_t threads;
  uint64_t now = 0, rangeCount = 0, eventCount = 0;
  std::map<std::pair<std::string, uint32_t>, uint32_t> sites;
};

#endif // FENCEPOST_BENCHMARKS_PROGRAMS_SYNTHETIC_H
