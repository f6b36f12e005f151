//===- Persistent.cpp - persistent sends and receives ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Persistent.h"

#include "runtime/mpi/Messages.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

/// The memory is used only once it is started.
void recordInit(Recording &call, RequestKind kind, const MessageBuffer &buffer, int peer, int tag,
                MPI_Comm comm, const MPI_Request *request) {
  const uint32_t id = messageComm(call, comm, peer);
  if (id == kNoId && peer != MPI_PROC_NULL)
    return;
  const bool receives = kind == RequestKind::Receive;
  BufferRanges none;
  BufferRanges ranges(buffer.address, buffer.count, buffer.type);
  if (ranges.leftOut())
    call.notFollowed();
  addPersistent(request,
                {.kind = id == kNoId ? RequestKind::Nothing : kind,
                 .comm = id,
                 .peer = peer,
                 .tag = tag,
                 .bytes = ranges.bytes(),
                 .synchronous = callInfo(call.call()).kind == EventKind::SynchronousInit},
                receives ? none : ranges, receives ? ranges : none);
}

} // namespace

#define MESSAGE_INIT(name, requestKind, Buffer, Count)                                             \
  int MPI_##name(Buffer buffer, Count count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,  \
                 MPI_Request *request) {                                                           \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name(buffer, count, type, peer, tag, comm, request);                 \
    if (call.succeeded(result))                                                                    \
      recordInit(call, RequestKind::requestKind, {buffer, count, type}, peer, tag, comm, request); \
    return result;                                                                                 \
  }

extern "C" {

MESSAGE_INIT(Send_init, Send, const void *, int)
MESSAGE_INIT(Bsend_init, Send, const void *, int)
MESSAGE_INIT(Ssend_init, Send, const void *, int)
MESSAGE_INIT(Rsend_init, Send, const void *, int)
MESSAGE_INIT(Recv_init, Receive, void *, int)
#if MPI_VERSION >= 4
MESSAGE_INIT(Send_init_c, Send, const void *, MPI_Count)
MESSAGE_INIT(Bsend_init_c, Send, const void *, MPI_Count)
MESSAGE_INIT(Ssend_init_c, Send, const void *, MPI_Count)
MESSAGE_INIT(Rsend_init_c, Send, const void *, MPI_Count)
MESSAGE_INIT(Recv_init_c, Receive, void *, MPI_Count)
#endif

int MPI_Start(MPI_Request *request) {
  Recording call(Call::Start, FENCEPOST_FRAME);
  const int result = PMPI_Start(request);
  if (call.succeeded(result))
    recordStart(call, request);
  return result;
}

int MPI_Startall(int count, MPI_Request requests[]) {
  Recording call(Call::Startall, FENCEPOST_FRAME);
  const int result = PMPI_Startall(count, requests);
  if (call.succeeded(result))
    for (int i = 0; i < count; ++i)
      recordStart(call, &requests[i]);
  return result;
}

} // extern "C"
