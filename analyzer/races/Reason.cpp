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

#include "analyzer/races/Words.h"

#include <algorithm>
#include <tuple>

namespace fencepost::analyzer::races {

namespace {

class Explainer {
public:
  Explainer(const Definitions &definitions, const Memory &memory, FindingId id,
            const Accessor &earlier, const Accessor &later)
      : definitions_(definitions), memory_(memory), id_(id), earlier_(earlier), later_(later),
        words_(definitions, earlier, later),
        calledBefore_(!words_.sameThread() && memory.endedBefore(earlier.called, later)) {}

  Reason explain() const {
    if (id_ == FindingId::LocalRace)
      return buffer();
    Reason reason = remote();
    if (isOperation(earlier_) && isOperation(later_))
      reason.why = notAtomic() + reason.why;
    if (id_ == FindingId::MixedAccumulate)
      reason.advice = "use the same operation in both, or order them: " + reason.advice;
    return reason;
  }

private:
  // ---- what there is to tell

  std::string at(const Accessor &accessor) const { return words_.at(accessor); }
  std::string by(const Accessor &accessor) const { return words_.by(accessor); }
  std::string who(const Accessor &accessor) const { return words_.who(accessor); }
  std::string end(const Accessor &accessor) const { return words_.call(accessor.endContext); }
  std::string memory() const { return "rank " + std::to_string(memory_.rank); }
  /// Whether two calls stand at one place in the source.
  bool isSame(uint32_t one, uint32_t other) const {
    return one != kNone && other != kNone && definitions_.site(one) == definitions_.site(other);
  }
  EventKind kindOf(uint32_t context) const { return definitions_.region(context).kind(); }

  static bool isOperation(const Accessor &accessor) { return accessor.side == Side::Target; }
  /// Whether a later call ends it: an operation, or a message or collective that was started.
  static bool isPending(const Accessor &accessor) {
    return accessor.endContext != kNone && accessor.endContext != accessor.context;
  }
  /// Whether a fence, or the target's wait, ends it.
  bool endsWithEpoch(const Accessor &accessor) const {
    if (accessor.side != Side::Target || accessor.endContext == kNone)
      return false;
    EventKind kind = kindOf(accessor.endContext);
    return kind == EventKind::Fence || kind == EventKind::Wait || kind == EventKind::Test;
  }
  bool isPassive(const Accessor &operation) const {
    EventKind kind =
        operation.epochContext == kNone ? EventKind::Local : kindOf(operation.epochContext);
    return kind == EventKind::Lock || kind == EventKind::LockAll;
  }
  bool completeBefore() const { return earlier_.endTime <= later_.time; }
  /// The call that completed the operation at its origin, and nowhere else.
  bool isOnlyLocallyComplete(const Accessor &operation) const {
    if (operation.localEndContext == kNone || operation.localEndContext == operation.endContext)
      return false;
    EventKind kind = kindOf(operation.localEndContext);
    return kind == EventKind::FlushLocal || kind == EventKind::FlushLocalAll ||
           kind == EventKind::Completion;
  }
  const Hold *lockOf(const Accessor &accessor) const {
    const std::vector<Hold> &holds = memory_.holds[accessor.holds];
    return holds.empty() ? nullptr : &holds.front();
  }

  // ---- buffers

  Reason buffer() const {
    // The operation whose buffer it is; of two, the one that was called first.
    bool first = earlier_.side == Side::Origin;
    const Accessor &operation = first ? earlier_ : later_, &other = first ? later_ : earlier_;
    Reason reason;
    reason.namesCompletion = true;
    if (!first && words_.sameThread())
      return busyWithMessage();
    std::string use =
        operation.kind == AccessKind::Get || (other.kind != AccessKind::Store && !isGet(other))
            ? "may still be written"
            : "is still in use";
    std::string flush = words_.flush(operation, "MPI_Win_flush_local");
    if (!words_.sameThread())
      return bufferOfThreads(operation, other);
    if (operation.endContext == kNone) {
      reason.why = "No call completes " + at(operation) + ", so its buffer " + use + ".";
      reason.advice = "complete it before " + at(other) + ": with " +
                      (isPassive(operation) ? flush : "what ends its epoch") + ".";
      return reason;
    }
    reason.why = "The buffer of " + at(operation) + " " + use + " until " + end(operation) + ".";
    reason.advice = "move " + at(other) + " after " + end(operation) +
                    (isPassive(operation) ? ", call " + flush + " before it" : "") +
                    ", or use another buffer.";
    return reason;
  }
  static bool isGet(const Accessor &accessor) { return accessor.kind == AccessKind::Get; }

