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

  auto order() const {
    return std::tie(sent.window, sent.target, sent.unlockLeave, sent.origin, sent.lockEnter);
  }
};

struct LockWaits::Group {
  std::span<Epoch> epochs;             // by release
  const std::vector<Outside> &outside; // of the target
  uint64_t shortest;                   // ticks of waiting for it
};

namespace {

constexpr int kFarthest = 64; // holders looked back

/// The first time outside of MPI that ends after `time`; null when there is none.
const Outside *nextEnter(const std::vector<Outside> &outside, uint64_t time) {
  auto at = std::upper_bound(outside.begin(), outside.end(), time,
                             [](uint64_t time, const Outside &o) { return time < o.until; });
  return at == outside.end() ? nullptr : &*at;
}

/// How windows are locked in a phase.
struct Use {
  uint32_t window;
  bool exclusive, all;
};

} // namespace

void LockWaits::addWaits(const Group &group, const Epoch &epoch) {
  // The call in which the lock was waited for: the one that waits longest for the release.
  const Epoch *previous = epoch.previous;
  const LockCall *forLock = nullptr;
  uint64_t longest = 0;
  for (const LockCall &call : epoch.calls) {
    if (!previous || call.leave <= previous->released ||
        call.enter >= std::min(previous->sent.unlockLeave, epoch.sent.granted))
      continue;
    uint64_t ticks = std::min(call.leave, previous->sent.unlockLeave) - call.enter;
    if (ticks > longest) {
      forLock = &call;
      longest = ticks;
    }
  }
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
      wait.contention = start - from + (until > outside->until ? until - outside->until : 0);
      if (&call != forLock)
        wait.contention = 0;
    } else if (&call == forLock) {
      wait.contention = until - from;
    }
    if (remote && call.since >= outside->from && call.since && call.leave <= outside->until)
      ++alone[epoch.sent.window];
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
    if (!sent.checked || sent.unlockLeave == UINT64_MAX)
      continue;
    last = &epoch;
    if (sent.exclusive)
      lastExclusive = &epoch;
  }
}

void LockWaits::look(const Analysis &phase) {
  found.clear();
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
        if (LockEpoch epoch = message.epochs[i]; epoch.exclusive && mixed.count(epoch.window)) {
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
  std::sort(epochs.begin(), epochs.end(),
            [](const Epoch &a, const Epoch &b) { return a.order() < b.order(); });
  std::map<uint32_t, std::vector<Outside>> outsides; // by target
  for (auto begin = epochs.begin(); begin != epochs.end();) {
    auto end = begin;
    while (end != epochs.end() && end->sent.window == begin->sent.window &&
           end->sent.target == begin->sent.target)
      ++end;
    uint32_t target = begin->sent.target;
    auto [outside, isNew] = outsides.try_emplace(target);
    if (isNew && target < locationsOf.size())
      outside->second =
          outsideOf(phase.trace, locationsOf[target].first, locationsOf[target].second);
    match({.epochs = {begin, end},
           .outside = outside->second,
           .shortest = shortestWait(phase.definitions())});
    begin = end;
  }
}

} // namespace fencepost::analyzer
