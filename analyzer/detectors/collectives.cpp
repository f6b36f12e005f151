//===- collectives.cpp - waiting in collective calls ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Geimer et al. 2009: Wait at Barrier, Wait at N x N and their completion,
// Late Broadcast, Early Reduce. What is non-blocking waits where it is
// completed. The creation of a window or communicator counts as N x N, its
// MPI_Win_free as a barrier.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Completing.h"
#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/Shape.h"
#include "analyzer/detectors/WaitState.h"
#include "analyzer/match/Join.h"

namespace fencepost::analyzer {

namespace {

struct Member {
  Arrival arrival; // at the call that began it
  uint64_t leave;  // of the one that completed it
  Shape shape;
  bool root;
};

/// What the members of an instance tell one of them.
struct Bounds {
  Arrival last;               // it waited for that; of no rank: it did not
  uint64_t earliestLeave = 0; // of all; 0: nothing can be said
};

/// A member's call.
struct Call {
  const Event *event;
  uint32_t rank, location, first;
  Shape shape;
};

void fillBounds(std::span<const Joined<Member>> records, Answers<Bounds> bounds) {
  Arrival last, firstSender, root;
  uint64_t earliestLeave = UINT64_MAX;
  for (const auto &[key, member] : records) {
    if (member.arrival.isLaterThan(last))
      last = member.arrival;
    earliestLeave = std::min(earliestLeave, member.leave);
    if (member.root)
      root = member.arrival;
    else if (firstSender.rank == kNone || firstSender.isLaterThan(member.arrival))
      firstSender = member.arrival;
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Member &member = records[i].payload;
    if (member.shape == Shape::OneToAll && !member.root)
      bounds[i].last = root;
    else if (member.shape == Shape::AllToOne && member.root)
      bounds[i].last = firstSender;
    else if ((member.shape == Shape::Barrier || member.shape == Shape::NxN) &&
             last.enter <= earliestLeave)
      bounds[i] = {last, earliestLeave};
  }
}

class Collectives : public Detector {
public:
  void look(const Analysis &phase) override {
    const Definitions &definitions = phase.definitions();
    Join<Member> join(phase.comm);
    std::vector<Call> calls;
    Completing completing(phase);
    for (const Participation &at : phase.participations) {
      if (at.key.kind != KeyKind::Collective && at.key.kind != KeyKind::WinCollective)
        continue;
      const Event &event = phase.event(at);
      Shape shape = shapeOf(definitions, event);
      const Communicator &comm = commOf(definitions, at.key);
      auto [call, caller, first] =
          shape == Shape::None || comm.isInter() ? Completing::Call() : completing.of(at);
      if (!call)
        continue;
      uint32_t rank = phase.location(at).rank, thread = phase.location(at).thread;
      Arrival arrival{
          .enter = event.enter, .rank = rank, .thread = thread, .context = event.context};
      join.add(at.key, {arrival, call->leave, shape, comm.worldRank(event.peer, rank) == rank});
      calls.push_back({call, rank, caller, first, shape});
    }
    std::vector<Bounds> bounds =
        join.ask<Bounds>([&](std::span<const Joined<Member>> records, Answers<Bounds> answers) {
          if (records.size() == commOf(definitions, records.front().key).size())
            fillBounds(records, answers);
        });
    addCalls(phase, calls, bounds);
  }

  void report(Analysis &) override {}

private:
  static const Communicator &commOf(const Definitions &definitions, const Key &key) {
    return key.kind == KeyKind::Collective ? definitions.comms[key.object]
                                           : definitions.windowComm(key.object);
  }

  static Metric metricOf(Shape shape) {
    switch (shape) {
    case Shape::Barrier:
      return Metric::WaitAtBarrier;
    case Shape::OneToAll:
      return Metric::LateBroadcast;
    case Shape::AllToOne:
      return Metric::EarlyReduce;
    default:
      return Metric::WaitAtNxN;
    }
  }

  /// A call that completes several waits for the last of them.
  static void addCalls(const Analysis &phase, const std::vector<Call> &calls,
                       const std::vector<Bounds> &bounds) {
    std::vector<std::size_t> order(calls.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    auto key = [&](std::size_t i) {
      const Call &call = calls[i];
      return std::tuple(call.rank, call.event->enter, call.event->context, ~bounds[i].last.enter,
                        i);
    };
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    const Call *before = nullptr;
    for (std::size_t i : order) {
      const Event &event = *calls[i].event;
      bool same = before && before->rank == calls[i].rank && before->event->enter == event.enter &&
                  before->event->context == event.context;
      before = &calls[i];
      if (same)
        continue;
      const auto &[last, earliestLeave] = bounds[i];
      const LocationTrace &location = phase.trace.locations[calls[i].location];
      Metric metric = metricOf(calls[i].shape);
      auto add = [&](const Event &in) {
        lookForCauses(phase, metric, waitingIn(location, in, last.enter), last);
        phase.results.add(metric, in.context, calls[i].rank, waitWithin(in, last.enter));
      };
      add(event);
      for (const Event *poll : pollsBefore(location, calls[i].first, event.context))
        add(*poll);
      uint64_t end = std::clamp(last.enter, event.enter, event.leave);
      uint64_t left = std::max(earliestLeave, end);
      if (!earliestLeave || event.leave <= left)
        continue;
      phase.results.add(Metric::CollectiveCompletion, event.context, calls[i].rank,
                        event.leave - left);
      phase.results.at(event.enter, Metric::CollectiveCompletion, calls[i].rank,
                       event.leave - left);
    }
  }
};

} // namespace

std::unique_ptr<Detector> makeCollectives() { return std::make_unique<Collectives>(); }

} // namespace fencepost::analyzer
