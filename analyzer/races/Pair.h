//===- Pair.h - two accesses that race, and what there is to tell ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_ANALYZER_RACES_PAIR_H
#define FENCEPOST_ANALYZER_RACES_PAIR_H

#include "analyzer/races/Reason.h"
#include "analyzer/races/Words.h"
#include "model/Finding.h"

#include <string>
#include <utility>

namespace fencepost::analyzer::races {

/// Facts of two accesses, and phrases that are true of them; `earlier` and `later` are in the
/// sweep's order. Phrases begin small.
class Pair {
public:
  Pair(const Definitions &definitions, const Memory &memory, FindingId id, const Accessor &earlier,
       const Accessor &later)
      : definitions_(definitions), memory_(memory), id_(id), earlier_(earlier), later_(later),
        words_(definitions, earlier, later),
        calledBefore_(!words_.sameThread() && memory.endedBefore(earlier.called, later)) {}

protected:
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
  static bool isBuffer(const Accessor &accessor) { return accessor.side == Side::Origin; }
  /// Whether a later call ends it: an operation, or a message or collective that was started.
  static bool isPending(const Accessor &accessor) {
    return accessor.endContext != kNone && accessor.endContext != accessor.context;
  }
  /// Whether a fence, or the target's wait, ends it.
  bool endsWithEpoch(const Accessor &accessor) const;
  bool isPassive(const Accessor &operation) const;
  bool isBothAtomic() const { return earlier_.atomic && later_.atomic; }
  /// The call that completed the operation at its origin, and nowhere else.
  bool isOnlyLocallyComplete(const Accessor &operation) const;
  /// What lets others go on before the earlier access is complete. The complete of PSCW does not:
  /// it lets the target's wait return, which ends the access.
  uint32_t release() const;
  const Hold *lockOf(const Accessor &accessor) const;
  /// Whether what comes after the operation stands before it: it is that of a loop's next iteration.
  bool comesAgain(const Accessor &operation, const Accessor &other) const;

  /// One order for all runs: an operation first, then by place.
  static std::pair<const Accessor *, const Accessor *> inOrder(const Accessor &a,
                                                               const Accessor &b);

  /// "MPI_Put at line 59 by rank 0 (complete at MPI_Win_unlock at line 60)".
  std::string withEnd(const Accessor &accessor) const;
  /// Why accumulates, or one and something else, are not atomic to each other (RMA-RULES 4, first
  /// exemption); a sentence, or nothing.
  std::string notAtomic() const;
  /// Why the locks that both hold do not help, and which would.
  struct LockRemark {
    std::string why, advice;
  };
  LockRemark lockRemark(const Accessor &one, const Accessor &other) const;
  /// "let rank 1 wait for rank 0 between ... and ..., or ...: by MPI_Barrier or a message".
  std::string orderBoth(const Accessor &one, const Accessor &other) const;
  /// Of one thread: a message or collective is started, and not complete at the operation.
  Reason busyWithMessage() const;

  const Definitions &definitions_;
  const Memory &memory_;
  FindingId id_;
  const Accessor &earlier_, &later_;
  Words words_;
  bool calledBefore_; // the later access waited for the call of the earlier one, in vain
};

} // namespace fencepost::analyzer::races

#endif // FENCEPOST_ANALYZER_RACES_PAIR_H
