//===- WaitState.h - what the wait states have in common -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rank waits in a call for a late partner. Each wait state adds up who
// waited where for whom, and what the late one did before; the sums of all
// processes give one finding for each source line.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_DETECTORS_WAITSTATE_H
#define FENCEPOST_ANALYZER_DETECTORS_WAITSTATE_H

#include "analyzer/Analysis.h"

#include <algorithm>
#include <compare>
#include <functional>
#include <map>

namespace fencepost::analyzer {

/// A rank about to enter a synchronizing call: what its partners may have to wait for.
struct Arrival {
  uint64_t enter = 0;
  uint64_t spent = 0;    // ticks in the longest stretch since its last synchronization
  uint32_t rank = kNone; // kNone: there was none
  uint32_t thread = 0;
  uint32_t context = kNone;
  uint32_t before = kNone; // the stretch: computing between these two calls,
  uint32_t after = kNone;  // or, where the second is kNone, the first call itself

  /// The later one; of two at once the lower rank, so that the outcome depends on no order.
  bool isLaterThan(const Arrival &other) const {
    return rank != kNone && (other.rank == kNone || enter > other.enter ||
                             (enter == other.enter && rank < other.rank));
  }
};

Arrival arrivalOf(const LocationTrace &location, uint32_t event);

/// The arrivals of participations in their order: those of one call with several peers are one.
class Arrivals {
public:
  explicit Arrivals(const Analysis &phase) : phase(phase) {}
  const Arrival &of(const Participation &at) {
    if (at.location != location || at.event != event)
      arrival = arrivalOf(phase.location(at), at.event);
    location = at.location;
    event = at.event;
    return arrival;
  }

private:
  const Analysis &phase;
  uint32_t location = kNone, event = kNone;
  Arrival arrival;
};

/// A stretch of waiting within one call.
struct Waiting {
  ThreadOfRank waiter;
  uint32_t context; // of the call
  uint64_t begin, end;
};

/// From entering a call until `until`, within the call; empty where that was before.
inline Waiting waitingIn(const LocationTrace &location, const Event &call, uint64_t until) {
  return {{location.rank, location.thread},
          call.context,
          call.enter,
          std::clamp(until, call.enter, call.leave)};
}

/// Ticks from entering a call until `until`, within the call.
inline uint64_t waitWithin(const Event &call, uint64_t until) {
  return until <= call.enter ? 0 : std::min(until, call.leave) - call.enter;
}

/// Has the causes of a wait looked for that `late` ended, in what that one did from `since` on, or
/// since both were last aligned.
void lookForCauses(const Analysis &phase, Metric metric, const Waiting &waiting,
                   const Arrival &late, uint64_t since = 0);

class WaitStates {
public:
  WaitStates(Metric metric, FindingId finding) : metric(metric), finding(finding) {}

  /// One waited because of the late one's arrival. Waiting spread over several calls is counted
  /// once. Its causes are looked for.
  void add(const Analysis &phase, const Waiting &waiting, const Arrival &late, uint64_t count = 1);
  /// `rank` waited for `ticks` in a call with that context, entered at `enter`: a part of what
  /// another wait state has told the causes of.
  void addPart(const Analysis &phase, uint64_t enter, uint32_t context, uint32_t rank,
               const Arrival &late, uint64_t ticks, uint64_t count = 1) {
    phase.results.at(enter, metric, rank, ticks);
    add(metric, context, rank, late, ticks, count);
  }
  /// Waiting that belongs to another metric than most of it.
  void add(Metric metric, uint32_t context, uint32_t rank, const Arrival &late, uint64_t ticks,
           uint64_t count);
  void add(const WaitStates &others);

  /// What a finding tells of the waiting at one source line.
  struct Line {
    Site site;            // of the waiting call
    std::string late;     // "rank 1", "ranks 1, 3"
    std::string lateCall; // "MPI_Win_post at line 40"
    std::string
        stretch; // "between MPI_Put at line 52 and MPI_Win_post at line 40" where the latest
                 // was computing; "in MPI_Recv at line 9" where a call held it up; or ""
    bool computing;
    bool alwaysSame;        // one rank is behind most of the waiting
    uint32_t worst = kNone; // that rank
    std::string worstShare; // "100 % of this waiting, in 3 waits of 3"
    uint32_t from = kNone;  // the rank of the stretch
    std::string average;    // "0.40 s on average", of the time in the stretch
  };
  using Text = std::function<std::string(const Line &)>;

  /// Adds the severities of this process and, on process 0, one finding for each line whose waiting
  /// matters (1 % of the run time of all ranks, 1 ms). Collective.
  void report(Analysis &analysis, const Text &advice, const Text &why = whyLate) const;

private:
  struct Sum {
    uint64_t ticks = 0, instances = 0, spent = 0;
    void operator+=(const Sum &other);
  };
  struct Who {
    uint32_t context, rank; // that waits
    uint32_t lateRank, lateContext, before, after;
    Metric metric;
    auto operator<=>(const Who &) const = default;
  };
  struct Row {
    Who who;
    Sum sum;
  };
  using Rows = std::vector<const Row *>;

  static std::string whyLate(const Line &line);
  void reportLine(Analysis &analysis, const Rows &rows, const Text &advice, const Text &why) const;

  Metric metric;
  FindingId finding;
  std::map<Who, Sum> sums;
};

} // namespace fencepost::analyzer

#endif // FENCEPOST_ANALYZER_DETECTORS_WAITSTATE_H