  /// Of one thread: a message or collective is started, and not complete at the operation.
  Reason busyWithMessage() const {
    Reason reason;
    bool ends = earlier_.endContext != kNone;
    reason.why = "The buffer belongs to " + at(earlier_) +
                 (ends ? " until " + end(earlier_) : ", which no call completes") + ".";
    reason.advice =
        ends ? "move " + at(later_) + " after " + end(earlier_) + ", or use other memory."
             : "use other memory for " + at(later_) + ".";
    return reason;
  }

  Reason bufferOfThreads(const Accessor &operation, const Accessor &other) const {
    Reason reason;
    reason.namesCompletion = true;
    reason.why = "The buffer of " + by(operation) + " is in use " +
                 (operation.endContext == kNone ? "for ever" : "until " + end(operation)) +
                 ", and nothing orders " + by(other) + " with that.";
    reason.advice = orderBoth(operation, other) + ", or use another buffer.";
    return reason;
  }

  // ---- window memory

  Reason remote() const {
    if (isOperation(earlier_) && isOperation(later_))
      return twoOperations();
    bool first = isOperation(earlier_);
    const Accessor &operation = first ? earlier_ : later_, &other = first ? later_ : earlier_;
    if (!isOperation(operation))
      return neither(earlier_, later_);
    bool fence = operation.endContext != kNone && kindOf(operation.endContext) == EventKind::Fence;
    if (first && fence && completeBefore() && isSame(operation.endContext, other.syncContext))
      return notWaitedFor();
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
    if (words_.sameRank() && (words_.sameThread() || !completeBefore()))
      return sameOrigin();
    if (earlier_.endContext == kNone)
      return neverComplete();
    if (calledBefore_)
      return notComplete();
    if (endsWithEpoch(earlier_) && endsWithEpoch(later_))
      return inOneEpoch();
    return neither(earlier_, later_);
  }

  /// RMA-RULES 4, first exemption: why it does not hold.
  std::string notAtomic() const {
    if (earlier_.atomic != later_.atomic) {
      const Accessor &atomic = earlier_.atomic ? earlier_ : later_;
      const Accessor &other = earlier_.atomic ? later_ : earlier_;
      return definitions_.region(atomic.context).name +
             " is atomic only to other accumulates, not to " +
             definitions_.region(other.context).name + ". ";
    }
    if (!earlier_.atomic)
      return {};
    auto unlike = [&](const char *what, uint32_t one, uint32_t other) {
      const std::string &first = definitions_.strings[one], &second = definitions_.strings[other];
      return std::string("Accumulates with different ") + what + ", " + std::min(first, second) +
             " and " + std::max(first, second) + ", are not atomic to each other. ";
    };
    if (id_ == FindingId::MixedAccumulate)
      return unlike("operations", earlier_.op, later_.op);
    if (earlier_.window != later_.window)
      return "Accumulates through two windows are not atomic to each other. ";
    if (earlier_.type != later_.type)
      return unlike("types", earlier_.type, later_.type);
    return "Accumulates whose elements overlap in part are not atomic to each other. ";
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
    if (kindOf(operation.endContext) == EventKind::Fence)
      reason.advice += ", or end the epoch between the two: MPI_Win_fence(0, " +
                       words_.window(operation) + ") on all ranks " +
                       words_.between(operation, other);
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
                        : "put them into different epochs: only a new epoch orders them.";
    return reason;
  }

  Reason neverComplete() const {
    Reason reason;
    reason.why =
        "No call completes " + at(earlier_) + " at " + memory() + " before " + at(later_) + ".";
    if (isOnlyLocallyComplete(earlier_))
      reason.why += " " + words_.call(earlier_.localEndContext) + " completes it at " +
                    who(earlier_) + " only.";
    reason.advice =
        "complete it with " +
        (isPassive(earlier_) ? words_.flush(earlier_) : std::string("what ends its epoch")) +
        " before " +
        (earlier_.releaseContext == kNone ? at(later_) : words_.call(earlier_.releaseContext)) +
        ".";
    return reason;
  }

