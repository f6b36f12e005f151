//===- RankWalk.cpp - one walk over a rank's events -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/RankWalk.h"

#include "analyzer/races/CollectiveFlows.h"
#include "analyzer/races/WindowState.h"

#include <algorithm>
#include <set>
#include <span>

namespace fencepost::analyzer::races {

namespace {

constexpr uint32_t kNoCheck = 1, kNoPrecede = 8; // docs/trace-format.md, fencepost::assert

bool isGetLike(EventKind kind) {
  return kind == EventKind::Get || (isAtomic(kind) && kind != EventKind::Accumulate);
}

class RankWalk {
public:
  using Participations =
      std::map<std::pair<uint32_t, uint32_t>, std::vector<const Participation *>>;

  RankWalk(const Analysis &analysis, const Timeline &timeline, const Participations &participations,
           Numbering &numbering, bool synchronousSends)
      : trace_(analysis.trace), definitions_(analysis.definitions()), timeline_(timeline),
        participations_(participations), numbering_(numbering), synchronousSends_(synchronousSends),
        rank_(timeline.rank) {
    plan_.program.rank = rank_;
    for (uint32_t location : timeline.locations)
      mapsPeers_ |= !trace_.locations[location].mapped.empty();
  }

  RankPlan run() {
    for (Timeline::Step step : timeline_.steps(trace_.locations))
      visit(step);
    return std::move(plan_);
  }

private:
  // ---- the event being visited

  void visit(Timeline::Step step) {
    location_ = timeline_.locations[step.thread];
    index_ = step.event;
    event_ = &trace_.locations[location_].events[index_];
    enter_ = timeline_.positions[step.thread].enter[index_];
    leave_ = timeline_.positions[step.thread].leave[index_];
    auto found = participations_.find({location_, index_});
    parts_ = found == participations_.end() ? std::span<const Participation *const>()
                                            : std::span<const Participation *const>(found->second);
    if (isSegment(*event_))
      segment();
    else if (isOperation(event_->kind))
      operation();
    else if (isSynchronization(event_->kind))
      synchronization();
    else
      other();
  }

  bool left() const { return !(event_->flags & kOpen); }
  End end() const { return left() ? End{leave_, event_->context, event_->leave} : End{}; }

  void act(Action::Kind kind, uint32_t index, bool binds = true) {
    bool atLeave = kind == Action::Take;
    if (atLeave && !left())
      return;
    plan_.program.actions.push_back(
        {atLeave ? leave_ : enter_, atLeave ? event_->leave : event_->enter, kind, binds, index});
    if (atLeave)
      synchronized();
    else if (kind == Action::Give)
      release();
  }
  /// Others may go on: what is not complete by now they do not wait for.
  void release() {
    std::vector<uint32_t> &operations = unreleased_[location_];
    for (uint32_t id : operations)
      plan_.operations[id].released = event_->context;
    operations.clear();
  }
  void synchronized() { lastSync_ = event_->context; }
  uint32_t probe(uint64_t position, uint64_t time) {
    plan_.program.actions.push_back({position, time, Action::Probe, true, numbering_.probes});
    return numbering_.probes++;
  }
  Source source() { return {location_, index_, enter_, probe(enter_, event_->enter), lastSync_}; }
  uint32_t instance(const Key &key, Flow flow) { return numbering_.instance({key, flow}); }
  uint32_t worldRank(uint32_t peer) const {
    uint32_t comm =
        event_->window == kNone ? event_->comm : definitions_.windows[event_->window].comm;
    return definitions_.worldRank(comm, peer, rank_);
  }

  // ---- locks of the rank on itself

  uint32_t selfHolds() {
    std::vector<Hold> holds;
    for (const auto &[window, state] : windows_)
      if (const Hold *hold = state.lockOn(rank_))
        holds.push_back(*hold);
    return number(holds);
  }
  /// On other ranks, whose memory may be mapped here.
  uint32_t peerHolds() {
    std::vector<Hold> holds;
    if (!mapsPeers_)
      return 0;
    for (const auto &[window, state] : windows_) {
      for (const auto &[target, hold] : state.locks)
        if (target != rank_)
          holds.push_back(hold);
      if (state.lockAll)
        holds.push_back(*state.lockAll);
    }
    return number(holds);
  }
  uint32_t number(const std::vector<Hold> &holds) {
    if (holds.empty())
      return 0;
    // Sets that are in use were made lately.
    auto found = std::find(plan_.holds.rbegin(), plan_.holds.rend(), holds);
    if (found == plan_.holds.rend()) {
      plan_.holds.push_back(holds);
      found = plan_.holds.rbegin();
    }
    return static_cast<uint32_t>(plan_.holds.rend() - found - 1);
  }

