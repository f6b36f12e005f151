//===- Underway.cpp - what a rank has begun and not ended -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/trace/Underway.h"

#include "analyzer/trace/Mix.h"

#include <algorithm>

namespace fencepost::analyzer {

namespace {

constexpr uint32_t kNoPrecede = 8; // docs/trace-format.md, fencepost::assert

/// What a share of the balance is of.
enum What : uint32_t { kCollective, kWinCollective, kOpening, kClosing, kMessage };

uint64_t share(What what, uint32_t object, uint32_t from, uint32_t to, uint32_t tag) {
  uint64_t hash = mix(0, uint64_t(what) << 32 | object);
  return mix(mix(hash, uint64_t(from) << 32 | to), tag);
}

} // namespace

void Underway::visit(const Event &event, ThreadPoint at) {
  at_ = at;
  if (isOperation(event.kind))
    return operation(event);
  if (isSynchronization(event.kind))
    return synchronization(event);
  switch (event.kind) {
  case EventKind::WinCreate:
    onWindow(event.window);
    break;
  case EventKind::WinFree:
    onWindow(event.window);
    end(windows_[event.window], kNone, true);
    setOpen(windows_[event.window].started, false);
    setOpen(windows_[event.window].posted, false);
    windows_.erase(event.window);
    break;
  case EventKind::Send:
    balance_ += message(event, true);
    if (event.flags & kNonBlocking)
      requests_[event.request] = {.message = message(event, true)};
    break;
  case EventKind::Recv:
    if (event.flags & kNonBlocking)
      requests_[event.request] = {};
    else
      balance_ -= message(event, false);
    break;
  case EventKind::Completion:
    completion(event);
    break;
  case EventKind::RequestEnd:
    requests_.erase(event.request);
    break;
  default:
    if (!isCollective(event.kind) && event.kind != EventKind::CommCreate &&
        event.kind != EventKind::CommFree && event.kind != EventKind::Init &&
        event.kind != EventKind::Finalize)
      break;
    if (event.flags & kNonBlocking)
      requests_[event.request] = {};
    else
      collective(event.comm, event.tag);
  }
}

bool Underway::none() const { return requests_.empty() && operations_ == 0 && epochs_ == 0; }

void Underway::setOpen(bool &epoch, bool open) {
  epochs_ += open;
  epochs_ -= epoch;
  epoch = open;
}

/// What only reads is over where it is locally complete.
void Underway::end(WindowState &state, uint32_t target, bool writes) {
  auto first = target == kNone ? state.pending.begin() : state.pending.lower_bound(target);
  auto last = target == kNone ? state.pending.end() : state.pending.upper_bound(target);
  for (; first != last; ++first) {
    Pending &pending = first->second;
    if (!knows(pending))
      continue;
    operations_ -= pending.reads + (writes ? pending.writes : 0);
    pending = {0, writes ? 0 : pending.writes, 0, pending.generation + 1, std::move(pending.last)};
  }
}

/// Memory that ranks share, or that the library keeps a copy of: what one stored another one need
/// not see, however they are ordered, until both have synchronized the window (RMA-RULES 5).
/// A call completes what comes before it.
bool Underway::knows(const Pending &pending) const {
  return std::all_of(pending.last.begin(), pending.last.end(), [&](const auto &operation) {
    return threads_->knows(at_.thread, {operation.first, operation.second});
  });
}

bool Underway::leavesUnseen(const Event &event, const std::vector<WindowPart> &windows) {
  constexpr uint32_t kShared = 4, kSeparate = 1; // docs/trace-format.md, flavor and model
  return std::any_of(windows.begin(), windows.end(), [&](const WindowPart &part) {
    return (part.flavor == kShared || part.model == kSeparate) && part.window != event.window &&
           part.from < event.leave && event.leave <= part.until;
  });
}

bool Underway::isOfAll(const Definitions &definitions, const Event &event,
                       const std::vector<WindowPart> &windows) {
  auto all = [&](const Communicator &comm) {
    return !comm.isInter() && comm.size() == definitions.ranks();
  };
  switch (event.kind) {
  case EventKind::Fence:
    return !(event.assertion & kNoPrecede) && all(definitions.windowComm(event.window));
  case EventKind::WinCreate:
    return all(definitions.windowComm(event.window));
  case EventKind::WinFree: // need not wait where nobody locks
    return all(definitions.windowComm(event.window)) &&
           std::none_of(windows.begin(), windows.end(), [&](const WindowPart &part) {
             return part.window == event.window &&
                    definitions.hint(part.info, "no_locks") == "true";
           });
  case EventKind::AllToAll:
    return !(event.flags & kNonBlocking) && all(definitions.comms[event.comm]);
  case EventKind::CommCreate:
  case EventKind::Init:
  case EventKind::Finalize:
    return all(definitions.comms[event.comm]);
  default:
    return false;
  }
}

bool Underway::onlyReads(const Event &event) const {
  return event.kind == EventKind::Get ||
         (isAtomic(event.kind) && event.kind != EventKind::Accumulate &&
          definitions_.strings[event.op] == "MPI_NO_OP");
}

void Underway::operation(const Event &event) {
  uint32_t target = definitions_.worldRank(event.comm, event.peer, rank_);
  if (event.flags & kErroneous || target == kNone)
    return;
  WindowState &state = windows_[event.window];
  Pending &pending = state.pending[target];
  bool reads = onlyReads(event);
  ++(reads ? pending.reads : pending.writes);
  ++operations_;
  if (threads_)
    pending.last[at_.thread] = at_.position;
  pending.inStart += state.started && !state.lockedAll && !state.locked.contains(target);
  if (event.request)
    requests_[event.request] =
        reads ? Request{0, event.window, target, pending.generation} : Request{};
}

void Underway::synchronization(const Event &event) {
  if (event.flags & kFailedTest)
    return;
  WindowState &state = windows_[event.window];
  uint32_t target =
      event.peer == kNone ? kNone : definitions_.worldRank(event.comm, event.peer, rank_);
  switch (event.kind) {
  case EventKind::Fence:
    onWindow(event.window);
    end(state, target, true);
    break;
  case EventKind::Start:
    setOpen(state.started, true);
    pairs(event, true, kOpening, 1);
    break;
  case EventKind::Complete:
    setOpen(state.started, false);
    pairs(event, true, kClosing, 1);
    // What no start covers is not over.
    for (auto &[of, pending] : state.pending)
      if (pending.inStart == pending.reads + pending.writes)
        end(state, of, true);
    break;
  case EventKind::Post:
    setOpen(state.posted, true);
    pairs(event, false, kOpening, ~uint64_t(0));
    break;
  case EventKind::Wait:
  case EventKind::Test:
    setOpen(state.posted, false);
    pairs(event, false, kClosing, ~uint64_t(0));
    break;
  case EventKind::Lock:
    state.locked[target] = true;
    break;
  case EventKind::LockAll:
    state.lockedAll = true;
    break;
  case EventKind::Unlock:
    state.locked.erase(target);
    end(state, target, true);
    break;
  case EventKind::UnlockAll:
    state.lockedAll = false;
    end(state, target, true);
    break;
  case EventKind::Flush:
  case EventKind::FlushAll:
    end(state, target, true);
    break;
  case EventKind::FlushLocal:
  case EventKind::FlushLocalAll:
    end(state, target, false);
    break;
  default:
    break;
  }
}

void Underway::completion(const Event &event) {
  if (event.flags & kMessageDone)
    balance_ -= message(event, false);
  auto found = requests_.find(event.request);
  if (found == requests_.end())
    return;
  const Request &request = found->second;
  if (event.flags & kCancelled) {
    balance_ -= request.message;
  } else if (request.window != kNone) {
    Pending &pending = windows_[request.window].pending[request.target];
    if (pending.generation == request.generation && pending.reads) {
      --pending.reads;
      --operations_;
      pending.inStart -= pending.inStart > 0;
    }
  } else if (event.window == kNone && event.comm != kNone && !(event.flags & kMessageDone)) {
    collective(event.comm, event.tag);
  }
  requests_.erase(found);
}

void Underway::pairs(const Event &event, bool origin, uint32_t what, uint64_t sign) {
  for (uint32_t peer : definitions_.groups[event.group])
    balance_ += sign * share(static_cast<What>(what), event.window, origin ? rank_ : peer,
                             origin ? peer : rank_, 0);
}

void Underway::collective(uint32_t comm, uint32_t tag) {
  const Communicator &members = definitions_.comms[comm];
  if (members.size() > 1)
    together(members, share(kCollective, comm, 0, 0, tag));
}

void Underway::onWindow(uint32_t window) {
  const Communicator &members = definitions_.windowComm(window);
  if (members.size() > 1)
    together(members, share(kWinCollective, window, 0, 0, 0));
}

/// One member's share makes up for all the others'.
void Underway::together(const Communicator &comm, uint64_t key) {
  uint32_t first = comm.ranks.empty() ? kNone : comm.ranks.front();
  balance_ += rank_ == first ? key - comm.size() * key : key;
}

uint64_t Underway::message(const Event &event, bool send) const {
  uint32_t other = definitions_.worldRank(event.comm, event.peer, rank_);
  if (other == kNone)
    return 0;
  return share(kMessage, event.comm, send ? rank_ : other, send ? other : rank_, event.tag);
}

} // namespace fencepost::analyzer
