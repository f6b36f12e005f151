//===- Requests.h - requests of operations, sends and receives ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a request stands for, found again when a call completes it. Requests that
// are not in the table belong to calls that are not followed.
//
// The library may give a completed request's handle to another thread's new one
// before the completing call returns. What completes is therefore looked for among
// the requests that there were before the call: requests are numbered as they come.
//
// Libraries give one handle to all requests that were complete at once. Those of
// operations are given handles of their own. The others are told apart by where the
// program keeps them. When it has copied or moved them, each completion is one of all,
// which they are: the oldest, the thread's own first, leaves the table.
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_REQUESTS_H
#define FENCEPOST_RUNTIME_MPI_REQUESTS_H

#include "model/Journal.h"
#include "runtime/mpi/Operations.h"

namespace fencepost::runtime {

enum class RequestKind : uint8_t {
  Nothing, // nothing is recorded of it: to MPI_PROC_NULL, or seen complete before
  Operation,
  Send,
  Receive,
  SendReceive,
  Collective,
  Duplicate, // of a communicator
};

struct Persistent;

/// A request that is under way, or a persistent one that may be.
struct RequestInfo {
  RequestKind kind = RequestKind::Nothing;
  uint32_t comm = kNoId;          // of a receive or collective
  uint64_t number = 0;            // in the trace; 0: none, or persistent and not active
  IssuedOperation operation = {}; // of an operation
  BufferId buffer = kNoBuffer;    // of a send, receive or collective
  BufferId received = kNoBuffer;  // of a collective, or of what sends and receives
  CollectivePayload collective = {};
  uint64_t receiveNumber = 0; // in the trace, of what sends and receives
  Persistent *persistent = nullptr;
  MPI_Comm made = MPI_COMM_NULL; // a duplicate
  uint32_t context = kNoId;      // of the call that issued the operation
};

/// What MPI_Start starts, as often as the program wants.
struct PersistentCall {
  RequestKind kind;
  uint32_t comm;
  int peer = 0; // peer and tag: of a message
  int tag = 0;
  uint64_t bytes = 0;       // of a send
  bool synchronous = false; // a send
  CollectivePayload collective = {};
};
struct Persistent {
  PersistentCall call;
  Vector<StridedRange> read, written; // as the datatypes were at the _init call
};

/// Once, in MPI_Init: finds the handle of requests that are complete at once.
void findSharedRequest(MPI_Comm comm);

/// Gives the request of an operation that was complete at once a handle of its own, so that it is
/// known wherever the program moves it: a generalized request (MPI 12.2) that is complete.
void makeDistinct(MPI_Request *request);

/// Notes the request at `where`. One of which nothing is recorded is noted too, as Nothing: it may
/// have the handle that many share.
void addRequest(const MPI_Request *where, const RequestInfo &info);

/// Notes a persistent one, which is not active. Takes the ranges.
void addPersistent(const MPI_Request *where, const PersistentCall &call, BufferRanges &read,
                   BufferRanges &written);

/// A request as it was before the call that is about it.
struct KnownRequest {
  MPI_Request handle;
  const MPI_Request *where; // null: not told, and no shared one is found
  uint64_t count;           // requestCount() before the call
};
uint64_t requestCount();

/// False when it is not known.
bool findRequest(const KnownRequest &request, RequestInfo &info);

/// Where which of the requests that share a handle is meant cannot be told: gives out the sends and
/// operations among them that nothing completed so far, which is so no longer.
void completeSharing(const KnownRequest &request, LocalVector<RequestInfo> &completed);

/// As findRequest, for a request that a call completed. It leaves the table, but a persistent one
/// stays, not active.
bool takeRequest(const KnownRequest &request, RequestInfo &info);

/// As takeRequest, for one that is complete but keeps its handle.
bool finishRequest(const KnownRequest &request, RequestInfo &info);

/// As takeRequest, for one that the program freed.
bool dropRequest(const KnownRequest &request, RequestInfo &info);

/// Calls `visit` for each operation's request that nothing completed.
void forEachOperationRequest(Recording &call, void (*visit)(Recording &, const RequestInfo &));

/// Notes that a persistent request is active.
void activateRequest(const KnownRequest &request, const RequestInfo &info);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_REQUESTS_H