  /// The later access waited for the earlier one's call, but not for its completion.
  Reason notComplete() const {
    Reason reason;
    reason.namesCompletion = true;
    uint32_t release =
        earlier_.releaseContext == earlier_.endContext ? kNone : earlier_.releaseContext;
    bool onlyLocally = isOnlyLocallyComplete(earlier_);
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
    else if (later_.syncContext != kNone)
      reason.why += "; " + who(later_) + " does not wait for that in " +
                    words_.call(later_.syncContext) + ", before " + at(later_) + ".";
    else
      reason.why += "; " + at(later_) + " by " + who(later_) + " does not wait for that.";
    reason.namesSynchronization = later_.syncContext != kNone;
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
  Reason notWaitedFor() const {
    Reason reason;
    reason.namesCompletion = true;
    reason.why = "Every rank calls " + end(earlier_) +
                 " with MPI_MODE_NOPRECEDE, so none waits there for " + at(earlier_) + ".";
    reason.advice = "call " + end(earlier_) + " without MPI_MODE_NOPRECEDE.";
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

  /// One order for all runs: an operation first, then by place.
  static std::pair<const Accessor *, const Accessor *> inOrder(const Accessor &a,
                                                               const Accessor &b) {
    bool swap = isOperation(a) == isOperation(b)
                    ? std::tie(b.context, b.rank) < std::tie(a.context, a.rank)
                    : isOperation(b);
    return swap ? std::pair(&b, &a) : std::pair(&a, &b);
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
  bool isBothAtomic() const { return earlier_.atomic && later_.atomic; }

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
  std::string withEnd(const Accessor &accessor) const {
    return by(accessor) + (isPending(accessor) ? " (complete at " + end(accessor) + ")" : "");
  }
  /// Why the locks that both hold do not help, and which would.
  struct LockRemark {
    std::string why, advice;
  };
  LockRemark lockRemark(const Accessor &one, const Accessor &other) const {
    const Hold *first = lockOf(one), *second = lockOf(other);
    if (!first || !second)
      return {};
    if (first->window != second->window)
      return {", and locks of different windows do not exclude each other",
              ", or lock one window for both"};
    if (!first->checked || !second->checked)
      return {", and a lock with MPI_MODE_NOCHECK excludes nobody",
              ", or lock without MPI_MODE_NOCHECK"};
    // That of a lock_all was taken for all that is done, not for this access.
    bool meant = isOperation(other) || kindOf(second->context) == EventKind::Lock;
    if (!first->exclusive && !second->exclusive && meant)
      return {", and shared locks do not exclude each other", ", or lock with MPI_LOCK_EXCLUSIVE"};
    return {};
  }

  /// "let rank 1 wait for rank 0 between ... and ..., or ...: by MPI_Barrier or a message"
  std::string orderBoth(const Accessor &one, const Accessor &other) const {
    auto last = [&](const Accessor &accessor) {
      return isPending(accessor) ? end(accessor) : at(accessor);
    };
    bool direct = !isOperation(one) && !isOperation(other);
    std::string with = words_.sameRank() ? "a barrier of the threads"
                       : direct
                           ? "MPI_Win_fence, or MPI_Barrier with MPI_Win_sync before and after it"
                           : "MPI_Barrier or a message";
    if (!isPending(one) && !isPending(other))
      return "let one of the two wait for the other, by " + with;
    if (at(one) == at(other))
      return "let " + who(one) + " or " + who(other) + " wait until the other has passed " +
             last(one) + ", by " + with;
    return "let " + who(other) + " wait for " + who(one) + " between " + last(one) + " and " +
           at(other) + ", or " + who(one) + " for " + who(other) + " between " + last(other) +
           " and " + at(one) + ", by " + with;
  }

  const Definitions &definitions_;
  const Memory &memory_;
  FindingId id_;
  const Accessor &earlier_, &later_;
  Words words_;
  bool calledBefore_; // the later access waited for the call of the earlier one, in vain
};

} // namespace

Reason explain(const Definitions &definitions, const Memory &memory, FindingId id,
               const Accessor &earlier, const Accessor &later) {
  Reason reason = Explainer(definitions, memory, id, earlier, later).explain();
  reason.why = capitalized(reason.why);
  reason.advice = capitalized(reason.advice);
  return reason;
}

} // namespace fencepost::analyzer::races
