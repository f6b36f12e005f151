//===- LockUse.cpp - what the epochs of passive target are used for ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/LockUse.h"

#include "analyzer/detectors/Cost.h"
#include "analyzer/detectors/Epochs.h"
#include "analyzer/match/ElementTypes.h"
#include "analyzer/match/Exchange.h"
#include "analyzer/match/RankEvents.h"

namespace fencepost::analyzer {

namespace {

constexpr uint32_t kSwap = kNone - 1; // op of MPI_Compare_and_swap

/// Adds the ops and uses of one row to another of the same target.
void merge(LockedTarget &to, const LockedTarget &from) {
  to.uses |= from.uses;
  to.epochs += from.epochs;
  to.working += from.working;
  if (from.op == kNone)
    return;
  if (to.op != kNone && (to.op != from.op || to.type != from.type))
    to.uses |= kUsesSeveralOps;
  to.op = from.op;
  to.type = from.type;
}

} // namespace

LockedTarget &LockUse::at(uint32_t window, uint32_t target, uint32_t origin) {
  LockedTarget &row = targets[{window, target, origin}];
  row.window = window;
  row.target = target;
  row.origin = origin;
  return row;
}

void LockUse::operation(const Definitions &definitions, uint32_t rank, uint32_t target,
                        const Event &event, Epoch *epoch) {
  LockedTarget one{event.window, target, rank};
  if (event.kind == EventKind::Get) {
    one.uses = kUsesGet;
  } else if (event.kind == EventKind::Put) {
    one.uses = kUsesPut;
  } else {
    const std::string &op = definitions.strings[event.op];
    one.uses = kUsesAtomics;
    if (event.kind != EventKind::Accumulate)
      one.uses |= kUsesFetch;
    // The accumulate family is atomic for each element by itself (MPI 4.1, 12.7.1).
    const std::string &type = definitions.strings[event.type];
    if (event.bytes > elementExtent(type) || isPairType(type))
      one.uses |= kUsesWide;
    if (op != "MPI_NO_OP") {
      one.op = event.kind == EventKind::CompareAndSwap ? kSwap : event.op;
      one.type = event.type;
    }
    if (event.kind != EventKind::CompareAndSwap && (op.empty() || op == "user"))
      one.uses |= kUsesSeveralOps;
  }
  merge(at(event.window, target, rank), one);
  if (!epoch)
    return;
  ++epoch->operations;
  epoch->onlyGets = epoch->onlyGets && event.kind == EventKind::Get;
}

LockUse::Epoch *LockUse::Rank::epochOf(uint32_t window, uint32_t target) {
  if (auto found = open.find({window, target}); found != open.end())
    return &found->second;
  auto all = openAll.find(window);
  return all == openAll.end() ? nullptr : &all->second;
}

LockedLine &LockUse::closed(const Event &event, uint32_t rank, const Epoch &epoch) {
  LockedLine &line = lines[{epoch.context, event.context, event.window, rank}];
  line.lock = epoch.context;
  line.unlock = event.context;
  line.window = event.window;
  line.rank = rank;
  line.all = event.kind == EventKind::UnlockAll;
  ++line.epochs;
  line.operations += epoch.operations;
  line.withoutOperations += epoch.operations == 0;
  return line;
}

void LockUse::unlock(const Event &event, uint32_t rank, uint32_t target, Epoch &epoch) {
  epoch.passes(event);
  LockedLine &line = closed(event, rank, epoch);
  line.idle += !epoch.busy;
  line.exclusive += epoch.exclusive;
  line.itself = line.itself || target == rank;
  LockedTarget &row = at(event.window, target, rank);
  if (epoch.exclusive) {
    row.uses |= kUsesExclusive;
    ++row.epochs;
    row.working += epoch.outside > noTime;
  }
  if (!epoch.operations)
    row.uses |= kUsesNothing;
  if (epoch.exclusive && (epoch.other || (epoch.operations > 1 && !epoch.onlyGets)))
    row.uses |= kUsesSequence;
}

void LockUse::locks(uint32_t rank, uint32_t window) {
  uint32_t before = fences[{rank, window}];
  FencesBefore &after = lockedAfter.try_emplace(window, window, before, before).first->second;
  after.first = std::min(after.first, before);
  after.last = std::max(after.last, before);
}

void LockUse::visit(const Definitions &definitions, uint32_t rank, const Event &event,
                    Rank &state) {
  auto target = [&] {
    return event.peer == kNone ? kNone : definitions.worldRank(event.comm, event.peer, rank);
  };
  uint32_t window = event.window;
  switch (event.kind) {
  case EventKind::LockAll:
    lockAll.insert(window);
    locks(rank, window);
    state.openAll[window] = {.context = event.context};
    break;
  case EventKind::UnlockAll:
    if (auto found = state.openAll.find(window); found != state.openAll.end()) {
      closed(event, rank, found->second);
      state.openAll.erase(found);
    }
    break;
  case EventKind::Fence:
    ++fences[{rank, window}];
    break;
  case EventKind::Post:
  case EventKind::Start:
    pairwise.insert(window);
    break;
  case EventKind::Unlock:
    if (auto found = state.open.find({window, target()}); found != state.open.end()) {
      unlock(event, rank, target(), found->second);
      state.open.erase(found);
    }
    break;
  default:
    break;
  }
  bool flushes = isFlush(event.kind);
  for (auto &[where, epoch] : state.open) {
    epoch.busy = true;
    if (event.kind != EventKind::Local)
      epoch.passes(event);
    bool own = where.first == window && isOperation(event.kind) && where.second == target();
    if (!own && !(flushes && where.first == window))
      epoch.other = true;
  }
  if (isOperation(event.kind)) {
    Epoch *epoch = state.epochOf(window, target());
    if (state.locked.count(window))
      operation(definitions, rank, target(), event, epoch);
    else if (epoch)
      ++epoch->operations;
  }
  if (event.kind == EventKind::Lock && target() != kNone) {
    state.locked.insert(window);
    locks(rank, window);
    state.open[{window, target()}] = {.context = event.context,
                                      .exclusive = (event.flags & kExclusive) != 0,
                                      .until = event.leave};
  }
}

void LockUse::look(const Analysis &phase) {
  shared.merge(sharedWindows(phase.trace));
  noTime = static_cast<uint64_t>(kNoTime * double(phase.definitions().ticksPerSecond));
  forEachRank(phase.trace, [&](uint32_t first, uint32_t end) {
    uint32_t rank = phase.trace.locations[first].rank;
    Rank &state = ranks[rank];
    forEachByTime(phase.trace, first, end, [&](uint32_t location, uint32_t index) {
      const Event &event = phase.trace.locations[location].events[index];
      if (!state.open.empty() || event.window != kNone)
        visit(phase.definitions(), rank, event, state);
    });
  });
}

LockedRun LockUse::ofRun(const Analysis &analysis) const {
  auto values = [](const auto &map) {
    std::vector<typename std::decay_t<decltype(map)>::mapped_type> all;
    for (const auto &[key, value] : map)
      all.push_back(value);
    return all;
  };
  LockedRun run;
  for (const auto &from : gather(analysis.comm, values(lines)))
    run.lines.insert(run.lines.end(), from.begin(), from.end());
  for (const auto &from : gather(analysis.comm, values(targets)))
    for (const LockedTarget &row : from) {
      run.targets[{row.window, row.target}].push_back(row);
      if (row.uses & kUsesExclusive)
        run.exclusive.insert(row.window);
    }
  auto unite = [&](const std::set<uint32_t> &mine, std::set<uint32_t> &all) {
    for (const auto &from : gather(analysis.comm, std::vector<uint32_t>(mine.begin(), mine.end())))
      all.insert(from.begin(), from.end());
  };
  unite(lockAll, run.lockAll);
  unite(pairwise, run.mixed);
  unite(shared, run.shared);
  std::map<uint32_t, FencesBefore> after;
  for (const auto &from : gather(analysis.comm, values(lockedAfter)))
    for (const FencesBefore &row : from) {
      FencesBefore &all = after.try_emplace(row.window, row).first->second;
      if (std::min(all.first, row.first) != std::max(all.last, row.last))
        run.mixed.insert(row.window);
      all.first = std::min(all.first, row.first);
      all.last = std::max(all.last, row.last);
    }
  return run;
}

std::string LockedRun::compatible(const Definitions &definitions, uint32_t window) const {
  bool oneOrigin = true, gets = false;
  std::string ops;
  for (auto at = targets.lower_bound({window, 0}); at != targets.end() && at->first.first == window;
       ++at) {
    LockedTarget sum{};
    for (const LockedTarget &row : at->second)
      merge(sum, row);
    if (!(sum.uses & kUsesExclusive) || at->second.size() == 1)
      continue;
    oneOrigin = false;
    constexpr uint32_t kOnlyGets = kUsesExclusive | kUsesGet;
    constexpr uint32_t kOnlyAtomics = kUsesExclusive | kUsesAtomics | kUsesFetch;
    // What is done under the lock may need it: a file, memory of no window.
    if (sum.working * kMostInterrupted > sum.epochs)
      return "";
    if (!(sum.uses & ~kOnlyGets)) {
      gets = true;
      continue;
    }
    // Of several elements somebody may see some updated and others not.
    if (sum.uses & ~kOnlyAtomics)
      return "";
    ops = sum.op == kSwap
              ? "MPI_Compare_and_swap, one in an epoch"
              : "atomics with " + (sum.op == kNone ? "MPI_NO_OP" : definitions.strings[sum.op]) +
                    ", one in an epoch";
  }
  if (oneOrigin)
    return "no two ranks lock the same target";
  return gets && !ops.empty() ? "only gets at some targets and at others only " + ops + ", meet"
         : gets               ? "only gets meet"
                              : "only " + ops + ", meet";
}

} // namespace fencepost::analyzer
