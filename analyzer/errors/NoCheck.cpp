//===- NoCheck.cpp - MPI_MODE_NOCHECK where there was something to check --===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The standard asks for an order, which only some way to know it could prove
// wrong; reported is what happened against it in this run.
//
//===----------------------------------------------------------------------===//

#include "analyzer/errors/Call.h"
#include "analyzer/errors/Errors.h"
#include "analyzer/match/Join.h"
#include "analyzer/match/RankEvents.h"

#include <map>

namespace fencepost::analyzer {

namespace {

/// A start or post.
struct Opening {
  CallAt call;
  uint64_t enter, leave;
  bool asserted, start;
};

/// `windows`: with such starts or posts.
void findEarlyStarts(const Analysis &analysis, const std::set<uint32_t> &windows) {
  Join<Opening> join(analysis.comm);
  for (const Participation &at : analysis.participations) {
    if ((at.part != Part::Start && at.part != Part::Post) || !windows.contains(at.key.object))
      continue;
    const Event &event = analysis.event(at);
    join.add(at.key, {callAt(analysis.location(at), event), event.enter, event.leave,
                      (event.assertion & kNoCheck) != 0, at.part == Part::Start});
  }
  join.run([&](std::span<const Joined<Opening>> records) {
    const Opening *start = nullptr, *post = nullptr;
    for (const Joined<Opening> &record : records)
      (record.payload.start ? start : post) = &record.payload;
    if (!start || !post || !(start->asserted || post->asserted) || start->leave >= post->enter)
      return;
    const Definitions &definitions = analysis.definitions();
    if (start->asserted)
      addWrongAssertion(
          analysis, start->call, "partner", post->call,
          "MPI_MODE_NOCHECK, but " + describe(definitions, post->call) + " had not been called",
          "with the assertion a start does not wait: its targets must have posted before",
          "take MPI_MODE_NOCHECK away, or let a message from the target tell that it has posted");
    else
      addWrongAssertion(
          analysis, post->call, "partner", start->call,
          "MPI_MODE_NOCHECK, but " + describe(definitions, start->call) + " had been called",
          "with the assertion a post tells nobody: no origin may have called MPI_Win_start before",
          "take MPI_MODE_NOCHECK away, or let a message to the origin tell that it is posted");
  });
}

/// A lock from its acquisition to the call that releases it.
struct Hold {
  CallAt call;
  uint32_t target; // rank in the window; kNone: all
  bool exclusive, asserted;
  uint64_t from, until; // UINT64_MAX: not released yet
  bool carried = false; // acquired in a phase before
};

bool conflict(const Hold &a, const Hold &b) {
  return a.call.rank != b.call.rank && (a.exclusive || b.exclusive) && (a.asserted || b.asserted) &&
         (a.target == b.target || a.target == kNone || b.target == kNone);
}

/// The lock epochs of one rank.
class HoldWalk {
public:
  void visit(const LocationTrace &location, const Event &event) {
    if (event.window == kNone || event.flags & kOpen)
      return;
    std::pair where(event.window, event.peer);
    if (event.kind == EventKind::Lock || event.kind == EventKind::LockAll) {
      held_[where] = {callAt(location, event),
                      event.peer,
                      (event.flags & kExclusive) != 0,
                      (event.assertion & kNoCheck) != 0,
                      event.leave,
                      UINT64_MAX};
    } else if (event.kind == EventKind::Unlock || event.kind == EventKind::UnlockAll) {
      if (auto found = held_.find(where); found != held_.end()) {
        found->second.until = event.enter;
        released_.emplace_back(event.window, found->second);
        held_.erase(found);
      }
    } else if (event.kind == EventKind::WinFree) {
      std::erase_if(held_, [&](const auto &hold) { return hold.first.first == event.window; });
    }
  }

  void endPhase(const std::set<uint32_t> &windows, Join<Hold> &join) {
    auto add = [&](uint32_t window, const Hold &hold) {
      if (windows.contains(window))
        join.add({KeyKind::WinCollective, window}, hold);
    };
    for (const auto &[window, hold] : released_)
      add(window, hold);
    released_.clear();
    for (auto &[where, hold] : held_) {
      add(where.first, hold);
      hold.carried = true;
    }
  }

private:
  std::map<std::pair<uint32_t, uint32_t>, Hold> held_; // by window and target
  std::vector<std::pair<uint32_t, Hold>> released_;    // in this phase, by window
};

void checkHolds(const Analysis &analysis, std::span<const Joined<Hold>> records) {
  std::vector<const Hold *> order;
  for (const Joined<Hold> &record : records)
    order.push_back(&record.payload);
  std::sort(order.begin(), order.end(), [](const Hold *a, const Hold *b) {
    return std::tie(a->from, a->call) < std::tie(b->from, b->call);
  });
  std::vector<const Hold *> active;
  for (const Hold *hold : order) {
    std::erase_if(active, [&](const Hold *other) { return other->until <= hold->from; });
    for (const Hold *other : active) {
      if (!conflict(*hold, *other) || (hold->carried && other->carried))
        continue;
      // The place that asserts; of two that do, the lower rank's.
      bool first = hold->asserted && (!other->asserted || hold->call < other->call);
      const CallAt &call = first ? hold->call : other->call;
      const CallAt &partner = first ? other->call : hold->call;
      addWrongAssertion(analysis, call, "partner", partner,
                        "MPI_MODE_NOCHECK, but " + describe(analysis.definitions(), partner) +
                            " held a conflicting lock at the same time",
                        "with the assertion nothing is locked: no other process may hold, or ask "
                        "for, a lock that "
                        "excludes this one",
                        "take MPI_MODE_NOCHECK away, or order the two by messages");
    }
    active.push_back(hold);
  }
}

class WrongNoCheck : public Detector {
public:
  void look(const Analysis &phase) override {
    auto asserted = [](EventKind one, EventKind other) {
      return [=](const Event &event) {
        return (event.kind == one || event.kind == other) && event.assertion & kNoCheck;
      };
    };
    addWindowsThat(phase, asserted(EventKind::Start, EventKind::Post), started_);
    addWindowsThat(phase, asserted(EventKind::Lock, EventKind::LockAll), locked_);
    findEarlyStarts(phase, started_);
    const Trace &trace = phase.trace;
    Join<Hold> join(phase.comm);
    forEachRank(trace, [&](uint32_t first, uint32_t end) {
      HoldWalk &walk = holds_[trace.locations[first].rank];
      forEachByTime(trace, first, end, [&](uint32_t location, uint32_t event) {
        walk.visit(trace.locations[location], trace.locations[location].events[event]);
      });
      walk.endPhase(locked_, join);
    });
    if (!locked_.empty())
      join.run([&](std::span<const Joined<Hold>> records) { checkHolds(phase, records); });
  }

  void report(Analysis &) override {}

private:
  std::set<uint32_t> started_, locked_; // windows with such assertions
  std::map<uint32_t, HoldWalk> holds_;  // by rank
};

} // namespace

std::unique_ptr<Detector> makeWrongNoCheck() { return std::make_unique<WrongNoCheck>(); }

} // namespace fencepost::analyzer
