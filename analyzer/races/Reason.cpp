//===- Reason.cpp - why two accesses race, and what to do -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each sentence must be true of what the trace shows, whatever the times were:
// which of two unordered accesses came first is not told.
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Reason.h"

#include "analyzer/races/BufferReason.h"
#include "analyzer/races/Pair.h"
#include "analyzer/races/SharedReason.h"

namespace fencepost::analyzer::races {

namespace {

class WindowReason : Pair {
public:
  using Pair::Pair;

  Reason explain() const {
    Reason reason = remote();
    if (isOperation(earlier_) && isOperation(later_))
      reason.why = notAtomic() + reason.why;
    if (id_ == FindingId::MixedAccumulate)
      reason.advice = "use the same operation in both, or order them: " + reason.advice;
    return reason;
  }

private:
  Reason remote() const {
    if (isOperation(earlier_) && isOperation(later_))
      return twoOperations();
    bool first = isOperation(earlier_);
    const Accessor &operation = first ? earlier_ : later_, &other = first ? later_ : earlier_;
    if (!isOperation(operation))
      return neither(earlier_, later_);
    bool fence = operation.endContext != kNone && kindOf(operation.endContext) == EventKind::Fence;
    if (operation.endsLoosely && fence && isSame(operation.endContext, other.syncContext))
      return notWaitedFor(operation);
    if (endsWithEpoch(operation) && (fence || other.rank == memory_.rank))
      return withinEpoch(operation, other);
    if (words_.sameThread())
      return first ? tooEarly() : busyWithMessage();
    if (first && operation.endContext == kNone)
      return neverComplete();
    if (calledBefore_)
      return notComplete();
    if (const Hold *hold = lockOf(operation);
        hold && hold->exclusive && hold->checked && !lockOf(other))
      return withoutLock(operation, other);
    return neither(operation, other);
  }

  Reason twoOperations() const {
    if (words_.sameRank() && (words_.sameThread() || endsWithEpoch(earlier_)))
      return sameOrigin();
    if (earlier_.endContext == kNone)
      return neverComplete();
    if (calledBefore_)
      return notComplete();
    if (endsWithEpoch(earlier_) && endsWithEpoch(later_))
      return inOneEpoch();
    return neither(earlier_, later_);
  }

  Reason withinEpoch(const Accessor &operation, const Accessor &other) const {
    Reason reason;
    reason.namesCompletion = true;
    std::string closing = end(operation);
    uint32_t opened =
        operation.exposureContext == kNone ? operation.epochContext : operation.exposureContext;
    reason.epoch = opened;
    std::string opening = opened == kNone ? "" : words_.call(opened);
    reason.why = at(operation) + " may " + verb(operation) + " the memory of " + memory() +
                 " at any time " +
                 (opening.empty()      ? "until " + closing
                  : opening == closing ? "until the next " + closing
                                       : "from " + opening + " to " + closing) +
                 "; " + at(other) + " falls into that epoch.";
    reason.advice = "move " + at(other) + " after " + closing;
    if (other.thread) {
      // The calls of the epoch are another thread's, mostly.
      std::string thread =
          "thread " + std::to_string(other.thread) + " of rank " + std::to_string(other.rank);
      reason.why.pop_back();
      reason.why += ", and nothing makes " + thread + " wait for the end of it.";
      reason.advice = "let " + thread + " wait for " + closing + " before " + at(other) +
                      ", by a barrier of the threads, or " + reason.advice;
    }
    if (kindOf(operation.endContext) == EventKind::Fence)
      reason.advice += ", or end the epoch between the two: MPI_Win_fence(0, " +
                       words_.window(operation) + ") on all ranks " +
                       (calledBefore_ && comesAgain(operation, other)
                            ? "after " + at(operation) + " and before " + at(other) + " comes again"
                            : words_.between(operation, other));
    else if (!opening.empty())
      reason.advice += ", or before " + opening;
    reason.advice += ".";
    return reason;
  }
  static const char *verb(const Accessor &operation) {
    return operation.kind == AccessKind::Put   ? "write"
           : operation.kind == AccessKind::Get ? "read"
                                               : "update";
  }

