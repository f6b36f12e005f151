//===- Reason.cpp - why two accesses race, and what to do -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Reason.h"

#include "model/Site.h"

namespace fencepost::analyzer::races {

namespace {

std::string rankName(uint32_t rank) { return "rank " + std::to_string(rank); }

class Explainer {
public:
  Explainer(const Definitions &definitions, const Memory &memory, const Accessor &earlier,
            const Accessor &later)
      : definitions_(definitions), earlier_(earlier), later_(later), rank_(memory.rank),
        calledBefore_(earlier.rank != later.rank && memory.endedBefore(earlier.called, later)),
        oneFile_(oneFile()) {}

  Reason local() const {
    Reason reason;
    if (later_.side != Side::Local && earlier_.side == Side::Local) {
      // A message's buffer, handed to an operation before the message is complete.
      reason.why = "the buffer belongs to " + at(earlier_) + " until " + completion() + ".";
      reason.advice = "Call " + call(later_) + " after that, or use another buffer.";
      reason.namesCompletion = true;
      return reason;
    }
    reason.namesCompletion = true;
    std::string use = earlier_.kind == AccessKind::Get || later_.kind == AccessKind::Get
                          ? "may still be written"
                          : "is still in use";
    if (earlier_.endContext == kNone) {
      reason.why = "No call completes " + at(earlier_) + ", so its buffer " + use + ".";
      reason.advice = "Complete it with MPI_Win_flush_local" + arguments() +
                      ", or what ends its epoch, before " + at(later_) + ".";
      return reason;
    }
    reason.why = "The buffer of " + at(earlier_) + " " + use + " until " + completion() + ".";
    reason.advice = "Move " + at(later_) + " after " + describe(earlier_.endContext) +
                    ", or use another buffer.";
    return reason;
  }

  Reason mixed() const {
    Reason reason = remote();
    reason.why = "Concurrent accumulates on one location must use the same operation, or "
                 "MPI_NO_OP. " +
                 reason.why;
    reason.advice = "Use the same operation in both. Otherwise: " + reason.advice;
    return reason;
  }

  Reason remote() const {
    if (earlier_.side == Side::Local)
      return endsWithEpoch(later_) ? withinEpoch(later_, earlier_) : afterLocal();
    if (later_.side == Side::Local && endsWithEpoch(earlier_) && !completeBefore())
      return withinEpoch(earlier_, later_);
    if (earlier_.side == Side::Target && earlier_.rank == later_.rank &&
        later_.side == Side::Target && !completeBefore())
      return sameOrigin();
    if (earlier_.endContext == kNone)
      return neverComplete();
    if (calledBefore_)
      return notComplete();
    if (later_.side != Side::Local && earlier_.rank != later_.rank)
      return concurrent();
    return completeBefore() ? notOrdered() : notComplete();
  }

private:
  const std::string &call(const Accessor &accessor) const {
    return definitions_.region(accessor.context).name;
  }
  /// Whether all that is told is in one file: then lines are enough.
  bool oneFile() const {
    std::string file = definitions_.site(earlier_.context).file;
    for (uint32_t context :
         {later_.context, earlier_.endContext, later_.endContext, later_.syncContext})
      if (context != kNone && definitions_.site(context).file != file)
        return false;
    return true;
  }
  /// " at line 59", " at halo.c:59".
  std::string place(uint32_t context) const {
    Site site = definitions_.site(context);
    if (site.line == 0)
      return {};
    std::string line = std::to_string(site.line);
    std::string name = site.file.substr(site.file.rfind('/') + 1);
    return oneFile_ || name.empty() ? " at line " + line : " at " + name + ":" + line;
  }
  std::string describe(uint32_t context) const {
    return definitions_.region(context).name + place(context);
  }
  /// "MPI_Put at line 59", "the load at line 65".
  std::string at(const Accessor &accessor) const {
    if (accessor.kind != AccessKind::Load && accessor.kind != AccessKind::Store)
      return describe(accessor.context);
    return "the " + std::string(accessKindName(accessor.kind)) + place(accessor.context);
  }
  std::string completion() const { return describe(earlier_.endContext); }
  EventKind completionKind() const { return definitions_.region(earlier_.endContext).kind(); }
  bool completeBefore() const { return earlier_.endTime <= later_.time; }
  std::string window(const Accessor &operation) const {
    const std::string &name = definitions_.windows[operation.window].name;
    return name.empty() ? "win" : name;
  }
  std::string arguments() const {
    std::string text(1, '(');
    return text.append(std::to_string(earlier_.target))
        .append(", ")
        .append(window(earlier_))
        .append(")");
  }
  /// Whether the operation belongs to a fence or exposure epoch that was closed.
  bool endsWithEpoch(const Accessor &operation) const {
    if (operation.endContext == kNone)
      return false;
    EventKind kind = definitions_.region(operation.endContext).kind();
    return kind == EventKind::Fence || kind == EventKind::Wait || kind == EventKind::Test;
  }

