//===- PassiveTarget.cpp - locks, flushes, sync ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Assertions.h"
#include "runtime/mpi/Operations.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

constexpr bool kLocal = false;
constexpr bool kRemote = true;

void recordLock(Recording &call, MPI_Win handle, uint32_t target, int assertion, bool exclusive) {
  const Window *window = findWindow(handle);
  if (!window)
    return;
  const LockPayload payload = {target, traceAssertion(assertion), exclusive, 0};
  call.atBegin(RecordType::RequestLock, window->id, payload);
  call.atEnd(RecordType::AcquireLock, window->id, payload);
}

void recordUnlock(Recording &call, MPI_Win handle, uint32_t target) {
  Window *window = findWindow(handle);
  if (!window)
    return;
  completeOperations(call, *window, target, kRemote, true);
  call.atEnd(RecordType::ReleaseLock, window->id, LockPayload{target, 0, 0, 0});
}

void recordFlush(Recording &call, MPI_Win handle, uint32_t target, bool remote) {
  if (Window *window = findWindow(handle))
    completeOperations(call, *window, target, remote, false);
}

uint32_t rankOf(int target) { return static_cast<uint32_t>(target); }

} // namespace

extern "C" {

int MPI_Win_lock(int type, int target, int assertion, MPI_Win window) {
  Recording call(Call::Win_lock, FENCEPOST_FRAME);
  const int result = PMPI_Win_lock(type, target, assertion, window);
  if (call.succeeded(result) && target != MPI_PROC_NULL)
    recordLock(call, window, rankOf(target), assertion, type == MPI_LOCK_EXCLUSIVE);
  return result;
}

int MPI_Win_unlock(int target, MPI_Win window) {
  Recording call(Call::Win_unlock, FENCEPOST_FRAME);
  const int result = PMPI_Win_unlock(target, window);
  if (call.succeeded(result) && target != MPI_PROC_NULL)
    recordUnlock(call, window, rankOf(target));
  return result;
}

int MPI_Win_lock_all(int assertion, MPI_Win window) {
  Recording call(Call::Win_lock_all, FENCEPOST_FRAME);
  const int result = PMPI_Win_lock_all(assertion, window);
  if (call.succeeded(result))
    recordLock(call, window, kNoId, assertion, false);
  return result;
}

int MPI_Win_unlock_all(MPI_Win window) {
  Recording call(Call::Win_unlock_all, FENCEPOST_FRAME);
  const int result = PMPI_Win_unlock_all(window);
  if (call.succeeded(result))
    recordUnlock(call, window, kNoId);
  return result;
}

int MPI_Win_flush(int target, MPI_Win window) {
  Recording call(Call::Win_flush, FENCEPOST_FRAME, [&] {
    return EnterFacts{windowId(window), rankOf(target)};
  });
  const int result = PMPI_Win_flush(target, window);
  if (call.succeeded(result) && target != MPI_PROC_NULL)
    recordFlush(call, window, rankOf(target), kRemote);
  return result;
}

int MPI_Win_flush_all(MPI_Win window) {
  Recording call(Call::Win_flush_all, FENCEPOST_FRAME,
                 [&] { return EnterFacts{windowId(window)}; });
  const int result = PMPI_Win_flush_all(window);
  if (call.succeeded(result))
    recordFlush(call, window, kNoId, kRemote);
  return result;
}

int MPI_Win_flush_local(int target, MPI_Win window) {
  Recording call(Call::Win_flush_local, FENCEPOST_FRAME, [&] {
    return EnterFacts{windowId(window), rankOf(target)};
  });
  const int result = PMPI_Win_flush_local(target, window);
  if (call.succeeded(result) && target != MPI_PROC_NULL)
    recordFlush(call, window, rankOf(target), kLocal);
  return result;
}

int MPI_Win_flush_local_all(MPI_Win window) {
  Recording call(Call::Win_flush_local_all, FENCEPOST_FRAME,
                 [&] { return EnterFacts{windowId(window)}; });
  const int result = PMPI_Win_flush_local_all(window);
  if (call.succeeded(result))
    recordFlush(call, window, kNoId, kLocal);
  return result;
}

int MPI_Win_sync(MPI_Win window) {
  Recording call(Call::Win_sync, FENCEPOST_FRAME, [&] { return EnterFacts{windowId(window)}; });
  return PMPI_Win_sync(window);
}

} // extern "C"