  /// Of one thread: the operation, then the other access, then the completion.
  Reason tooEarly() const {
    if (earlier_.endContext == kNone)
      return neverComplete();
    Reason reason;
    reason.namesCompletion = true;
    reason.why =
        at(earlier_) + " is complete only at " + end(earlier_) + ", after " + at(later_) + ".";
    reason.advice =
        "move " + at(later_) + " after " + end(earlier_) +
        (isPassive(earlier_) ? ", or call " + words_.flush(earlier_) + " before it" : "") + ".";
    return reason;
  }

  Reason sameOrigin() const {
    Reason reason;
    reason.namesCompletion = true;
    bool same = at(earlier_) == at(later_);
    std::string next = same ? "it is called again" : at(later_) + " starts";
    reason.why = std::string(earlier_.window == later_.window ? "Operations of one epoch"
                                                              : "Operations through two windows") +
                 " are not ordered: " + at(earlier_) + " need not be complete at " + memory() +
                 " when " + next +
                 (earlier_.endContext == kNone ? "" : ", but only at " + end(earlier_)) + ".";
    reason.advice = isPassive(earlier_)
                        ? "call " + words_.flush(earlier_) +
                              (same ? " after " + at(earlier_) : " between the two") + "."
                        : "put them into different epochs, for nothing else orders them.";
    return reason;
  }

  Reason neverComplete() const {
    Reason reason;
    reason.why =
        "No call completes " + at(earlier_) + " at " + memory() + " before " + at(later_) + ".";
    reason.weakCompletion = isOnlyLocallyComplete(earlier_);
    reason.release = release();
    if (reason.weakCompletion)
      reason.why += " " + words_.call(earlier_.localEndContext) + " completes it at " +
                    who(earlier_) + " only.";
    reason.advice =
        "complete it with " +
        (isPassive(earlier_) ? words_.flush(earlier_) : std::string("what ends its epoch")) +
        " before " + (release() == kNone ? at(later_) : words_.call(release())) + ".";
    return reason;
  }

  /// The later access waited for the earlier one's call, but not for its completion.
  Reason notComplete() const {
    Reason reason;
    reason.namesCompletion = true;
    uint32_t release = this->release();
    bool onlyLocally = reason.weakCompletion = isOnlyLocallyComplete(earlier_);
    bool waited = later_.syncContext != kNone && later_.syncTime > earlier_.time;
    std::string where = isOperation(earlier_) ? " at " + memory() : "";
    reason.why = onlyLocally
                     ? words_.call(earlier_.localEndContext) + " completes " + at(earlier_) +
                           " at its origin only;" + where + " it is complete at " + end(earlier_)
                     : at(earlier_) + " is complete" + where + " only at " + end(earlier_);
    if (earlier_.endsHere)
      reason.why += " of that rank";
    if (release != kNone)
      reason.why += ", after " + words_.call(release);
    if (release != kNone && isSame(release, later_.syncContext))
      reason.why += " has let " + who(later_) + " go on to " + at(later_) + ".";
    else if (waited)
      reason.why += "; " + who(later_) + " does not wait for that in " +
                    words_.call(later_.syncContext) + ", before " + at(later_) + ".";
    else
      reason.why += "; " + who(later_) + " goes on to " + at(later_) + " without waiting for that.";
    reason.release = release;
    reason.synchronization = waited ? later_.syncContext : kNone;
    if (!isPassive(earlier_)) {
      reason.advice = "let " + who(later_) + " wait for " + end(earlier_) + " before " +
                      at(later_) + ", by MPI_Barrier or a message.";
      return reason;
    }
    bool replaces = onlyLocally && kindOf(earlier_.localEndContext) != EventKind::Completion;
    reason.advice =
        "call " + words_.flush(earlier_) + (replaces ? " instead of " : " after ") +
        (onlyLocally ? words_.call(earlier_.localEndContext) : at(earlier_)) +
        (replaces ? ", before " : " and before ") +
        (release != kNone ? words_.call(release)
                          : who(earlier_) + " lets " + who(later_) + " go on to " + at(later_)) +
        ".";
    return reason;
  }