  Reason withinEpoch(const Accessor &operation, const Accessor &local) const {
    Reason reason;
    std::string closing = describe(operation.endContext);
    reason.why = at(operation) + " may access the memory of rank " + std::to_string(rank_) +
                 " at any time until " + closing + ", and " + at(local) + " falls into that epoch.";
    reason.advice = "Move " + at(local) + " after " + closing + ", or before the epoch is opened";
    if (definitions_.region(operation.endContext).kind() == EventKind::Fence)
      reason.advice += ", or end the epoch between the two: MPI_Win_fence(0, " + window(operation) +
                       ") on all ranks between " + at(earlier_) + " and " + at(later_);
    reason.advice += '.';
    reason.namesCompletion = true;
    return reason;
  }

  Reason afterLocal() const {
    Reason reason;
    reason.why = "Nothing orders " + at(later_) + " by " + rankName(later_.rank) + " after " +
                 at(earlier_) + " by " + rankName(earlier_.rank) + ".";
    reason.advice = "Let " + rankName(later_.rank) + " wait for " + rankName(earlier_.rank) +
                    " between the two: a fence, MPI_Barrier or a message from " +
                    rankName(earlier_.rank) +
                    ", or open the exposure epoch (MPI_Win_post, "
                    "MPI_Win_fence) after " +
                    at(earlier_) + ".";
    return reason;
  }

  Reason sameOrigin() const {
    Reason reason;
    reason.why = "Operations of one epoch are not ordered: " + at(earlier_) +
                 " is not complete at rank " + std::to_string(rank_) + " when " + at(later_) +
                 " starts" +
                 (earlier_.endContext == kNone ? "" : " (it is at " + completion() + ")") + ".";
    reason.advice = earlier_.holds
                        ? "Add MPI_Win_flush" + arguments() + " between them."
                        : "Put them into different epochs: only a new epoch orders them.";
    reason.namesCompletion = true;
    return reason;
  }

  Reason neverComplete() const {
    Reason reason;
    reason.why = "No call completes " + at(earlier_) + " at rank " + std::to_string(rank_) +
                 " before " + at(later_) + ".";
    reason.advice = (earlier_.holds ? "Complete it with MPI_Win_flush" + arguments()
                                    : std::string("Complete it with what ends its epoch")) +
                    " and let " + rankName(later_.rank) + " wait for that.";
    return reason;
  }

