//===- Pair.cpp - two accesses that race, and what there is to tell -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/Pair.h"

#include <algorithm>
#include <tuple>

namespace fencepost::analyzer::races {

bool Pair::endsWithEpoch(const Accessor &accessor) const {
  if (accessor.side != Side::Target || accessor.endContext == kNone)
    return false;
  EventKind kind = kindOf(accessor.endContext);
  return kind == EventKind::Fence || kind == EventKind::Wait || kind == EventKind::Test;
}

bool Pair::isPassive(const Accessor &operation) const {
  EventKind kind =
      operation.epochContext == kNone ? EventKind::Local : kindOf(operation.epochContext);
  return kind == EventKind::Lock || kind == EventKind::LockAll;
}

bool Pair::isOnlyLocallyComplete(const Accessor &operation) const {
  if (operation.localEndContext == kNone || operation.localEndContext == operation.endContext)
    return false;
  EventKind kind = kindOf(operation.localEndContext);
  return kind == EventKind::FlushLocal || kind == EventKind::FlushLocalAll ||
         kind == EventKind::Completion;
}

uint32_t Pair::release() const {
  uint32_t release = earlier_.releaseContext;
  bool none =
      release == kNone || release == earlier_.endContext || kindOf(release) == EventKind::Complete;
  return none ? kNone : release;
}

const Hold *Pair::lockOf(const Accessor &accessor) const {
  const std::vector<Hold> &holds = memory_.holds[accessor.holds];
  return holds.empty() ? nullptr : &holds.front();
}

bool Pair::comesAgain(const Accessor &operation, const Accessor &other) const {
  Site first = definitions_.site(other.context), second = definitions_.site(operation.context);
  return first.function == second.function && first.file == second.file &&
         first.line <= second.line;
}

std::pair<const Accessor *, const Accessor *> Pair::inOrder(const Accessor &a, const Accessor &b) {
  bool swap = isOperation(a) == isOperation(b)
                  ? std::tie(b.context, b.rank) < std::tie(a.context, a.rank)
                  : isOperation(b);
  return swap ? std::pair(&b, &a) : std::pair(&a, &b);
}

std::string Pair::withEnd(const Accessor &accessor) const {
  return by(accessor) + (isPending(accessor) ? " (complete at " + end(accessor) + ")" : "");
}

std::string Pair::notAtomic() const {
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

Pair::LockRemark Pair::lockRemark(const Accessor &one, const Accessor &other) const {
  const Hold *first = lockOf(one), *second = lockOf(other);
  if (!first || !second || words_.sameRank()) // locks are between processes
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

std::string Pair::orderBoth(const Accessor &one, const Accessor &other) const {
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

Reason Pair::busyWithMessage() const {
  Reason reason;
  bool ends = earlier_.endContext != kNone;
  reason.why = "The buffer belongs to " + at(earlier_) +
               (ends ? " until " + end(earlier_) : ", which no call completes") + ".";
  reason.advice = ends ? "move " + at(later_) + " after " + end(earlier_) + ", or use other memory."
                       : "use other memory for " + at(later_) + ".";
  return reason;
}

} // namespace fencepost::analyzer::races
