//===- PassiveTarget.cpp - locks, flushes, sync ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/errors/Synchronization.h"
#include "runtime/mpi/Assertions.h"
#include "runtime/mpi/Operations.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

constexpr bool kLocal = false;
constexpr bool kRemote = true;

void recordLock(Recording &call, const Window &window, uint32_t target, int assertion,
                bool exclusive) {
  const LockPayload payload = {target, traceAssertion(assertion), exclusive, 0};
  call.atBegin(RecordType::RequestLock, window.id, payload);
  call.atEnd(RecordType::AcquireLock, window.id, payload);
}

void recordUnlock(Recording &call, Window &window, uint32_t target) {
  completeOperations(call, window, target, kRemote, true);
  call.atEnd(RecordType::ReleaseLock, window.id, LockPayload{target, 0, 0, 0});
}

/// Also what stands for all ranks where a rank is expected: kNoId.
constexpr int kAllRanks = -1;
static_assert(static_cast<uint32_t>(kAllRanks) == kNoId);

void recordFlush(Recording &call, Window *window, int result, int target, bool remote) {
  if (call.succeeded(result) && window && target != MPI_PROC_NULL)
    completeOperations(call, *window, static_cast<uint32_t>(target), remote, false);
}

uint32_t rankOf(int target) { return static_cast<uint32_t>(target); }

} // namespace

extern "C" {

int MPI_Win_lock(int type, int target, int assertion, MPI_Win handle) {
  Recording call(Call::Win_lock, FENCEPOST_FRAME);
  const Synchronization made = {.target = target};
  Window *window = checkedWindow(call, handle);
  checkSynchronization(call, window, made);
  const int result = PMPI_Win_lock(type, target, assertion, handle);
  if (call.succeeded(result) && window && target != MPI_PROC_NULL) {
    followSynchronization(call, *window, made);
    recordLock(call, *window, rankOf(target), assertion, type == MPI_LOCK_EXCLUSIVE);
  }
  return result;
}

int MPI_Win_unlock(int target, MPI_Win handle) {
  Recording call(Call::Win_unlock, FENCEPOST_FRAME);
  const Synchronization made = {.target = target};
  Window *window = checkedWindow(call, handle);
  checkSynchronization(call, window, made);
  const int result = PMPI_Win_unlock(target, handle);
  if (call.succeeded(result) && window && target != MPI_PROC_NULL) {
    followSynchronization(call, *window, made);
    recordUnlock(call, *window, rankOf(target));
  }
  return result;
}

int MPI_Win_lock_all(int assertion, MPI_Win handle) {
  Recording call(Call::Win_lock_all, FENCEPOST_FRAME);
  Window *window = checkedWindow(call, handle);
  checkSynchronization(call, window);
  const int result = PMPI_Win_lock_all(assertion, handle);
  if (call.succeeded(result) && window) {
    followSynchronization(call, *window);
    recordLock(call, *window, kNoId, assertion, false);
  }
  return result;
}

int MPI_Win_unlock_all(MPI_Win handle) {
  Recording call(Call::Win_unlock_all, FENCEPOST_FRAME);
  Window *window = checkedWindow(call, handle);
  checkSynchronization(call, window);
  const int result = PMPI_Win_unlock_all(handle);
  if (call.succeeded(result) && window) {
    followSynchronization(call, *window);
    recordUnlock(call, *window, kNoId);
  }
  return result;
}

int MPI_Win_flush(int target, MPI_Win handle) {
  Recording call(Call::Win_flush, FENCEPOST_FRAME, [&] {
    return EnterFacts{windowId(handle), rankOf(target)};
  });
  Window *window = checkedWindow(call, handle);
  checkSynchronization(call, window, {.target = target});
  const int result = PMPI_Win_flush(target, handle);
  recordFlush(call, window, result, target, kRemote);
  return result;
}

int MPI_Win_flush_all(MPI_Win handle) {
  Recording call(Call::Win_flush_all, FENCEPOST_FRAME,
                 [&] { return EnterFacts{windowId(handle)}; });
  Window *window = checkedWindow(call, handle);
  checkSynchronization(call, window);
  const int result = PMPI_Win_flush_all(handle);
  recordFlush(call, window, result, kAllRanks, kRemote);
  return result;
}

int MPI_Win_flush_local(int target, MPI_Win handle) {
  Recording call(Call::Win_flush_local, FENCEPOST_FRAME, [&] {
    return EnterFacts{windowId(handle), rankOf(target)};
  });
  Window *window = checkedWindow(call, handle);
  checkSynchronization(call, window, {.target = target});
  const int result = PMPI_Win_flush_local(target, handle);
  recordFlush(call, window, result, target, kLocal);
  return result;
}

int MPI_Win_flush_local_all(MPI_Win handle) {
  Recording call(Call::Win_flush_local_all, FENCEPOST_FRAME,
                 [&] { return EnterFacts{windowId(handle)}; });
  Window *window = checkedWindow(call, handle);
  checkSynchronization(call, window);
  const int result = PMPI_Win_flush_local_all(handle);
  recordFlush(call, window, result, kAllRanks, kLocal);
  return result;
}

int MPI_Win_sync(MPI_Win handle) {
  Recording call(Call::Win_sync, FENCEPOST_FRAME, [&] { return EnterFacts{windowId(handle)}; });
  checkedWindow(call, handle);
  call.repeatable();
  return PMPI_Win_sync(handle);
}

} // extern "C"