  Reason notComplete() const {
    Reason reason;
    reason.namesCompletion = true;
    reason.why = at(earlier_) + " is complete at rank " + std::to_string(rank_) + " only at " +
                 completion() + (earlier_.endsHere ? " of that rank" : "");
    if (calledBefore_ && later_.syncContext != kNone) {
      std::string synchronization = describe(later_.syncContext);
      reason.why += "; " + synchronization + ", after which " + rankName(later_.rank) +
                    " reaches " + at(later_) + ", does not wait for that.";
      reason.advice = "Call MPI_Win_flush" + arguments() + " before " + rankName(earlier_.rank) +
                      " lets " + rankName(later_.rank) + " pass " + synchronization + ".";
      reason.namesSynchronization = true;
      if (endsWithEpoch(earlier_))
        reason.advice = "Move " + at(later_) + " after " + completion() + ".";
      return reason;
    }
    reason.why += ", and " + at(later_) + " by " + rankName(later_.rank) + " does not wait for it.";
    if (earlier_.rank == later_.rank) {
      reason.advice = "Move " + at(later_) + " after " + completion() + ".";
      return reason;
    }
    reason.advice = "Let " + rankName(later_.rank) + " wait for " + completion() + " of " +
                    rankName(earlier_.rank) + ", by MPI_Barrier or a message, before " +
                    at(later_) + ".";
    return reason;
  }

  /// Operations of two origins.
  Reason concurrent() const {
    Reason reason;
    reason.namesCompletion = true;
    std::string both = at(earlier_) + " by " + rankName(earlier_.rank) + " and " + at(later_) +
                       " by " + rankName(later_.rank);
    if (endsWithEpoch(earlier_)) {
      reason.why = both + " access the memory of rank " + std::to_string(rank_) +
                   " in one epoch, until " + completion() +
                   "; operations of different origins are not ordered there.";
      reason.advice = "Put them into different epochs, let them access different bytes, or use "
                      "MPI_Accumulate for both.";
      return reason;
    }
    reason.why =
        "Neither of " + both + " waits for the other" +
        (earlier_.holds && later_.holds ? ", and shared locks do not exclude each other." : ".");
    reason.advice = "Lock with MPI_LOCK_EXCLUSIVE, use MPI_Accumulate for both, or let " +
                    rankName(later_.rank) + " wait for " + rankName(earlier_.rank) + " after " +
                    completion() + ".";
    return reason;
  }

  Reason notOrdered() const {
    Reason reason;
    reason.namesCompletion = true;
    reason.why = at(earlier_) + " is complete at " + completion() + ", but nothing orders " +
                 at(later_) + " by " + rankName(later_.rank) + " after that.";
    reason.advice = "Let " + rankName(later_.rank) + " wait for " + rankName(earlier_.rank) +
                    " between " + completion() + " and " + at(later_) +
                    ", by MPI_Barrier or a message.";
    return reason;
  }

  const Definitions &definitions_;
  const Accessor &earlier_, &later_;
  uint32_t rank_;     // whose memory it is
  bool calledBefore_; // the later access waited for the call of the earlier one, in vain
  bool oneFile_;
};

} // namespace

std::string name(const Definitions &definitions, const Accessor &accessor) {
  std::string by = " by rank " + std::to_string(accessor.rank);
  switch (accessor.kind) {
  case AccessKind::Load:
  case AccessKind::Store: {
    const Context &context = definitions.contexts[accessor.context];
    const std::string &expression = context.expression, &call = context.call;
    bool atomic = call == kAtomicAccess;
    std::string what = std::string("the ") + (atomic ? "atomic " : "") +
                       (accessor.kind == AccessKind::Load ? "load" : "store");
    if (!expression.empty())
      what += (accessor.kind == AccessKind::Load ? " of `" : " to `") + expression + "`";
    if (!call.empty() && !atomic)
      what += " in " + call;
    return what + by;
  }
  case AccessKind::Send:
  case AccessKind::Recv:
  case AccessKind::Collective:
    return definitions.region(accessor.context).name + by;
  case AccessKind::Get:
    return definitions.region(accessor.context).name + " from rank " +
           std::to_string(accessor.target) + by;
  default:
    return definitions.region(accessor.context).name + " to rank " +
           std::to_string(accessor.target) + by;
  }
}

Reason explain(const Definitions &definitions, const Memory &memory, FindingId id,
               const Accessor &earlier, const Accessor &later) {
  Explainer explainer(definitions, memory, earlier, later);
  if (id == FindingId::LocalRace)
    return explainer.local();
  return id == FindingId::MixedAccumulate ? explainer.mixed() : explainer.remote();
}

} // namespace fencepost::analyzer::races
