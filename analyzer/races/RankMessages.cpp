//===- RankMessages.cpp - messages, collectives, requests ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/CollectiveFlows.h"
#include "analyzer/races/RankWalker.h"

#include <algorithm>

namespace fencepost::analyzer::races {

void RankWalker::other() {
  if (isCollective(event_->kind) || event_->kind == EventKind::CommCreate)
    return collective();
  switch (event_->kind) {
  case EventKind::Send:
  case EventKind::Recv:
    message();
    break;
  case EventKind::MessageFound:
    found();
    break;
  case EventKind::Completion:
    completion();
    break;
  case EventKind::RequestEnd:
    givenUp();
    break;
  case EventKind::WinFree:
    freeWindow();
    break;
  case EventKind::WinCreate:
    together(true);
    windowSync();
    break;
  case EventKind::Init:
  case EventKind::Finalize:
    together(true);
    break;
  default:
    break;
  }
}

/// Every enter before every leave.
void RankWalker::together(bool binds) {
  for (const Participation *part : parts_) {
    uint32_t number = instance(part->key, Flow::Together);
    uint32_t members = part->key.kind == KeyKind::WinCollective
                           ? definitions_.windowComm(event_->window).size()
                           : definitions_.comms[event_->comm].size();
    if (members == definitions_.ranks()) {
      bool follows = lastGlobalStrand_ == strand_
                         ? enter_ > lastGlobalLeave_
                         : threadsKnow_[strand_][lastGlobalStrand_] >= lastGlobalLeave_;
      GlobalCandidate candidate{number,        follows ? ++globals_ : kNever,
                                enter_,        leave_,
                                event_->enter, event_->leave,
                                binds,         left(),
                                strand_};
      if (severalStrands_)
        candidate.known = threadsKnow_[strand_];
      plan_.candidates.push_back(std::move(candidate));
      uint64_t leave = left() ? leave_ : UINT64_MAX;
      if (follows || leave == UINT64_MAX) {
        lastGlobalLeave_ = std::max(lastGlobalLeave_, leave);
        lastGlobalStrand_ = strand_;
      }
      noteSync(true);
      if (left())
        noteSync(false);
      continue;
    }
    act(Action::Give, number, binds);
    act(Action::Take, number);
  }
}

bool RankWalker::isOfAll() const {
  return event_->kind == EventKind::CommCreate ||
         (event_->kind == EventKind::AllToAll && !definitions_.comms[event_->comm].isInter());
}

/// Gives where it starts, takes where it is complete.
void RankWalker::collective() {
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
uint32_t RankWalker::lastUse() const {
  return event_->rangeCount ? static_cast<uint32_t>(plan_.locals.size() - 1) : kNone;
}

/// A probe's message was sent. A synchronous send goes on waiting for the receive.
void RankWalker::found() {
  for (const Participation *part : parts_)
    act(Action::Take, instance(part->key, Flow::Message));
}

void RankWalker::message() {
  bool send = event_->kind == EventKind::Send;
  bool pending = event_->flags & kNonBlocking;
  if (definitions_.region(event_->context).kind() == EventKind::Probe)
    return found(); // a matched message
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
    Request &request = requests_[event_->request] = {Request::Message, lastUse(), {}};
    if (taken != kNone)
      request.taken = {taken};
  } else if (!pending && taken != kNone) {
    act(Action::Take, taken);
  }
}

/// A program that frees a request learns otherwise that the buffer is its own again; the trace
/// does not tell where.
void RankWalker::givenUp() {
  auto found = requests_.find(event_->request);
  if (found == requests_.end() || found->second.what != Request::Message || !left())
    return;
  endUse(found->second);
  requests_.erase(found);
}

void RankWalker::completion() {
  auto found = requests_.find(event_->request);
  if (found == requests_.end() || !left())
    return;
  Request request = std::move(found->second);
  requests_.erase(found);
  for (uint32_t number : request.taken)
    act(Action::Take, number);
  if (request.what == Request::Message)
    return endUse(request);
  Operation &operation = plan_.operations[request.index];
  endLocal(operation, end());
  const Event &event = eventOf(operation);
  // The data proves that the target had posted, as at a complete.
  bool brings =
      event.kind == EventKind::Get || (isAtomic(event.kind) && event.kind != EventKind::Accumulate);
  if (operation.epoch == EpochKind::Pscw && brings)
    act(Action::Take,
        instance({KeyKind::Pscw, event.window, rank_, operation.target, 0, operation.sequence},
                 Flow::PostToComplete));
}

void RankWalker::endUse(const Request &request) {
  if (request.index == kNone)
    return;
  LocalUse &use = plan_.locals[request.index];
  use.end = end();
  keepHolds(use.holds, use.peerHolds);
}

} // namespace fencepost::analyzer::races
