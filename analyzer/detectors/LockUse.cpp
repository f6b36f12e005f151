//===- LockUse.cpp - what the epochs of passive target are used for ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/detectors/LockUse.h"

#include "analyzer/detectors/Epochs.h"
#include "analyzer/match/Exchange.h"
#include "analyzer/match/RankEvents.h"

namespace fencepost::analyzer {

namespace {

constexpr uint64_t kElement = 8;      // bytes of the largest element taken for one
constexpr uint32_t kSwap = kNone - 1; // op of MPI_Compare_and_swap

/// Adds the ops and uses of one row to another of the same target.
void merge(LockedTarget &to, const LockedTarget &from) {
  to.uses |= from.uses;
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
    if (event.bytes > kElement)
      one.uses |= kUsesWide;
    if (op != "MPI_NO_OP") {
      one.op = event.kind == EventKind::CompareAndSwap ? kSwap : event.op;
      one.type = event.type;
    }
    // Elements of different updates would mix.
    if (event.kind != EventKind::CompareAndSwap &&
        (op.empty() || op == "user" || (op == "MPI_REPLACE" && event.bytes > kElement)))
      one.uses |= kUsesSeveralOps;
  }
  merge(at(event.window, target, rank), one);
  if (!epoch)
    return;
  ++epoch->operations;
  epoch->onlyGets = epoch->onlyGets && event.kind == EventKind::Get;
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
    break;
  case EventKind::Fence:
  case EventKind::Post:
  case EventKind::Start:
    if (state.locked.count(window))
      state.interrupted.insert(window);
    break;
  case EventKind::Unlock:
    if (auto found = state.open.find({window, target()}); found != state.open.end()) {
      const Epoch &epoch = found->second;
      LockedLine &line = lines[{epoch.context, event.context, window, rank}];
      line.lock = epoch.context;
      line.unlock = event.context;
      line.window = window;
      line.rank = rank;
      ++line.epochs;
      line.operations += epoch.operations;
      line.withoutOperations += epoch.operations == 0;
      line.idle += !epoch.busy;
      line.exclusive += epoch.exclusive;
      line.itself = line.itself || target() == rank;
      LockedTarget &row = at(window, target(), rank);
      if (epoch.exclusive)
        row.uses |= kUsesExclusive;
      if (!epoch.operations)
        row.uses |= kUsesNothing;
      if (epoch.exclusive && (epoch.other || (epoch.operations > 1 && !epoch.onlyGets)))
        row.uses |= kUsesSequence;
      state.open.erase(found);
    }
    break;
  default:
    break;
  }
  bool flushes = event.kind >= EventKind::Flush && event.kind <= EventKind::FlushLocalAll;
  for (auto &[where, epoch] : state.open) {
    epoch.busy = true;
    bool own = where.first == window && isOperation(event.kind) && where.second == target();
    if (!own && !(flushes && where.first == window))
      epoch.other = true;
  }
  if (isOperation(event.kind) && state.locked.count(window)) {
    auto epoch = state.open.find({window, target()});
    operation(definitions, rank, target(), event,
              epoch == state.open.end() ? nullptr : &epoch->second);
  }
  if (event.kind == EventKind::Lock && target() != kNone) {
    if (state.interrupted.count(window))
      mixed.insert(window);
    state.locked.insert(window);
    state.open[{window, target()}] = {.context = event.context,
                                      .exclusive = (event.flags & kExclusive) != 0};
  }
}

void LockUse::look(const Analysis &phase) {
  shared.merge(sharedWindows(phase.trace));
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
  unite(mixed, run.mixed);
  unite(shared, run.shared);
  return run;
}

std::string LockedRun::compatible(const Definitions &definitions, uint32_t window) const {
  bool oneOrigin = true, gets = false;
  std::string ops;
  for (auto at = targets.lower_bound({window, 0}); at != targets.end() && at->first.first == window;
       ++at) {
    LockedTarget sum = at->second.front();
    for (const LockedTarget &row : at->second)
      merge(sum, row);
    if (!(sum.uses & kUsesExclusive) || at->second.size() == 1)
      continue;
    oneOrigin = false;
    constexpr uint32_t kOnlyGets = kUsesExclusive | kUsesGet;
    constexpr uint32_t kOnlyAtomics = kUsesExclusive | kUsesAtomics | kUsesFetch | kUsesWide;
    if (!(sum.uses & ~kOnlyGets)) {
      gets = true;
      continue;
    }
    // Whoever reads several elements would see some updated and others not.
    if (sum.uses & ~kOnlyAtomics || (sum.uses & kUsesFetch && sum.uses & kUsesWide))
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
