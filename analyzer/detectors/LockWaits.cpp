//===- LockWaits.cpp - waiting for locks and for targets ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/LockWaits.h"

#include "analyzer/detectors/Outside.h"
#include "analyzer/match/Exchange.h"

#include <algorithm>
#include <set>

namespace fencepost::analyzer {

/// An epoch among those of its window and target. When the lock was granted and released is not
/// recorded: `granted` and `released` are the earliest times that the others allow.
struct LockWaits::Epoch {
  LockEpoch sent;
  std::vector<LockCall> calls;
  const Epoch *previous = nullptr; // that held the lock before, in conflict with this one
  uint64_t granted = 0, released = 0;

  /// The call in which the lock was waited for: the one that waits longest for the release; or none.
  const LockCall *callForLock() const;

  auto order() const {
    return std::tie(sent.window, sent.target, sent.unlockLeave, sent.origin, sent.lockEnter);
  }
};

struct LockWaits::Group {
  std::span<Epoch> epochs;             // by release
  const std::vector<Outside> &outside; // of the target
  const std::vector<uint64_t> &cuts;   // when it entered the calls after which the run can be cut
  uint64_t shortest;                   // ticks of waiting for it

  /// Of `cuts`, how many lie before the end of that time.
  uint32_t spanOf(const Outside &time) const {
    return static_cast<uint32_t>(std::lower_bound(cuts.begin(), cuts.end(), time.until) -
                                 cuts.begin());
  }
};

namespace {

constexpr int kFarthest = 64; // holders looked back

/// The first time outside of MPI that ends after `time`; null when there is none.
const Outside *nextEnter(const std::vector<Outside> &outside, uint64_t time) {
  auto at = std::upper_bound(outside.begin(), outside.end(), time,
                             [](uint64_t time, const Outside &o) { return time < o.until; });
  return at == outside.end() ? nullptr : &*at;
}

std::vector<uint64_t> cutsOf(const LocationTrace &location) {
  std::vector<uint64_t> enters;
  for (uint32_t events : location.cuts)
    enters.push_back(events ? location.events[events - 1].enter : 0);
  return enters;
}

/// How windows are locked in a phase.
struct Use {
  uint32_t window;
  bool exclusive, all;
};

/// Whether the first certainly held the lock before the other, which it excludes: it was granted
/// before the other one began to release it.
bool heldBefore(const LockEpoch &a, const LockEpoch &b) {
  return (a.exclusive || b.exclusive) && a.checked && b.checked && a.granted < b.unlockEnter &&
         b.granted >= a.unlockEnter;
}

} // namespace

const LockCall *LockWaits::Epoch::callForLock() const {
  const LockCall *forLock = nullptr;
  uint64_t longest = 0;
  for (const LockCall &call : calls) {
    if (!previous || call.leave <= previous->released ||
        call.enter >= std::min(previous->sent.unlockLeave, sent.granted))
      continue;
    uint64_t ticks = std::min(call.leave, previous->sent.unlockLeave) - call.enter;
    if (ticks > longest) {
      forLock = &call;
      longest = ticks;
    }
  }
  return forLock;
}

/// Those of one window and target, by the end of their release, in the order in which they held the
/// lock: who releases it may come back from that after the next one that held it.
void LockWaits::putInOrder(std::span<Epoch> epochs) {
  for (std::size_t i = 1; i < epochs.size(); ++i) {
    std::size_t at = i;
    for (std::size_t j = i; j > 0 && i - j < kFarthest; --j)
      if (heldBefore(epochs[i].sent, epochs[j - 1].sent))
        at = j - 1;
      else if (epochs[j - 1].sent.unlockLeave <= epochs[i].sent.unlockEnter)
        break;
    std::rotate(epochs.begin() + at, epochs.begin() + i, epochs.begin() + i + 1);
  }
}

void LockWaits::addStretch(const Epoch &epoch, const LockCall &call, uint64_t begin, uint64_t end,
                           const Epoch &holder) {
  if (begin < end)
    causes.push_back(
        {.metric = call.operation ? Metric::LockContentionInOperation : Metric::LockContention,
         .waiting = {{epoch.sent.origin, call.thread}, call.context, begin, end},
         .late = {.enter = end,
                  .rank = holder.sent.origin,
                  .thread = holder.sent.thread,
                  .context = holder.sent.unlockContext},
         .since = holder.granted,
         .window = epoch.sent.window,
         .span = 0,
         .progress = false});
}

/// From entering the call until `end` it waited for those that held the lock, one after the other.
void LockWaits::addHolders(const Epoch &epoch, const LockCall &call, uint64_t end) {
  int steps = 0;
  for (const Epoch *holder = epoch.previous; holder && end > call.enter;
       holder = holder->previous) {
    bool more = holder->previous && ++steps < kFarthest;
    uint64_t begin = more ? std::max(call.enter, holder->previous->released) : call.enter;
    addStretch(epoch, call, begin, end, *holder);
    end = std::min(end, begin);
  }
}

void LockWaits::addProgress(const Group &group, const Epoch &epoch, const LockCall &call,
                            uint64_t begin, const Outside &outside) {
  uint32_t span = group.spanOf(outside);
  ++ofPhase[{epoch.sent.window, span}].waited;
  causes.push_back(
      {.metric = call.operation ? Metric::WaitForProgressInOperation : Metric::WaitForProgress,
       .waiting = {{epoch.sent.origin, call.thread}, call.context, begin, outside.until},
       .late = {.enter = outside.until,
                .rank = epoch.sent.target,
                .thread = outside.thread,
                .context = outside.after},
       .since = outside.from,
       .window = epoch.sent.window,
       .span = span,
       .progress = true});
}

/// Decides between two places where the run can be cut by what was seen up to the second of them,
/// so that it does not depend on whether the run is read in phases.
void LockWaits::countVotes(const Analysis &phase) {
  struct Row {
    uint32_t window, span;
    Votes votes;
  };
  std::vector<Row> mine;
  for (const auto &[where, count] : ofPhase)
    mine.push_back({where.first, where.second, count});
  ofPhase.clear();
  std::map<std::pair<uint32_t, uint32_t>, Votes> all;
  for (const std::vector<Row> &from : allGather(phase.comm, mine))
    for (const Row &row : from) {
      Votes &sum = all[{row.window, row.span}];
      sum.alone += row.votes.alone;
      sum.waited += row.votes.waited;
    }
  std::set<std::pair<uint32_t, uint32_t>> needed;
  for (const auto &[where, count] : all) {
    Votes &sum = votes[where.first];
    sum.alone += count.alone;
    sum.waited += count.waited;
    if (servedByTargets(where.first))
      needed.insert(where);
  }
  std::erase_if(causes, [&](const LockStretch &stretch) {
    return stretch.progress && !needed.contains({stretch.window, stretch.span});
  });
}

void LockWaits::addWaits(const Group &group, const Epoch &epoch) {
  const Epoch *previous = epoch.previous;
  const LockCall *forLock = epoch.callForLock();
  for (const LockCall &call : epoch.calls) {
    LockWait wait{.window = epoch.sent.window, .rank = epoch.sent.origin, .context = call.context};
    wait.operation = call.operation;
    uint64_t from = &call == forLock ? std::max(call.enter, previous->released) : call.enter;
    uint64_t until = &call == forLock ? std::min(call.leave, previous->sent.unlockLeave) : from;
    const Outside *outside = nextEnter(group.outside, from);
    bool remote = epoch.sent.origin != epoch.sent.target && outside;
    uint64_t start = remote ? std::max(from, outside->from) : 0;
    if (remote && outside->until <= call.leave && outside->until - start >= group.shortest) {
      wait.progress = outside->until - start;
      wait.target = {.enter = outside->until,
                     .spent = outside->until - outside->from,
                     .rank = epoch.sent.target,
                     .context = outside->after,
                     .before = outside->before,
                     .after = outside->after};
      addProgress(group, epoch, call, start, *outside);
      if (&call == forLock) {
        wait.contention = start - from + (until > outside->until ? until - outside->until : 0);
        addHolders(epoch, call, start);
        addStretch(epoch, call, outside->until, until, *previous);
      }
    } else if (&call == forLock) {
      wait.contention = until - from;
      addHolders(epoch, call, until);
    }
    if (remote && call.since >= outside->from && call.since && call.leave <= outside->until)
      ++ofPhase[{epoch.sent.window, group.spanOf(*outside)}].alone;
    if (&call == forLock) {
      wait.contention += from - call.enter;
      // Of those that held the lock meanwhile, the one that did for longest.
      uint64_t held = 0;
      int steps = 0;
      for (const Epoch *holder = previous;
           holder && steps++ < kFarthest && holder->released > call.enter;
           holder = holder->previous) {
        uint64_t ticks = holder->released - std::max(holder->granted, call.enter);
        if (wait.holder.rank != kNone && ticks <= held)
          continue;
        held = ticks;
        wait.holder = {.enter = holder->released,
                       .spent = holder->sent.unlockLeave - holder->granted,
                       .rank = holder->sent.origin,
                       .context = holder->sent.unlockContext,
                       .before = holder->sent.lockContext,
                       .after = holder->sent.unlockContext};
      }
      if (wait.holder.rank == kNone)
        wait.holder = {.enter = previous->released,
                       .spent = previous->sent.unlockLeave - previous->granted,
                       .rank = previous->sent.origin,
                       .context = previous->sent.unlockContext,
                       .before = previous->sent.lockContext,
                       .after = previous->sent.unlockContext};
    }
    if (wait.contention || wait.progress)
      found.push_back(wait);
  }
}

void LockWaits::match(const Group &group) {
  putInOrder(group.epochs);
  const Epoch *last = nullptr, *lastExclusive = nullptr;
  for (Epoch &epoch : group.epochs) {
    LockEpoch &sent = epoch.sent;
    epoch.granted = sent.lockEnter;
    const Epoch *previous = sent.exclusive ? last : lastExclusive;
    // One that was granted before the other began to release it came first, whatever returned when.
    if (previous && sent.checked && previous->sent.unlockLeave > sent.lockEnter &&
        sent.granted >= previous->sent.unlockEnter) {
      epoch.previous = previous;
      epoch.granted = std::max(sent.lockEnter, previous->released);
    }
    epoch.released = std::max(sent.unlockEnter, epoch.granted);
    addWaits(group, epoch);
    if (keepsHolds && sent.unlockLeave != UINT64_MAX && sent.target != kNone) {
      const LockCall *forLock = epoch.callForLock();
      held.push_back({sent, forLock ? forLock->enter : sent.lockEnter});
    }
    if (!sent.checked || sent.unlockLeave == UINT64_MAX)
      continue;
    last = &epoch;
    if (sent.exclusive)
      lastExclusive = &epoch;
  }
}

void LockWaits::look(const Analysis &phase) {
  found.clear();
  causes.clear();
  held.clear();
  std::vector<LockMessage> messages(phase.processes);
  std::vector<std::pair<uint32_t, uint32_t>> locationsOf(phase.definitions().ranks());
  std::map<uint32_t, Use> used;
  std::vector<LockEpoch> lockAlls;
  forEachRank(phase.trace, [&](uint32_t first, uint32_t end) {
    uint32_t rank = phase.trace.locations[first].rank;
    locationsOf[rank] = {first, end};
    RankLocks &locks = ranks[rank];
    locks.walk(phase, first, end, messages);
    lockAlls.insert(lockAlls.end(), locks.lockAlls.begin(), locks.lockAlls.end());
  });
  for (const LockMessage &message : messages)
    for (const LockEpoch &epoch : message.epochs) {
      Use &use = used.try_emplace(epoch.window, Use{epoch.window, false, false}).first->second;
      use.exclusive = use.exclusive || epoch.exclusive;
      use.all = use.all || epoch.all;
    }
  std::vector<Use> mine;
  for (const auto &[window, use] : used)
    mine.push_back(use);
  bool any = false;
  std::set<uint32_t> exclusive, mixed;
  std::vector<std::vector<Use>> uses = allGather(phase.comm, mine);
  for (const auto &from : uses)
    for (const Use &use : from) {
      any = true;
      if (use.exclusive)
        exclusive.insert(use.window);
    }
  if (!any)
    return;
  for (const auto &from : uses)
    for (const Use &use : from)
      if (use.all && exclusive.count(use.window))
        mixed.insert(use.window);

  // MPI_Win_lock_all conflicts with the exclusive locks of all targets: they are told of it, and
  // who calls it of them.
  std::vector<LockEpoch> everywhere;
  if (!mixed.empty()) {
    std::erase_if(lockAlls, [&](const LockEpoch &epoch) { return !mixed.count(epoch.window); });
    for (const auto &from : allGather(phase.comm, lockAlls))
      everywhere.insert(everywhere.end(), from.begin(), from.end());
    for (LockMessage &message : messages)
      for (std::size_t i = 0, end = message.epochs.size(); i < end; ++i)
        if (LockEpoch epoch = message.epochs[i];
            epoch.exclusive && epoch.target != kNone && mixed.count(epoch.window)) {
          epoch.target = kNone;
          messages[epoch.window % messages.size()].epochs.push_back(epoch);
        }
  }

  std::vector<std::vector<LockEpoch>> toEpochs;
  std::vector<std::vector<LockCall>> toCalls;
  for (LockMessage &message : messages) {
    toEpochs.push_back(std::move(message.epochs));
    toCalls.push_back(std::move(message.calls));
  }
  std::vector<std::vector<LockEpoch>> epochsFrom = allToAll(phase.comm, std::move(toEpochs));
  std::vector<std::vector<LockCall>> callsFrom = allToAll(phase.comm, std::move(toCalls));
  std::vector<Epoch> epochs;
  std::set<std::pair<uint32_t, uint32_t>> lockedHere; // windows and targets
  for (std::size_t p = 0; p < epochsFrom.size(); ++p) {
    std::size_t first = epochs.size();
    for (const LockEpoch &epoch : epochsFrom[p]) {
      epochs.push_back({.sent = epoch, .calls = {}});
      if (mixed.count(epoch.window) && epoch.exclusive)
        lockedHere.insert({epoch.window, epoch.target});
    }
    for (const LockCall &call : callsFrom[p])
      epochs[first + call.epoch].calls.push_back(call);
  }
  for (LockEpoch epoch : everywhere)
    for (auto [window, target] : lockedHere)
      if (window == epoch.window && target != kNone) {
        epoch.target = target;
        epochs.push_back({.sent = epoch, .calls = {}});
      }
  // Of what is told everywhere some was sent here with its calls.
  std::sort(epochs.begin(), epochs.end(), [](const Epoch &a, const Epoch &b) {
    return std::pair(a.order(), b.calls.size()) < std::pair(b.order(), a.calls.size());
  });
  epochs.erase(std::unique(epochs.begin(), epochs.end(),
                           [](const Epoch &a, const Epoch &b) { return a.order() == b.order(); }),
               epochs.end());
  struct Target {
    std::vector<Outside> outside;
    std::vector<uint64_t> cuts;
  };
  std::map<uint32_t, Target> targets;
  for (auto begin = epochs.begin(); begin != epochs.end();) {
    auto end = begin;
    while (end != epochs.end() && end->sent.window == begin->sent.window &&
           end->sent.target == begin->sent.target)
      ++end;
    uint32_t target = begin->sent.target;
    auto [at, isNew] = targets.try_emplace(target);
    if (auto [first, last] = target < locationsOf.size() ? locationsOf[target]
                                                         : std::pair<uint32_t, uint32_t>();
        isNew && first < last)
      at->second = {outsideOf(phase.trace, first, last), cutsOf(phase.trace.locations[first])};
    match({.epochs = {begin, end},
           .outside = at->second.outside,
           .cuts = at->second.cuts,
           .shortest = shortestWait(phase.definitions())});
    begin = end;
  }
  countVotes(phase);
}

} // namespace fencepost::analyzer
