//===- Requests.h - requests of operations, sends and receives ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a request stands for, found again when a Wait or Test completes it.
// Requests that are not in the table belong to calls that are not followed.
//
// Libraries give one handle to all requests that were complete at once. Those are
// told apart by where the program keeps them, and when it has moved them, taken
// in their order: they are all complete.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_REQUESTS_H
#define FENCEPOST_RUNTIME_MPI_REQUESTS_H

#include "model/Journal.h"
#include "runtime/mpi/Operations.h"

namespace fencepost::runtime {

enum class RequestKind : uint8_t { Operation, Send, Receive, Collective };

struct RequestInfo {
  RequestKind kind;
  uint32_t comm;                 // of a receive or collective
  uint64_t number;               // in the trace
  IssuedOperation operation;     // of an operation
  BufferId buffer;               // of a send, receive or collective
  BufferId received = kNoBuffer; // of a collective
  CollectivePayload collective = {};
};

/// Once, in MPI_Init: finds the handle of requests that are complete at once.
void findSharedRequest(MPI_Comm comm);

/// Notes the request at `where`.
void addRequest(const MPI_Request *where, const RequestInfo &info);

/// Takes the request at `where` out of the table. False when it is not known.
bool takeRequest(const MPI_Request *where, RequestInfo &info);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_REQUESTS_H