  // ---- accesses

  void segment() {
    // The clock at the segment's end and a stamp at its begin: whatever the other threads did in
    // between, accesses that look concurrent then are (for one thread the two are the same).
    Source source{location_, index_, enter_, probe(leave_, event_->leave), lastSync_};
    plan_.locals.push_back(
        {source, {enter_, kNone, event_->enter}, selfHolds(), peerHolds(), leave_});
  }

  void operation() {
    Operation operation{source(), worldRank(event_->peer)};
    if (operation.target == kNone)
      return;
    WindowState &state = windows_[event_->window];
    state.enterEpoch(operation);
    if (const Hold *hold = state.lockOn(operation.target))
      operation.holds = number({*hold});
    operation.selfHolds = selfHolds();
    operation.peerHolds = peerHolds();
    if (operation.epoch == EpochKind::Pscw && isGetLike(event_->kind))
      state.started[operation.target].getLike = true;
    auto id = static_cast<uint32_t>(plan_.operations.size());
    state.begin(id, operation.target, left() ? leave_ : UINT64_MAX);
    unreleased_[location_].push_back(id);
    if (event_->request)
      requests_[event_->request] = {Request::Operation, id};
    plan_.operations.push_back(operation);
  }

  const Event &eventOf(const Operation &operation) const {
    return trace_.locations[operation.source.location].events[operation.source.event];
  }

  /// Whether the data that came back is all there was to do at the target.
  bool onlyReads(const Event &event) const {
    return event.kind == EventKind::Get ||
           (isGetLike(event.kind) && definitions_.strings[event.op] == "MPI_NO_OP");
  }

  void endLocal(Operation &operation, const End &end) {
    if (operation.local.known() || !end.known())
      return;
    operation.local = end;
    // The buffer was in use only while the lock was held, or not.
    keepHolds(operation.selfHolds, operation.peerHolds);
    if (onlyReads(eventOf(operation)) && !operation.remote.known())
      operation.remote = end;
  }

  /// Those that are held from the begin to the end, which is now.
  void keepHolds(uint32_t &self, uint32_t &peers) {
    if (self && selfHolds() != self)
      self = 0;
    if (peers && peerHolds() != peers)
      peers = 0;
  }

  void completeLocal(uint32_t target) {
    if (!left())
      return;
    windows_[event_->window].completeLocal(
        target, enter_, [&](uint32_t id) { endLocal(plan_.operations[id], end()); });
  }

  void completeRemote(uint32_t target, const End &end) {
    if (!left())
      return;
    windows_[event_->window].completeRemote(target, enter_, [&](uint32_t id) {
      if (!plan_.operations[id].remote.known())
        plan_.operations[id].remote = end;
    });
  }

  /// The end of a collective completion at the target: others learn of the call's enter, by the
  /// call's own edges and only by those.
  End remoteEnd() const { return {enter_, event_->context, event_->leave}; }

  void buffer() {
    if (event_->rangeCount == 0)
      return;
    bool pending = event_->flags & kNonBlocking;
    plan_.locals.push_back({source(), pending ? End{} : end(), selfHolds(), peerHolds()});
  }

  // ---- synchronization of windows

