//===- Completion.cpp - waits and tests of requests -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Completion.h"
#include "runtime/errors/Requests.h"

using namespace fencepost;
using namespace fencepost::runtime;

extern "C" {

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
  Recording call(Call::Wait, FENCEPOST_FRAME);
  NeededStatus used(status);
  Completing completing(call, 1, request);
  const int result = PMPI_Wait(request, used);
  call.succeeded(result);
  completing.record(result, 0, *used);
  return result;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  Recording call(Call::Test, FENCEPOST_FRAME);
  NeededStatus used(status);
  Completing completing(call, 1, request);
  const int result = PMPI_Test(request, flag, used);
  if (!call.succeeded(result) || *flag)
    completing.record(result, 0, *used);
  else
    call.unsuccessful();
  return result;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  Recording call(Call::Waitall, FENCEPOST_FRAME);
  Completing completing(call, count, requests, statuses);
  const int result = PMPI_Waitall(count, requests, completing.statuses());
  call.succeeded(result);
  completing.recordAll(result);
  return result;
}

int MPI_Testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]) {
  Recording call(Call::Testall, FENCEPOST_FRAME);
  Completing completing(call, count, requests, statuses);
  const int result = PMPI_Testall(count, requests, flag, completing.statuses());
  if (!call.succeeded(result) || *flag)
    completing.recordAll(result);
  else
    call.unsuccessful();
  return result;
}

int MPI_Waitany(int count, MPI_Request requests[], int *index, MPI_Status *status) {
  Recording call(Call::Waitany, FENCEPOST_FRAME);
  NeededStatus used(status);
  Completing completing(call, count, requests);
  const int result = PMPI_Waitany(count, requests, index, used);
  call.succeeded(result);
  completing.record(result, *index, *used);
  return result;
}

int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status) {
  Recording call(Call::Testany, FENCEPOST_FRAME);
  NeededStatus used(status);
  Completing completing(call, count, requests);
  const int result = PMPI_Testany(count, requests, index, flag, used);
  if (!call.succeeded(result) || *flag)
    completing.record(result, *index, *used);
  else
    call.unsuccessful();
  return result;
}

int MPI_Waitsome(int count, MPI_Request requests[], int *done, int indices[],
                 MPI_Status statuses[]) {
  Recording call(Call::Waitsome, FENCEPOST_FRAME);
  Completing completing(call, count, requests, statuses);
  const int result = PMPI_Waitsome(count, requests, done, indices, completing.statuses());
  call.succeeded(result);
  completing.recordSome(result, *done, indices);
  return result;
}

int MPI_Testsome(int count, MPI_Request requests[], int *done, int indices[],
                 MPI_Status statuses[]) {
  Recording call(Call::Testsome, FENCEPOST_FRAME);
  Completing completing(call, count, requests, statuses);
  const int result = PMPI_Testsome(count, requests, done, indices, completing.statuses());
  if (call.succeeded(result) && *done == 0)
    call.unsuccessful();
  else
    completing.recordSome(result, *done, indices);
  return result;
}

int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
  Recording call(Call::Request_get_status, FENCEPOST_FRAME);
  NeededStatus used(status);
  const int result = PMPI_Request_get_status(request, flag, used);
  if (call.succeeded(result)) {
    if (*flag)
      recordSeenComplete(call, request, *used);
    else
      call.unsuccessful();
  }
  return result;
}

int MPI_Cancel(MPI_Request *request) {
  // Whether it took effect is seen where the request completes.
  Recording call(Call::Cancel, FENCEPOST_FRAME);
  checkGivenUp(call, {*request, request, requestCount()});
  return PMPI_Cancel(request);
}

int MPI_Request_free(MPI_Request *request) {
  const KnownRequest known = {*request, request, requestCount()};
  RequestInfo info;
  Recording call(Call::Request_free, FENCEPOST_FRAME, [&] {
    return findRequest(known, info) ? EnterFacts{.base = info.number} : EnterFacts{};
  });
  checkGivenUp(call, known);
  const int result = PMPI_Request_free(request);
  if (call.succeeded(result) && dropRequest(known, info))
    recordFreed(call, info);
  return result;
}

} // extern "C"