  /// RMA-RULES 3, fence with NOPRECEDE: both passed the fence that completes it.
  Reason notWaitedFor(const Accessor &operation) const {
    Reason reason;
    reason.namesCompletion = true;
    reason.why = "Every rank calls " + end(operation) +
                 " with MPI_MODE_NOPRECEDE, so none waits there for " + at(operation) + ".";
    reason.advice = "call " + end(operation) + " without MPI_MODE_NOPRECEDE.";
    return reason;
  }

  Reason withoutLock(const Accessor &operation, const Accessor &other) const {
    Reason reason;
    const Hold &hold = *lockOf(operation);
    bool writes = other.kind != AccessKind::Load;
    reason.why = words_.call(hold.context) + " excludes other lock epochs only, and " + who(other) +
                 " holds no lock at " + at(other) + ".";
    std::string self = std::to_string(operation.target), window = words_.window(operation);
    reason.advice = "put " + at(other) + " between MPI_Win_lock(" +
                    (writes ? "MPI_LOCK_EXCLUSIVE, " : "MPI_LOCK_SHARED, ") + self + ", 0, " +
                    window + ") and MPI_Win_unlock(" + self + ", " + window + "), or " +
                    orderBoth(operation, other) + ".";
    return reason;
  }

  /// Operations of two origins.
  Reason inOneEpoch() const {
    Reason reason;
    reason.namesCompletion = true;
    auto [one, other] = inOrder(earlier_, later_);
    reason.why = by(*one) + " and " + by(*other) + " access the memory of " + memory() +
                 " in one epoch, until " + end(earlier_) +
                 "; operations of different origins are not ordered there.";
    reason.advice = "put them into different epochs";
    reason.advice += isBothAtomic()
                         ? ", or let them access different bytes."
                         : ", let them access different bytes, or use MPI_Accumulate for both.";
    return reason;
  }
  /// Nobody waits for anybody.
  Reason neither(const Accessor &first, const Accessor &second) const {
    auto [a, b] = inOrder(first, second);
    const Accessor &one = *a, &other = *b;
    Reason reason;
    reason.namesCompletion = isPending(one) || isPending(other);
    LockRemark locks = lockRemark(one, other);
    reason.why = "Nothing orders " + withEnd(one) + " and " + withEnd(other) +
                 ": neither waits for the other" + locks.why + ".";
    reason.advice = orderBoth(one, other) + locks.advice;
    if (isOperation(one) && isOperation(other) && !isBothAtomic())
      reason.advice += ", or use MPI_Accumulate for both";
    reason.advice += ".";
    if (one.atomic && other.kind == AccessKind::Load)
      reason.advice += " Or read with MPI_Fetch_and_op and MPI_NO_OP.";
    if (one.atomic && other.kind == AccessKind::Store)
      reason.advice += " Or write with MPI_Accumulate and MPI_REPLACE.";
    return reason;
  }
};

} // namespace

Reason explain(const Definitions &definitions, const Memory &memory, FindingId id,
               const Accessor &earlier, const Accessor &later) {
  bool direct = memory.needVisibility(earlier, later);
  if (direct && memory.endedBefore(later, earlier))
    return explain(definitions, memory, id, later, earlier);
  bool unseen = direct && memory.endedBefore(earlier, later);
  Reason reason = id == FindingId::LocalRace ? explainBuffer(definitions, memory, earlier, later)
                  : unseen                   ? explainUnseen(definitions, memory, earlier, later)
                           : WindowReason(definitions, memory, id, earlier, later).explain();
  reason.why = capitalized(reason.why);
  reason.advice = capitalized(reason.advice);
  return reason;
}

} // namespace fencepost::analyzer::races
