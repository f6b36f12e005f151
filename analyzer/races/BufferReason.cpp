//===- BufferReason.cpp - why the use of a buffer is a race ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/races/BufferReason.h"

#include "analyzer/races/Pair.h"

namespace fencepost::analyzer::races {

namespace {

class BufferReason : Pair {
public:
  using Pair::Pair;

  Reason explain() const {
    // The operation whose buffer it is; of two, the one that was called first.
    bool first = isBuffer(earlier_);
    const Accessor &operation = first ? earlier_ : later_, &other = first ? later_ : earlier_;
    Reason reason;
    reason.namesCompletion = true;
    if (!first && (words_.sameThread() || !isBuffer(later_)))
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
    if (comesAgain(operation, other)) {
      reason.advice = "use another buffer each time, or ";
      reason.advice += isPassive(operation) ? "call " + flush + " after " + at(operation) + "."
                                            : "end the epoch before " + at(other) + " comes again.";
      return reason;
    }
    reason.advice = "move " + at(other) + " after " + end(operation) +
                    (isPassive(operation) ? ", call " + flush + " before it" : "") +
                    ", or use another buffer.";
    return reason;
  }

private:
  static bool isGet(const Accessor &accessor) { return accessor.kind == AccessKind::Get; }

  Reason bufferOfThreads(const Accessor &operation, const Accessor &other) const {
    Reason reason;
    reason.namesCompletion = true;
    if (calledBefore_ && isBuffer(earlier_)) {
      reason.why = "The buffer of " + by(operation) + " is in use " +
                   (operation.endContext == kNone ? "for ever" : "until " + end(operation)) +
                   "; what lets " + who(other) + " go on to " + at(other) + " comes before that.";
      reason.advice =
          "complete " + at(operation) + " before " + who(operation) + " lets " + who(other) +
          " go on" +
          (isPassive(operation) ? ", with " + words_.flush(operation, "MPI_Win_flush_local") : "") +
          ", or use another buffer.";
      return reason;
    }
    reason.why = "The buffer of " + by(operation) + " is in use " +
                 (operation.endContext == kNone ? "for ever" : "until " + end(operation)) +
                 ", and nothing orders " + by(other) + " with that.";
    reason.advice = orderBoth(operation, other) + ", or use another buffer.";
    return reason;
  }
};

} // namespace

Reason explainBuffer(const Definitions &definitions, const Memory &memory, const Accessor &earlier,
                     const Accessor &later) {
  return BufferReason(definitions, memory, FindingId::LocalRace, earlier, later).explain();
}

} // namespace fencepost::analyzer::races
