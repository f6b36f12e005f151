//===- Communicator.cpp - making, naming and freeing communicators --------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/CollectiveRecords.h"
#include "runtime/mpi/Communicators.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

/// Collective over the new communicator: its rank 0 gives it a key.
void recordCreation(Recording &call, MPI_Comm parent, MPI_Comm made) {
  const uint32_t parentId = communicatorId(parent);
  const uint32_t id = adoptCommunicator(call, made, parent);
  if (parentId == kNoId) {
    call.notFollowed();
    return;
  }
  recordCollectiveBegin(call, parentId, OTF2_COLLECTIVE_OP_CREATE_HANDLE);
  if (id != kNoId)
    call.atEnd(RecordType::CommCreated, id);
  recordCollectiveEnd(call, parentId, OTF2_COLLECTIVE_OP_CREATE_HANDLE);
}

} // namespace

extern "C" {

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *made) {
  Recording call(Call::Comm_dup, FENCEPOST_FRAME);
  const int result = PMPI_Comm_dup(comm, made);
  if (call.succeeded(result))
    recordCreation(call, comm, *made);
  return result;
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made) {
  Recording call(Call::Comm_split, FENCEPOST_FRAME);
  const int result = PMPI_Comm_split(comm, color, key, made);
  if (call.succeeded(result))
    recordCreation(call, comm, *made);
  return result;
}

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made) {
  Recording call(Call::Comm_create, FENCEPOST_FRAME);
  const int result = PMPI_Comm_create(comm, group, made);
  if (call.succeeded(result))
    recordCreation(call, comm, *made);
  return result;
}

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *made) {
  Recording call(Call::Comm_split_type, FENCEPOST_FRAME);
  const int result = PMPI_Comm_split_type(comm, type, key, info, made);
  if (call.succeeded(result))
    recordCreation(call, comm, *made);
  return result;
}

int MPI_Cart_create(MPI_Comm comm, int dimensions, const int sizes[], const int periods[],
                    int reorder, MPI_Comm *made) {
  Recording call(Call::Cart_create, FENCEPOST_FRAME);
  const int result = PMPI_Cart_create(comm, dimensions, sizes, periods, reorder, made);
  if (call.succeeded(result))
    recordCreation(call, comm, *made);
  return result;
}

int MPI_Cart_sub(MPI_Comm comm, const int remaining[], MPI_Comm *made) {
  Recording call(Call::Cart_sub, FENCEPOST_FRAME);
  const int result = PMPI_Cart_sub(comm, remaining, made);
  if (call.succeeded(result))
    recordCreation(call, comm, *made);
  return result;
}

int MPI_Comm_free(MPI_Comm *comm) {
  Recording call(Call::Comm_free, FENCEPOST_FRAME);
  const uint32_t id = call.isOutermost() ? communicatorId(*comm) : kNoId;
  const int result = PMPI_Comm_free(comm);
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
