//===- RankWalker.cpp - walks over a rank's events ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/RankWalker.h"

#include "model/Site.h"

#include <algorithm>

namespace fencepost::analyzer::races {

namespace {

void learn(std::vector<uint64_t> &to, const std::vector<uint64_t> &from) {
  for (std::size_t i = 0; i < from.size(); ++i)
    to[i] = std::max(to[i], from[i]);
}

} // namespace

RankWalker::RankWalker(const WalkOf &of, const Timeline &timeline, const KnownOrder *known)
    : analysis_(of.analysis), trace_(of.analysis.trace), definitions_(of.analysis.definitions()),
      timeline_(timeline), participations_(of.participations), numbering_(of.numbering),
      known_(known), threadOrder_(trace_.locations, timeline),
      synchronousSends_(of.synchronousSends), severalStrands_(timeline.strands.size() > 1),
      sharedMemory_(SharedMemory::shared(trace_, timeline.rank)),
      syncsMatter_(!sharedMemory_.empty() ||
                   !SharedMemory::separate(trace_, timeline.rank).empty()),
      rank_(timeline.rank) {
  plan_.rank = rank_;
  plan_.firstProbe = numbering_.probes;
  plan_.sharesMemory = !sharedMemory_.empty();
  plan_.programs.resize(timeline.strands.size());
  for (std::size_t i = 0; i < timeline.strands.size(); ++i)
    plan_.programs[i].strand = timeline.strands[i];
  for (uint32_t location : timeline.locations)
    mapsPeers_ |= !trace_.locations[location].mapped.empty();
  if (severalStrands_)
    threadsKnow_.assign(timeline.strands.size(), Dense(timeline.strands.size()));
  if (auto carried = of.carried.find(rank_); carried != of.carried.end())
    takeOver(carried->second);
}

void RankWalker::takeOver(const Carried &from) {
  windows_ = from.windows;
  for (const auto &[window, state] : windows_)
    for (std::size_t n = state.locks.size() + state.lockAll.has_value(); n > 0; --n)
      lockEpochs_.push_back({End{.position = 0}, {}});
  for (const auto &[key, context] : from.fences)
    plan_.exposures.fences[key] = {.probe = probe(0, 0), .opened = context};
  for (std::size_t i = 0; i < timeline_.locations.size(); ++i)
    if (auto taken = from.taken.find(trace_.locations[timeline_.locations[i]].thread);
        taken != from.taken.end())
      plan_.programs[timeline_.own[i].first].syncs.push_back(taken->second);
}

void RankWalker::carryOver(Carried &to) {
  to.windows = std::move(windows_);
  to.fences.clear();
  uint32_t locks = 0;
  for (auto &[window, state] : to.windows) {
    state.beginPhase(locks);
    if (state.fences == 0)
      continue;
    auto open = plan_.exposures.fences.find({window, state.fences - 1});
    if (open != plan_.exposures.fences.end())
      to.fences[open->first] = open->second.opened;
  }
  for (std::size_t i = 0; i < timeline_.locations.size(); ++i)
    for (const Sync &sync : plan_.programs[timeline_.own[i].last].syncs)
      if (!sync.gives) {
        uint32_t thread = trace_.locations[timeline_.locations[i]].thread;
        auto taken = to.taken.try_emplace(thread, sync).first;
        if (taken->second.time <= sync.time)
          taken->second = sync;
      }
}

RankPlan RankWalker::run(Carried *next) {
  for (Timeline::Step step : timeline_.steps(trace_.locations))
    visit(step);
  if (known_)
    endHolds();
  if (next)
    carryOver(*next);
  return std::move(plan_);
}

// ---- the event being visited

void RankWalker::visit(Timeline::Step step) {
  thread_ = step.thread;
  location_ = timeline_.locations[step.thread];
  index_ = step.event;
  const Positions &positions = timeline_.positions[step.thread];
  strand_ = positions.strand[index_];
  event_ = &trace_.locations[location_].events[index_];
  enter_ = positions.enter[index_];
  leave_ = positions.leave[index_];
  auto found = participations_.find({location_, index_});
  parts_ = found == participations_.end() ? std::span<const Participation *const>()
                                          : std::span<const Participation *const>(found->second);
  if (event_->step != ThreadStep::None)
    threads();
  else if (isSegment(*event_))
    segment();
  else if (isOperation(event_->kind))
    operation();
  else if (isSynchronization(event_->kind))
    synchronization();
  else
    other();
}

void RankWalker::act(Action::Kind kind, uint32_t index, bool binds) {
  bool atLeave = kind == Action::Take;
  if (atLeave && !left())
    return;
  actions().push_back(
      {atLeave ? leave_ : enter_, atLeave ? event_->leave : event_->enter, kind, binds, index});
  if (event_->step == ThreadStep::None && kind != Action::Probe)
    noteSync(kind == Action::Give);
}

void RankWalker::noteSync(bool gives) {
  plan_.programs[strand_].syncs.push_back(
      {gives ? event_->enter : event_->leave, event_->context, gives});
}

uint32_t RankWalker::probe(uint64_t position, uint64_t time) {
  actions().push_back({position, time, Action::Probe, true, numbering_.probes});
  return numbering_.probes++;
}

Source RankWalker::source() {
  return {location_, index_, strand_, enter_, probe(enter_, event_->enter)};
}

uint32_t RankWalker::worldRank(uint32_t peer) const {
  uint32_t comm =
      event_->window == kNone ? event_->comm : definitions_.windows[event_->window].comm;
  return definitions_.worldRank(comm, peer, rank_);
}

void RankWalker::threads() {
  if (plan_.sharesMemory)
    sharedObject();
  for (const ThreadFlow &flow : threadOrder_.flows(thread_, index_)) {
    uint32_t number = numbering_.instance(threadOrder_.instance(flow));
    Dense &mine = threadsKnow_[strand_];
    Dense &object = objectsKnow_.try_emplace(flow.chain, mine.size()).first->second;
    act(flow.gives ? Action::Give : Action::Take, number);
    if (flow.gives) {
      learn(object, mine);
      object[strand_] = std::max(object[strand_], enter_);
    } else {
      learn(mine, object);
    }
  }
}

/// What other processes may release and acquire, too, synchronizes the memory besides.
void RankWalker::sharedObject() {
  bool gives = event_->step == ThreadStep::Release;
  if (!gives && event_->step != ThreadStep::Acquire)
    return;
  const SharedPart *part = sharedMemory_.partAt(event_->request, event_->enter);
  if (!part)
    return;
  uint32_t owner = part->owner == kNone
                       ? rank_
                       : definitions_.windowComm(part->window).worldRank(part->owner, rank_);
  plan_.sharedSteps.push_back({part->window, owner, event_->request - part->begin, event_->enter,
                               gives ? enter_ : leave_, strand_, 0, gives});
  uint32_t entered = probe(enter_, event_->enter);
  plan_.windowSyncs.push_back(
      {kNone, strand_, enter_, leave_, entered, probe(leave_, event_->leave)});
}

// ---- locks

/// Of the rank on itself, as far as what starts with the clock of the probe knows of them.
uint32_t RankWalker::selfHolds(uint32_t probe) {
  std::vector<Hold> holds;
  for (const auto &[window, state] : windows_)
    if (const Hold *hold = state.lockOn(rank_); hold && knowsLock(*hold, probe))
      holds.push_back(*hold);
  return number(holds);
}
/// Likewise on other ranks, whose memory may be mapped here.
uint32_t RankWalker::peerHolds(uint32_t probe) {
  std::vector<Hold> holds;
  if (!mapsPeers_)
    return 0;
  for (const auto &[window, state] : windows_) {
    for (const auto &[target, hold] : state.locks)
      if (target != rank_ && knowsLock(hold, probe))
        holds.push_back(hold);
    if (state.lockAll && knowsLock(*state.lockAll, probe))
      holds.push_back(*state.lockAll);
  }
  return number(holds);
}
/// An access is in a lock epoch only if it comes after the lock, whichever thread made that.
bool RankWalker::knowsLock(const Hold &hold, uint32_t probe) const {
  const LockEpoch &epoch = lockEpochs_[hold.epoch];
  if (epoch.locked.strand == strand_ || epoch.locked.position == 0) // 0: of an earlier phase
    return true;
  // Before there are clocks, what synchronization of threads tells (AtomicChains.h asks).
  return known_ ? knows(probe, epoch.locked)
                : threadsKnow_[strand_][epoch.locked.strand] >= epoch.locked.position;
}
bool RankWalker::knows(uint32_t probe, const End &point) const {
  const Clocks &clocks = known_->clocks;
  return clocks.clocks[clocks.probes[probe].clock].knows(known_->plan.stamp(point));
}
uint32_t RankWalker::number(const std::vector<Hold> &holds) {
  if (holds.empty())
    return 0;
  std::vector<uint32_t> epochs;
  for (const Hold &hold : holds)
    epochs.push_back(hold.epoch);
  auto [found, isNew] =
      holdsOf_.try_emplace(std::move(epochs), static_cast<uint32_t>(plan_.holds.size()));
  if (isNew)
    plan_.holds.push_back(holds);
  return found->second;
}

/// Those that are held from the begin to the end, which is now.
void RankWalker::keepHolds(uint32_t &self, uint32_t &peers) {
  auto keep = [&](uint32_t &set) {
    if (!set)
      return;
    std::vector<Hold> holds = plan_.holds[set];
    std::erase_if(holds, [&](const Hold &hold) { return lockEpochs_[hold.epoch].over; });
    set = number(holds);
  };
  keep(self);
  keep(peers);
}

/// Which epochs an access is in, once all are over: the unlock comes after it, whichever thread
/// makes that.
void RankWalker::endHolds() {
  auto lasts = [&](const Hold &hold, const End &end) {
    const LockEpoch &epoch = lockEpochs_[hold.epoch];
    if (!epoch.over || !end.known())
      return !epoch.over;
    return epoch.unlocked.strand == end.strand || knows(epoch.unlockProbe, end);
  };
  auto keep = [&](uint32_t &set, const End &end, uint32_t more) {
    if (!set)
      return;
    std::vector<Hold> holds = plan_.holds[set];
    std::erase_if(holds, [&](const Hold &hold) {
      return !lasts(hold, end) &&
             std::none_of(plan_.moreEnds[more].begin(), plan_.moreEnds[more].end(),
                          [&](const End &other) { return lasts(hold, other); });
    });
    if (holds.size() < plan_.holds[set].size())
      set = number(holds);
  };
  for (LocalUse &use : plan_.locals) {
    keep(use.holds, use.end, 0);
    keep(use.peerHolds, use.end, 0);
  }
  for (Operation &operation : plan_.operations) {
    keep(operation.selfHolds, operation.local, operation.moreLocal);
    keep(operation.peerHolds, operation.local, operation.moreLocal);
  }
}

// ---- loads, stores, buffers

/// Atomic accesses to shared windows, which C and C++ order with all before and after them.
bool RankWalker::hasSharedAtomics() const {
  if (sharedMemory_.empty())
    return false;
  std::span ranges(trace_.locations[location_].ranges);
  return std::ranges::any_of(
      ranges.subspan(event_->firstRange, event_->rangeCount), [&](const Range &range) {
        return (range.kind == RangeKind::Load || range.kind == RangeKind::Store) &&
               definitions_.contexts[range.context].call == kAtomicAccess &&
               sharedMemory_.windowAt(range.address, event_->enter) != kNone;
      });
}

void RankWalker::segment() {
  LocalUse use;
  uint64_t at = enter_;
  use.begin = enter_;
  if (timeline_.merged) {
    // The clock at the segment's end and a stamp at its begin: whatever the other threads did in
    // between, accesses that look concurrent then are.
    at = leave_;
    use.begin = leave_ - 1; // before the call there
  }
  uint64_t time = timeline_.merged ? event_->leave : event_->enter;
  use.source = {location_, index_, strand_, enter_, probe(at, time)};
  use.end = {enter_, kNone, event_->enter, strand_};
  use.holds = selfHolds(use.source.probe);
  use.peerHolds = peerHolds(use.source.probe);
  plan_.locals.push_back(use);
  if (hasSharedAtomics())
    plan_.windowSyncs.push_back(
        {kNone, strand_, enter_, use.begin, use.source.probe, use.source.probe});
}

void RankWalker::buffer() {
  if (event_->rangeCount == 0)
    return;
  bool pending = event_->flags & kNonBlocking;
  Source from = source();
  plan_.locals.push_back(
      {from, pending ? End{} : end(), selfHolds(from.probe), peerHolds(from.probe)});
}

} // namespace fencepost::analyzer::races
