//===- Operations.cpp - one-sided operations in flight --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Operations.h"

#include "runtime/base/Lock.h"

#include <atomic>

namespace fencepost::runtime {

namespace {

/// A list a window, in issue order, through slots of one table.
struct Pending {
  uint64_t matching; // 0: the slot is free
  uint32_t window;
  uint32_t target;
  uint32_t previous;
  uint32_t next;
  bool locallyDone;
  OperationBuffers buffers;
  Scalar result;
};

SpinLock lock;
Vector<Pending> table;
Vector<uint32_t> freeSlots;
std::atomic<uint64_t> numbers{0};

void unlink(Window &window, uint32_t slot) {
  Pending &pending = table[slot];
  (pending.previous == kNoOperation ? window.firstPending : table[pending.previous].next) =
      pending.next;
  (pending.next == kNoOperation ? window.lastPending : table[pending.next].previous) =
      pending.previous;
  pending.matching = 0;
  freeSlots.push(slot);
}

/// Until now the result's buffer is the library's: whoever waits for the operation elsewhere waits
/// for the lock, too.
void record(Recording &call, const Pending &pending, bool remote) {
  ValuesPayload values = {};
  if (!pending.locallyDone && readScalar(pending.result, values.result)) {
    values.known = ValuesPayload::Result;
    call.atEnd(RecordType::Values, pending.window, values);
  }
  call.atEnd(RecordType::OperationComplete, pending.window,
             OperationCompletePayload{pending.matching, remote, 0});
}

void finishLocally(Pending &pending) {
  if (!pending.locallyDone)
    pending.buffers.release();
  pending.locallyDone = true;
}

} // namespace

void OperationBuffers::release() const {
  for (BufferId id : ids)
    untrackBuffer(id);
}

uint64_t nextNumber() { return ++numbers; }

IssuedOperation issueOperation(Window &window, uint32_t target, uint64_t matching,
                               const OperationBuffers &buffers, const Scalar &result) {
  Guard guard(lock);
  uint32_t slot = static_cast<uint32_t>(table.size());
  if (!freeSlots.empty()) {
    slot = freeSlots.back();
    freeSlots.pop();
  } else if (!table.push({})) {
    buffers.release();
    return {matching, kNoOperation};
  }
  table[slot] = {matching,     window.id, target,  window.lastPending,
                 kNoOperation, false,     buffers, result};
  (window.lastPending == kNoOperation ? window.firstPending : table[window.lastPending].next) =
      slot;
  window.lastPending = slot;
  return {matching, slot};
}

void completeOperations(Recording &call, Window &window, uint32_t target, bool remote, bool last) {
  Guard guard(lock);
  for (uint32_t slot = window.firstPending; slot != kNoOperation;) {
    Pending &pending = table[slot];
    const uint32_t next = pending.next;
    if (target == kNoId || pending.target == target) {
      if (remote || !pending.locallyDone)
        record(call, pending, remote);
      finishLocally(pending);
      if (remote || last)
        unlink(window, slot);
    }
    slot = next;
  }
}

void completeByRequest(Recording &call, IssuedOperation operation) {
  Guard guard(lock);
  if (operation.slot >= table.size())
    return;
  Pending &pending = table[operation.slot];
  if (pending.matching != operation.matching || pending.locallyDone)
    return;
  record(call, pending, false);
  finishLocally(pending);
}

void forgetOperations(Window &window) {
  Guard guard(lock);
  while (window.firstPending != kNoOperation) {
    finishLocally(table[window.firstPending]);
    unlink(window, window.firstPending);
  }
}

} // namespace fencepost::runtime
