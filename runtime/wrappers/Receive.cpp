//===- Receive.cpp - receives ----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Completion.h"
#include "runtime/mpi/Messages.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

void recordStartedReceive(Recording &call, const MessageBuffer &buffer, int peer, MPI_Comm comm,
                          const MPI_Request *request) {
  const uint32_t id = messageComm(call, comm, peer);
  if (id == kNoId)
    return addRequest(request, {});
  const uint64_t number = nextNumber();
  recordReceiveRequest(call, number);
  startReceive(call, buffer, id, number, request);
}

} // namespace

#define RECEIVES(Recv, Irecv, Count)                                                               \
  int MPI_##Recv(void *buffer, Count count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,   \
                 MPI_Status *status) {                                                             \
    Recording call(Call::Recv, FENCEPOST_FRAME);                                                   \
    NeededStatus used(status);                                                                     \
    const int result = PMPI_##Recv(buffer, count, type, peer, tag, comm, used);                    \
    if (received(call, result))                                                                    \
      if (const uint32_t id = messageComm(call, comm, peer); id != kNoId) {                        \
        recordReceive(call, id, *used, 0);                                                         \
        recordFilledPart(call, {buffer, count, type}, *used);                                      \
      }                                                                                            \
    return result;                                                                                 \
  }                                                                                                \
                                                                                                   \
  int MPI_##Irecv(void *buffer, Count count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,  \
                  MPI_Request *request) {                                                          \
    Recording call(Call::Irecv, FENCEPOST_FRAME);                                                  \
    const int result = PMPI_##Irecv(buffer, count, type, peer, tag, comm, request);                \
    if (call.succeeded(result))                                                                    \
      recordStartedReceive(call, {buffer, count, type}, peer, comm, request);                      \
    return result;                                                                                 \
  }

extern "C" {

RECEIVES(Recv, Irecv, int)
#if MPI_VERSION >= 4
RECEIVES(Recv_c, Irecv_c, MPI_Count)
#endif

} // extern "C"
