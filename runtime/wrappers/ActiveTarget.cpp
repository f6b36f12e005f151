//===- ActiveTarget.cpp - fence, post, start, complete, wait, test --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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

void recordExposureEnd(Recording &call, MPI_Win handle) {
  if (Window *window = findWindow(handle)) {
    recordGroupSync(call, *window, window->exposureGroup, true);
    window->exposureGroup = kNoId;
  }
}

} // namespace

extern "C" {

int MPI_Win_fence(int assertion, MPI_Win handle) {
  Recording call(Call::Win_fence, FENCEPOST_FRAME);
  const int result = PMPI_Win_fence(assertion, handle);
  if (call.succeeded(result))
    if (Window *window = findWindow(handle)) {
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
  const int result = PMPI_Win_post(group, assertion, handle);
  if (call.succeeded(result))
    if (Window *window = findWindow(handle)) {
      window->exposureGroup = groupId(call, group);
      recordGroupSync(call, *window, window->exposureGroup, false, assertion);
    }
  return result;
}

int MPI_Win_start(MPI_Group group, int assertion, MPI_Win handle) {
  Recording call(Call::Win_start, FENCEPOST_FRAME);
  const int result = PMPI_Win_start(group, assertion, handle);
  if (call.succeeded(result))
    if (Window *window = findWindow(handle)) {
      window->accessGroup = groupId(call, group);
      recordGroupSync(call, *window, window->accessGroup, false, assertion);
    }
  return result;
}

int MPI_Win_complete(MPI_Win handle) {
  Recording call(Call::Win_complete, FENCEPOST_FRAME);
  const int result = PMPI_Win_complete(handle);
  if (call.succeeded(result))
    if (Window *window = findWindow(handle)) {
      // RMA-RULES 2: complete here; at the target by its wait.
      completeOperations(call, *window, kNoId, false, true);
      recordGroupSync(call, *window, window->accessGroup, true);
      window->accessGroup = kNoId;
    }
  return result;
}

int MPI_Win_wait(MPI_Win handle) {
  Recording call(Call::Win_wait, FENCEPOST_FRAME);
  const int result = PMPI_Win_wait(handle);
  if (call.succeeded(result))
    recordExposureEnd(call, handle);
  return result;
}

int MPI_Win_test(MPI_Win handle, int *flag) {
  Recording call(Call::Win_test, FENCEPOST_FRAME, [&] { return EnterFacts{windowId(handle)}; });
  const int result = PMPI_Win_test(handle, flag);
  if (call.succeeded(result)) {
    if (*flag)
      recordExposureEnd(call, handle);
    else
      call.unsuccessful();
  }
  return result;
}

} // extern "C"
