//===- messages.cpp - late senders and late receivers ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Geimer et al. 2009. Late Sender: a receive waits in its call, or in the one
// that completes it, until the send is entered; in wrong order when a message
// that is received later was sent before. Late Receiver: a send waits until
// the receive is posted, not only matched by a probe. A call that completes several requests waits for the
// last of their partners. Tests and probes that found nothing waited, too.
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/Completing.h"
#include "analyzer/detectors/Detector.h"
#include "analyzer/detectors/WaitState.h"
#include "analyzer/match/Join.h"

namespace fencepost::analyzer {

namespace {

struct Posted {
  Arrival arrival = {};
  bool send = false, known = false;
};

/// One rank's side of a message.
struct Side {
  const Event *call;              // that completed it
  uint32_t rank, location, first; // of the call
  bool send;
  uint32_t postedBy, posted; // location and event of the call that began it, or matched it
  uint64_t partner = 0;      // when the other side was entered
  bool known = false;
  Arrival other = {}; // its arrival

  auto inOrder() const { return std::tuple(rank, call->leave, call->enter, call->context); }
  bool sameCall(const Side &other) const { return inOrder() == other.inOrder(); }
};

class Messages : public Detector {
public:
  void look(const Analysis &phase) override {
    std::vector<Side> sides = match(phase);
    std::erase_if(sides, [](const Side &side) { return !side.known; });
    std::stable_sort(sides.begin(), sides.end(),
                     [](const Side &a, const Side &b) { return a.inOrder() < b.inOrder(); });
    // From the last to the first: the earliest send among the messages received later.
    uint64_t earliest = UINT64_MAX;
    for (std::size_t end = sides.size(); end > 0;) {
      std::size_t begin = end - 1;
      while (begin > 0 && sides[begin - 1].sameCall(sides[end - 1]))
        --begin;
      if (end < sides.size() && sides[end].rank != sides[begin].rank)
        earliest = UINT64_MAX;
      std::span<const Side> call(sides.data() + begin, end - begin);
      addCall(phase, call, earliest);
      for (const Side &side : call)
        if (!side.send)
          earliest = std::min(earliest, side.partner);
      end = begin;
    }
  }

  void report(Analysis &) override {}

private:
  static std::vector<Side> match(const Analysis &phase) {
    Join<Posted> join(phase.comm);
    std::vector<Side> sides;
    Completing completing(phase);
    std::unordered_map<Key, const Participation *, HashKey> matched; // by their probes
    for (const Participation &at : phase.participations) {
      if (at.part == Part::Found && phase.event(at).kind == EventKind::Recv)
        matched[at.key] = &at;
      if (at.part != Part::Send && at.part != Part::Receive)
        continue;
      bool send = at.part == Part::Send;
      const LocationTrace &location = phase.location(at);
      auto [call, caller, first] = completing.of(at);
      auto probe = send ? matched.end() : matched.find(at.key);
      const Participation &began = probe == matched.end() ? at : *probe->second;
      sides.push_back({call, location.rank, caller, first, send, began.location, began.event});
      const Event &event = phase.event(at);
      join.add(at.key, {{.enter = event.enter,
                         .rank = location.rank,
                         .thread = location.thread,
                         .context = event.context},
                        send,
                        true});
    }
    std::vector<Posted> answers =
        join.ask<Posted>([](std::span<const Joined<Posted>> records, Answers<Posted> answers) {
          for (std::size_t i = 0; i < records.size(); ++i)
            for (const Joined<Posted> &other : records)
              if (other.payload.send != records[i].payload.send)
                answers[i] = other.payload;
        });
    for (std::size_t i = 0; i < sides.size(); ++i) {
      sides[i].partner = answers[i].arrival.enter;
      sides[i].other = answers[i].arrival;
      sides[i].known = answers[i].known && sides[i].call;
    }
    return sides;
  }

  /// The calls in which one waited for a message before the one that completed it.
  static std::vector<const Event *> probesFor(const Analysis &phase, const Side &side) {
    if (side.send)
      return {};
    return probesBefore(phase.definitions(), phase.trace.locations[side.postedBy], side.posted);
  }

  static void addCall(const Analysis &phase, std::span<const Side> call, uint64_t earliestLater) {
    const Event &event = *call.front().call;
    const LocationTrace &location = phase.trace.locations[call.front().location];
    std::vector<const Event *> waiting = pollsBefore(location, call.front().first, event.context);
    waiting.insert(waiting.begin(), &event);
    const Side *sender = nullptr, *receiver = nullptr; // the last ones
    for (const Side &side : call) {
      std::vector<const Event *> probes = probesFor(phase, side);
      uint64_t since =
          std::min(waiting.back()->enter, probes.empty() ? UINT64_MAX : probes.back()->enter);
      // A send that was over before the receive was posted waited for nobody.
      if (side.partner <= since || (side.send && side.partner > event.leave))
        continue;
      const Side *&last = side.send ? receiver : sender;
      if (!last || side.partner > last->partner)
        last = &side;
    }
    // A message surely waits for its send, which may come ahead of its receive.
    if (sender) {
      addWaits(phase, location, waiting, *sender, 0, earliestLater < sender->partner);
      for (const Event *in : probesFor(phase, *sender))
        addWaits(phase, phase.trace.locations[sender->postedBy], std::span(&in, 1), *sender, 0,
                 earliestLater < sender->partner);
    }
    uint64_t sent = sender ? sender->partner : 0;
    if (receiver && receiver->partner > sent)
      addWaits(phase, location, waiting, *receiver, sent, false);
  }

  /// What these calls waited for the partner from `from` on.
  static void addWaits(const Analysis &phase, const LocationTrace &location,
                       std::span<const Event *const> calls, const Side &last, uint64_t from,
                       bool wrongOrder) {
    Metric metric = last.send ? Metric::LateReceiver : Metric::LateSender;
    for (const Event *in : calls) {
      uint64_t ticks = waitWithin(*in, last.partner) - waitWithin(*in, from);
      if (!ticks)
        continue;
      Waiting waiting = waitingIn(location, *in, last.partner);
      waiting.begin += waitWithin(*in, from);
      lookForCauses(phase, metric, waiting, last.other);
      phase.results.add(metric, in->context, last.rank, ticks);
      if (!wrongOrder)
        continue;
      phase.results.add(Metric::WrongOrder, in->context, last.rank, ticks);
      phase.results.at(in->enter, Metric::WrongOrder, last.rank, ticks);
    }
  }
};

} // namespace

std::unique_ptr<Detector> makeMessages() { return std::make_unique<Messages>(); }

} // namespace fencepost::analyzer
