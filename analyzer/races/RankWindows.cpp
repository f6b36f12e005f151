//===- RankWindows.cpp - operations and synchronization of windows ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/RankWalker.h"
#include "analyzer/races/WindowParts.h"

namespace fencepost::analyzer::races {

namespace {

constexpr uint32_t kNoCheck = 1, kNoPrecede = 8; // docs/trace-format.md, fencepost::assert

bool isGetLike(EventKind kind) {
  return kind == EventKind::Get || (isAtomic(kind) && kind != EventKind::Accumulate);
}

} // namespace

// ---- operations and their ends

void RankWalker::operation() {
  if (event_->flags & kErroneous)
    return;
  Operation operation{source(), worldRank(event_->peer)};
  if (operation.target == kNone)
    return;
  WindowState &state = windows_[event_->window];
  state.enterEpoch(operation);
  if (const Hold *hold = state.lockOn(operation.target))
    operation.holds = number({*hold});
  operation.selfHolds = selfHolds(operation.source.probe);
  operation.peerHolds = peerHolds(operation.source.probe);
  if (operation.epoch == EpochKind::Pscw && isGetLike(event_->kind))
    state.started[operation.target].getLike = true;
  auto id = static_cast<uint32_t>(plan_.operations.size());
  state.begin(operation, id, left() ? leave_ : UINT64_MAX);
  if (event_->request)
    requests_[event_->request] = {Request::Operation, id, {}};
  plan_.operations.push_back(operation);
}

/// Whether the data that came back is all there was to do at the target.
bool RankWalker::onlyReads(const Event &event) const {
  return event.kind == EventKind::Get ||
         (isGetLike(event.kind) && definitions_.strings[event.op] == "MPI_NO_OP");
}

/// This call, as one that completes operations. Threads that nothing orders are not known to do so
/// in the order of time.
WindowState::Completer RankWalker::completer() {
  if (!severalStrands_)
    return {strand_, [this](uint32_t, uint64_t position) { return position <= enter_; }};
  plan_.completers[event_->window].insert(strand_);
  uint32_t clock = probe(enter_, event_->enter);
  if (!known_)
    return {strand_, [this](uint32_t, uint64_t position) { return position <= enter_; }};
  const Clock &here = known_->clocks.clocks[known_->clocks.probes[clock].clock];
  auto knows = [this, &here](uint32_t strand, uint64_t position) {
    return strand == strand_ ? position <= enter_
                             : here.knows(known_->plan.programs[strand].stamp(position));
  };
  return {strand_, knows, &known_->plan.completers.at(event_->window)};
}

/// An operation ends here, or here as well: for those that do not know of the other ends.
void RankWalker::endAt(End &first, uint32_t &more, const End &end) {
  if (!first.known()) {
    first = end;
  } else if (known_) {
    if (!more) {
      more = static_cast<uint32_t>(plan_.moreEnds.size());
      plan_.moreEnds.emplace_back();
    }
    plan_.moreEnds[more].push_back(end);
  }
}

void RankWalker::endLocal(Operation &operation, const End &end) {
  if (!end.known())
    return;
  // The buffer was in use only while the lock was held, or not.
  if (!operation.local.known())
    keepHolds(operation.selfHolds, operation.peerHolds);
  endAt(operation.local, operation.moreLocal, end);
  if (onlyReads(eventOf(operation)))
    endAt(operation.remote, operation.moreRemote, end);
}

void RankWalker::completeLocal(uint32_t target) {
  if (left())
    windows_[event_->window].completeLocal(
        target, completer(), [&](uint32_t id) { endLocal(plan_.operations[id], end()); });
}

void RankWalker::completeRemote(uint32_t target, const End &end) {
  if (left())
    windows_[event_->window].completeRemote(target, completer(), [&](uint32_t id) {
      Operation &operation = plan_.operations[id];
      endAt(operation.remote, operation.moreRemote, end);
    });
}

/// The end of a collective completion at the target: others learn of the call's enter, by the
/// call's own edges and only by those.
End RankWalker::remoteEnd() const { return {enter_, event_->context, event_->leave, strand_}; }

// ---- synchronization of windows

void RankWalker::windowSync() {
  if (!syncsMatter_ || !left() || event_->flags & kFailedTest)
    return;
  uint32_t entered = severalStrands_ ? probe(enter_, event_->enter) : 0;
  plan_.windowSyncs.push_back(
      {event_->window, strand_, enter_, leave_, entered, probe(leave_, event_->leave)});
}

void RankWalker::synchronization() {
  windowSync();
  WindowState &state = windows_[event_->window];
  // A flush or unlock whose target the trace does not tell completes all.
  uint32_t target = event_->peer == kNone ? kNone : worldRank(event_->peer);
  switch (event_->kind) {
  case EventKind::Fence:
    fence(state);
    break;
  case EventKind::Start:
    for (const Participation *part : parts_)
      state.started[part->key.target] = {part->key.sequence, event_->context};
    break;
  case EventKind::Complete:
    complete(state);
    break;
  case EventKind::Post:
    post();
    break;
  case EventKind::Wait:
  case EventKind::Test:
    wait();
    break;
  case EventKind::Lock:
    state.locks[target] = hold(target, event_->flags & kExclusive);
    break;
  case EventKind::LockAll:
    state.lockAll = hold(kNone, false);
    break;
  case EventKind::Unlock:
  case EventKind::Flush:
    completeRemote(target, end());
    completeLocal(target);
    if (auto held = state.locks.find(target);
        event_->kind == EventKind::Unlock && held != state.locks.end()) {
      unlock(held->second);
      state.locks.erase(held);
    }
    break;
  case EventKind::UnlockAll:
  case EventKind::FlushAll:
    completeRemote(kNone, end());
    completeLocal(kNone);
    if (event_->kind == EventKind::UnlockAll && state.lockAll) {
      unlock(*state.lockAll);
      state.lockAll.reset();
    }
    break;
  case EventKind::FlushLocal:
    completeLocal(target);
    break;
  case EventKind::FlushLocalAll:
    completeLocal(kNone);
    break;
  default:
    break;
  }
}

Hold RankWalker::hold(uint32_t target, bool exclusive) {
  bool checked = !(event_->assertion & kNoCheck);
  auto epoch = static_cast<uint32_t>(lockEpochs_.size());
  lockEpochs_.push_back({end(), {}});
  return {event_->window, rank_, target, epoch, exclusive, checked, event_->context};
}

void RankWalker::unlock(const Hold &hold) {
  LockEpoch &epoch = lockEpochs_[hold.epoch];
  epoch.over = true;
  epoch.unlocked = end();
  if (severalStrands_)
    epoch.unlockProbe = probe(enter_, event_->enter);
}

void RankWalker::post() {
  for (const Participation *part : parts_) {
    act(Action::Give, instance(part->key, Flow::PostToComplete));
    plan_.exposures.posts[{event_->window, part->key.origin, part->key.sequence}] = {
        probe(enter_, event_->enter), strand_, enter_, {}, event_->context};
  }
}

void RankWalker::wait() {
  for (const Participation *part : parts_) {
    act(Action::Take, instance(part->key, Flow::CompleteToWait));
    plan_.exposures.posts[{event_->window, part->key.origin, part->key.sequence}].end = end();
  }
}

void RankWalker::fence(WindowState &state) {
  completeRemote(kNone, remoteEnd());
  completeLocal(kNone);
  bool binds = !(event_->assertion & kNoPrecede);
  if (!binds)
    plan_.exposures.fences[{event_->window, state.fences}] = {
        probe(enter_, event_->enter), strand_, enter_, {}, event_->context};
  together(binds);
  ++state.fences;
  state.fenceContext = event_->context;
}

void RankWalker::complete(WindowState &state) {
  for (const Participation *part : parts_) {
    uint32_t target = part->key.target;
    completeLocal(target);
    act(Action::Give, instance(part->key, Flow::CompleteToWait));
    if (auto epoch = state.started.find(target);
        epoch != state.started.end() && epoch->second.getLike)
      act(Action::Take, instance(part->key, Flow::PostToComplete));
    state.started.erase(target);
  }
}

void RankWalker::freeWindow() {
  windowSync();
  completeRemote(kNone, remoteEnd());
  completeLocal(kNone);
  if (!noLocks())
    together(true);
  if (left())
    windows_.erase(event_->window);
}

bool RankWalker::noLocks() const {
  // Any thread may have created it.
  const WindowPart *part = findWindowPart(trace_, rank_, event_->window);
  return part && definitions_.hint(part->info, "no_locks") == "true";
}

} // namespace fencepost::analyzer::races
