//===- Communicator.cpp - making, naming and freeing communicators --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/CollectiveRecords.h"
#include "runtime/mpi/Communicators.h"
#include "runtime/mpi/Requests.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

const CollectivePayload kCreation = collectiveOf(OTF2_COLLECTIVE_OP_CREATE_HANDLE);

/// Collective over the new communicator: it gets a key. The call is a collective of `over`, the
/// communicator all of whose members make it.
void recordCreation(Recording &call, MPI_Comm parent, MPI_Comm made, MPI_Comm over) {
  const uint32_t id = adoptCommunicator(call, made, parent);
  const uint32_t overId = communicatorId(over);
  if (overId == kNoId) {
    call.notFollowed();
    return;
  }
  recordCollectiveBegin(call, overId, kCreation);
  if (id != kNoId)
    call.atEnd(RecordType::CommCreated, id);
  recordCollectiveEnd(call, overId, kCreation);
}

void recordCreation(Recording &call, MPI_Comm parent, MPI_Comm made) {
  recordCreation(call, parent, made, communicatorId(parent) == kNoId ? made : parent);
}

void recordStartedDuplicate(Recording &call, MPI_Comm parent, MPI_Comm made,
                            const MPI_Request *request) {
  const uint32_t id = adoptDuplicate(call, made, parent);
  if (id == kNoId) {
    call.notFollowed();
    return;
  }
  const uint64_t number = nextNumber();
  call.atBegin(RecordType::CollectiveRequest, 0, RequestPayload{number});
  RequestInfo info = {RequestKind::Duplicate, communicatorId(parent), number, {}, kNoBuffer};
  info.collective = kCreation;
  info.made = made;
  addRequest(request, info);
}

} // namespace

// ---- made of one communicator, by all of it

#define FENCEPOST_MAKES_COMMUNICATOR(name, parameters, arguments)                                  \
  int MPI_##name parameters {                                                                      \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const int result = PMPI_##name arguments;                                                      \
    if (call.succeeded(result))                                                                    \
      recordCreation(call, comm, *made);                                                           \
    return result;                                                                                 \
  }

extern "C" {

FENCEPOST_MAKES_COMMUNICATOR(Comm_dup, (MPI_Comm comm, MPI_Comm *made), (comm, made))
FENCEPOST_MAKES_COMMUNICATOR(Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *made),
                             (comm, info, made))
FENCEPOST_MAKES_COMMUNICATOR(Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *made),
                             (comm, color, key, made))
FENCEPOST_MAKES_COMMUNICATOR(Comm_split_type,
                             (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made),
                             (comm, type, key, info, made))
FENCEPOST_MAKES_COMMUNICATOR(Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *made),
                             (comm, group, made))
FENCEPOST_MAKES_COMMUNICATOR(Cart_create,
                             (MPI_Comm comm, int dimensions, const int sizes[], const int periods[],
                              int reorder, MPI_Comm *made),
                             (comm, dimensions, sizes, periods, reorder, made))
FENCEPOST_MAKES_COMMUNICATOR(Cart_sub, (MPI_Comm comm, const int remaining[], MPI_Comm *made),
                             (comm, remaining, made))
FENCEPOST_MAKES_COMMUNICATOR(Graph_create,
                             (MPI_Comm comm, int nodes, const int index[], const int edges[],
                              int reorder, MPI_Comm *made),
                             (comm, nodes, index, edges, reorder, made))
FENCEPOST_MAKES_COMMUNICATOR(Dist_graph_create,
                             (MPI_Comm comm, int count, const int sources[], const int degrees[],
                              const int destinations[], const int weights[], MPI_Info info,
                              int reorder, MPI_Comm *made),
                             (comm, count, sources, degrees, destinations, weights, info, reorder,
                              made))
FENCEPOST_MAKES_COMMUNICATOR(Dist_graph_create_adjacent,
                             (MPI_Comm comm, int inDegree, const int sources[],
                              const int sourceWeights[], int outDegree, const int destinations[],
                              const int destinationWeights[], MPI_Info info, int reorder,
                              MPI_Comm *made),
                             (comm, inDegree, sources, sourceWeights, outDegree, destinations,
                              destinationWeights, info, reorder, made))

// ---- made by some of one communicator, or by two

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *made) {
  Recording call(Call::Comm_create_group, FENCEPOST_FRAME);
  const int result = PMPI_Comm_create_group(comm, group, tag, made);
  if (call.succeeded(result) && *made != MPI_COMM_NULL)
    recordCreation(call, comm, *made, *made);
  return result;
}

int MPI_Intercomm_create(MPI_Comm local, int localLeader, MPI_Comm peer, int remoteLeader, int tag,
                         MPI_Comm *made) {
  Recording call(Call::Intercomm_create, FENCEPOST_FRAME);
  const int result = PMPI_Intercomm_create(local, localLeader, peer, remoteLeader, tag, made);
  if (call.succeeded(result))
    recordCreation(call, MPI_COMM_NULL, *made, *made);
  return result;
}

int MPI_Intercomm_merge(MPI_Comm inter, int high, MPI_Comm *made) {
  Recording call(Call::Intercomm_merge, FENCEPOST_FRAME);
  const int result = PMPI_Intercomm_merge(inter, high, made);
  if (call.succeeded(result))
    recordCreation(call, inter, *made, *made);
  return result;
}

// ---- non-blocking

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *made, MPI_Request *request) {
  Recording call(Call::Comm_idup, FENCEPOST_FRAME);
  const int result = PMPI_Comm_idup(comm, made, request);
  if (call.succeeded(result))
    recordStartedDuplicate(call, comm, *made, request);
  return result;
}

#if MPI_VERSION >= 4
int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *made, MPI_Request *request) {
  Recording call(Call::Comm_idup_with_info, FENCEPOST_FRAME);
  const int result = PMPI_Comm_idup_with_info(comm, info, made, request);
  if (call.succeeded(result))
    recordStartedDuplicate(call, comm, *made, request);
  return result;
}
#endif

// ---- the end, and names

int MPI_Comm_free(MPI_Comm *comm) {
  Recording call(Call::Comm_free, FENCEPOST_FRAME);
  const uint32_t id = call.isOutermost() ? communicatorId(*comm) : kNoId;
  const int result = PMPI_Comm_free(comm);
  if (call.succeeded(result) && id != kNoId)
    call.atEnd(RecordType::CommDestroyed, id);
  return result;
}

int MPI_Comm_disconnect(MPI_Comm *comm) {
  Recording call(Call::Comm_disconnect, FENCEPOST_FRAME);
  const uint32_t id = call.isOutermost() ? communicatorId(*comm) : kNoId;
  const int result = PMPI_Comm_disconnect(comm);
  if (call.succeeded(result) && id != kNoId)
    call.atEnd(RecordType::CommDestroyed, id);
  return result;
}

int MPI_Comm_set_name(MPI_Comm comm, const char *name) {
  Recording call(Call::Comm_set_name, FENCEPOST_FRAME);
  const int result = PMPI_Comm_set_name(comm, name);
  if (call.succeeded(result))
    renameCommunicator(call, comm, name);
  return result;
}

} // extern "C"
