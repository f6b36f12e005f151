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
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_REQUESTS_H
#define FENCEPOST_RUNTIME_MPI_REQUESTS_H

#include "runtime/mpi/Operations.h"

namespace fencepost::runtime {

enum class RequestKind : uint8_t { Operation, Send, Receive };

struct RequestInfo {
  RequestKind kind;
  uint32_t comm;             // of a receive
  uint64_t number;           // in the trace
  IssuedOperation operation; // of an operation
  BufferId buffer;           // of a send or receive
};

void addRequest(MPI_Request request, const RequestInfo &info);

/// Whether it is known, and a receive, whose status is wanted.
bool isReceive(MPI_Request request);

/// Takes a request out of the table. False when it is not known.
bool takeRequest(MPI_Request request, RequestInfo &info);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_REQUESTS_H