  void synchronization() {
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
      for (const Participation *part : parts_) {
        act(Action::Give, instance(part->key, Flow::PostToComplete));
        plan_.exposures.posts[{event_->window, part->key.origin, part->key.sequence}] = {
            probe(enter_, event_->enter), enter_, {}, event_->context};
      }
      break;
    case EventKind::Wait:
    case EventKind::Test:
      for (const Participation *part : parts_) {
        act(Action::Take, instance(part->key, Flow::CompleteToWait));
        plan_.exposures.posts[{event_->window, part->key.origin, part->key.sequence}].end = end();
      }
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
      if (event_->kind == EventKind::Unlock)
        state.locks.erase(target);
      break;
    case EventKind::UnlockAll:
    case EventKind::FlushAll:
      completeRemote(kNone, end());
      completeLocal(kNone);
      if (event_->kind == EventKind::UnlockAll)
        state.lockAll.reset();
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

  Hold hold(uint32_t target, bool exclusive) {
    bool checked = !(event_->assertion & kNoCheck);
    return {event_->window, rank_, target, ++lockEpochs_, exclusive, checked, event_->context};
  }

  void fence(WindowState &state) {
    completeRemote(kNone, remoteEnd());
    completeLocal(kNone);
    bool binds = !(event_->assertion & kNoPrecede);
    if (!binds)
      plan_.exposures.fences[{event_->window, state.fences}] = {
          probe(enter_, event_->enter), enter_, {}, event_->context};
    together(binds);
    ++state.fences;
    state.fenceContext = event_->context;
  }

  void complete(WindowState &state) {
    for (const Participation *part : parts_) {
      uint32_t target = part->key.target;
      // The target's wait ends what was written there (RMA-RULES 2); what only read is over.
      if (left())
        state.completeRemote(target, enter_, [&](uint32_t id) {
          Operation &operation = plan_.operations[id];
          if (onlyReads(eventOf(operation)) && !operation.remote.known())
            operation.remote = remoteEnd();
        });
      completeLocal(target);
      act(Action::Give, instance(part->key, Flow::CompleteToWait));
      if (auto epoch = state.started.find(target);
          epoch != state.started.end() && epoch->second.getLike)
        act(Action::Take, instance(part->key, Flow::PostToComplete));
      state.started.erase(target);
    }
  }

  // ---- everything else

  void other() {
    if (isCollective(event_->kind) || event_->kind == EventKind::CommCreate)
      return collective();
    switch (event_->kind) {
    case EventKind::Send:
    case EventKind::Recv:
      message();
      break;
    case EventKind::Completion:
      completion();
      break;
    case EventKind::RequestEnd:
      givenUp();
      break;
    case EventKind::WinFree:
      completeRemote(kNone, remoteEnd());
      completeLocal(kNone);
      if (!noLocks())
        together(true);
      break;
    case EventKind::WinCreate:
    case EventKind::Init:
    case EventKind::Finalize:
      together(true);
      break;
    default:
      break;
    }
  }

  bool noLocks() const {
    for (const WindowPart &part : trace_.locations[location_].windows)
      if (part.window == event_->window)
        return definitions_.hint(part.info, "no_locks") == "true";
    return false;
  }

  /// Every enter before every leave.
  void together(bool binds) {
    for (const Participation *part : parts_) {
      uint32_t number = instance(part->key, Flow::Together);
      uint32_t members = part->key.kind == KeyKind::WinCollective
                             ? definitions_.windowComm(event_->window).size()
                             : definitions_.comms[event_->comm].size();
      if (members == definitions_.ranks()) {
        uint32_t ordinal = enter_ > lastGlobalLeave_ ? ++globals_ : kNever;
        plan_.candidates.push_back(
            {number, ordinal, enter_, leave_, event_->enter, event_->leave, binds, left()});
        lastGlobalLeave_ = std::max(lastGlobalLeave_, left() ? leave_ : UINT64_MAX);
        release();
        if (left())
          synchronized();
        continue;
      }
      act(Action::Give, number, binds);
      act(Action::Take, number);
    }
  }

  /// Every enter before every leave, of one group.
  bool isOfAll() const {
    return event_->kind == EventKind::CommCreate ||
           (event_->kind == EventKind::AllToAll && !definitions_.comms[event_->comm].isInter());
  }

  /// Gives where it starts, takes where it is complete.
  void collective() {
    bool started = event_->flags & kNonBlocking;
    if (isOfAll() && !started) {
      together(true);
      return buffer();
    }
    std::vector<uint32_t> taken;
    for (const Participation *part : parts_) {
      Flows flows = collectiveFlows(definitions_, *event_, part->key, rank_);
      for (const InstanceKey &flow : flows.gives)
        act(Action::Give, numbering_.instance(flow));
      for (const InstanceKey &flow : flows.takes)
        taken.push_back(numbering_.instance(flow));
    }
    if (!started)
      for (uint32_t number : taken)
        act(Action::Take, number);
    buffer();
    if (started)
      requests_[event_->request] = {Request::Message, lastUse(), std::move(taken)};
  }

  /// The use of the event's buffer that was noted last.
  uint32_t lastUse() const {
    return event_->rangeCount ? static_cast<uint32_t>(plan_.locals.size() - 1) : kNone;
  }

  void message() {
    bool send = event_->kind == EventKind::Send;
    bool pending = event_->flags & kNonBlocking;
    uint32_t taken = kNone;
    for (const Participation *part : parts_) {
      uint32_t forth = instance(part->key, Flow::Message);
      uint32_t back = synchronousSends_ ? instance(part->key, Flow::ReceiveToSend) : kNone;
      if (send || synchronousSends_)
        act(Action::Give, send ? forth : back);
      if (!send)
        taken = forth;
      else if (synchronousSends_ && event_->flags & kSynchronous)
        taken = back;
    }
    buffer();
    if (pending && event_->request) {
      // A matched message is posted by its probe, and its buffer is named later.
      Request &request =
          requests_.try_emplace(event_->request, Request{Request::Message, kNone}).first->second;
      request.index = lastUse();
      if (taken != kNone)
        request.taken = {taken};
      if (taken != kNone && definitions_.region(event_->context).kind() == EventKind::Probe)
        act(Action::Take, taken); // the message was there
    } else if (!pending && taken != kNone) {
      act(Action::Take, taken);
    }
  }

  /// A program that frees a request learns otherwise that the buffer is its own again; the trace
  /// does not tell where.
  void givenUp() {
    auto found = requests_.find(event_->request);
    if (found == requests_.end() || found->second.what != Request::Message || !left())
      return;
    endUse(found->second);
    requests_.erase(found);
  }

  void completion() {
    auto found = requests_.find(event_->request);
    if (found == requests_.end() || !left())
      return;
    Request request = found->second;
    requests_.erase(found);
    for (uint32_t number : request.taken)
      act(Action::Take, number);
    if (request.what == Request::Message)
      return endUse(request);
    Operation &operation = plan_.operations[request.index];
    endLocal(operation, end());
    const Event &event = eventOf(operation);
    // The data proves that the target had posted, as at a complete.
    if (operation.epoch == EpochKind::Pscw && isGetLike(event.kind))
      act(Action::Take,
          instance({KeyKind::Pscw, event.window, rank_, operation.target, 0, operation.sequence},
                   Flow::PostToComplete));
  }

  struct Request {
    enum What { Operation, Message } what;
    uint32_t index; // of the operation or local use
    std::vector<uint32_t> taken;
  };

  void endUse(const Request &request) {
    if (request.index == kNone)
      return;
    LocalUse &use = plan_.locals[request.index];
    use.end = end();
    keepHolds(use.holds, use.peerHolds);
  }

  const Trace &trace_;
  const Definitions &definitions_;
  const Timeline &timeline_;
  const Participations &participations_;
  Numbering &numbering_;
  bool synchronousSends_;
  bool mapsPeers_ = false;
  uint32_t rank_;
  RankPlan plan_;
  std::map<uint32_t, WindowState> windows_;
  std::unordered_map<uint64_t, Request> requests_;
  std::map<uint32_t, std::vector<uint32_t>> unreleased_; // operations, by location
  uint32_t lockEpochs_ = 0, globals_ = 0;
  uint64_t lastGlobalLeave_ = 0;
  uint32_t lastSync_ = kNone;

  uint32_t location_ = 0, index_ = 0;
  const Event *event_ = nullptr;
  uint64_t enter_ = 0, leave_ = 0;
  std::span<const Participation *const> parts_;
};

/// Whether the run has synchronous sends at all: else receives need not answer.
bool hasSynchronousSends(const Definitions &definitions) {
  for (uint32_t id = 0; id < definitions.regions.end(); ++id)
    if (EventKind kind = definitions.regions[id].kind();
        kind == EventKind::SynchronousSend || kind == EventKind::SynchronousInit)
      return true;
  return false;
}

} // namespace

std::vector<RankPlan> walkRanks(const Analysis &analysis, const std::vector<Timeline> &timelines,
                                Numbering &numbering) {
  RankWalk::Participations participations;
  for (const Participation &participation : analysis.participations)
    participations[{participation.location, participation.event}].push_back(&participation);
  bool synchronous = hasSynchronousSends(analysis.definitions());
  std::vector<RankPlan> plans;
  for (const Timeline &timeline : timelines)
    plans.push_back(RankWalk(analysis, timeline, participations, numbering, synchronous).run());
  return plans;
}

} // namespace fencepost::analyzer::races
