//===- ActiveTarget.cpp - fence, post, start, complete, wait, test --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/errors/Synchronization.h"
#include "runtime/mpi/Assertions.h"
#include "runtime/mpi/CollectiveRecords.h"
#include "runtime/mpi/Groups.h"
#include "runtime/mpi/Operations.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

/// Post, start, and the calls that end what they began.
void recordGroupSync(Recording &call, const Window &window, uint32_t group, bool memory,
                     int assertion = 0) {
  if (group != kNoId)
    call.atEnd(RecordType::GroupSync, window.id,
               GroupSyncPayload{group, traceAssertion(assertion), memory, {}});
}

void recordExposureEnd(Recording &call, Window &window) {
  followSynchronization(call, window);
  recordGroupSync(call, window, window.exposureGroup, true);
  window.exposureGroup = kNoId;
}

} // namespace

extern "C" {

int MPI_Win_fence(int assertion, MPI_Win handle) {
  Recording call(Call::Win_fence, FENCEPOST_FRAME);
  const Synchronization made = {.assertion = assertion};
  Window *window = checkedWindow(call, handle);
  checkSynchronization(call, window, made);
  const int result = PMPI_Win_fence(assertion, handle);
  if (call.succeeded(result) && window) {
    followSynchronization(call, *window, made);
    recordWindowCollective(call, window->id, true, OTF2_COLLECTIVE_OP_BARRIER,
                           traceAssertion(assertion));
    completeOperations(call, *window, kNoId, true, true);
    recordWindowCollective(call, window->id, false, OTF2_COLLECTIVE_OP_BARRIER,
                           traceAssertion(assertion));
  }
  return result;
}

int MPI_Win_post(MPI_Group group, int assertion, MPI_Win handle) {
  Recording call(Call::Win_post, FENCEPOST_FRAME);
  Window *window = checkedWindow(call, handle);
  const uint32_t id = window ? groupId(call, group) : kNoId;
  checkSynchronization(call, window);
  checkGroup(call, window, handle, group, id);
  const int result = PMPI_Win_post(group, assertion, handle);
  if (call.succeeded(result) && window) {
    followSynchronization(call, *window);
    window->exposureGroup = id;
    recordGroupSync(call, *window, id, false, assertion);
  }
  return result;
}

int MPI_Win_start(MPI_Group group, int assertion, MPI_Win handle) {
  Recording call(Call::Win_start, FENCEPOST_FRAME);
  Window *window = checkedWindow(call, handle);
  const uint32_t id = window ? groupId(call, group) : kNoId;
  checkSynchronization(call, window);
  checkGroup(call, window, handle, group, id);
  const int result = PMPI_Win_start(group, assertion, handle);
  if (call.succeeded(result) && window) {
    followSynchronization(call, *window);
    window->accessGroup = id;
    recordGroupSync(call, *window, id, false, assertion);
  }
  return result;
}

int MPI_Win_complete(MPI_Win handle) {
  Recording call(Call::Win_complete, FENCEPOST_FRAME);
  Window *window = checkedWindow(call, handle);
  checkSynchronization(call, window);
  const int result = PMPI_Win_complete(handle);
  if (call.succeeded(result) && window) {
    followSynchronization(call, *window);
    // RMA-RULES 2: complete here; at the target by its wait.
    completeOperations(call, *window, kNoId, false, true);
    recordGroupSync(call, *window, window->accessGroup, true);
    window->accessGroup = kNoId;
  }
  return result;
}

int MPI_Win_wait(MPI_Win handle) {
  Recording call(Call::Win_wait, FENCEPOST_FRAME);
  Window *window = checkedWindow(call, handle);
  checkSynchronization(call, window);
  const int result = PMPI_Win_wait(handle);
  if (call.succeeded(result) && window)
    recordExposureEnd(call, *window);
  return result;
}

int MPI_Win_test(MPI_Win handle, int *flag) {
  Recording call(Call::Win_test, FENCEPOST_FRAME, [&] { return EnterFacts{windowId(handle)}; });
  Window *window = checkedWindow(call, handle);
  checkSynchronization(call, window);
  const int result = PMPI_Win_test(handle, flag);
  if (call.succeeded(result)) {
    if (!*flag)
      call.unsuccessful();
    else if (window)
      recordExposureEnd(call, *window);
  }
  return result;
}

} // extern "C"
