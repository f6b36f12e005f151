//===- Communicators.cpp - communicators and their keys -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Communicators.h"

#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/mpi/Handle.h"
#include "runtime/process/Clock.h"
#include "runtime/process/Process.h"

namespace fencepost::runtime {

namespace {

struct Communicator {
  uint32_t id;
  DefCommPayload definition;
};

SpinLock lock;
HashMap<Communicator> known; // without world and self
std::atomic<uint32_t> nextId{kSelfId + 1};
std::atomic<uint32_t> nextKey{1}; // of those whose rank 0 this process is; 0 is world's
int keyval = MPI_KEYVAL_INVALID;

/// However the program frees it: the handle may come back for another one.
int forget(MPI_Comm comm, int, void *, void *) {
  Guard guard(lock);
  known.erase(handleKey(comm));
  return MPI_SUCCESS;
}

void write(Journal &journal, const Communicator &comm, const char *name) {
  journal.appendTexts(RecordType::DefComm, comm.id, now(), comm.definition, {name});
}

Communicator define(Recording &call, MPI_Comm comm, uint32_t parent) {
  int rank = 0;
  int size = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  uint32_t key[2] = {};
  if (rank == 0) {
    key[0] = static_cast<uint32_t>(process.rank);
    key[1] = nextKey++;
  }
  PMPI_Bcast(key, 2, MPI_UINT32_T, 0, comm);
  Communicator made = {
      nextId++,
      {key[0], key[1], static_cast<uint32_t>(rank), static_cast<uint32_t>(size), parent, 0}};
  Writing writing(call.thread());
  if (writing)
    write(call.journal(), made, "");
  return made;
}

bool isInter(MPI_Comm comm) {
  int inter = 0;
  PMPI_Comm_test_inter(comm, &inter);
  return inter != 0;
}

} // namespace

void defineInitialCommunicators(Journal &journal) {
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &keyval, nullptr);
  const auto rank = static_cast<uint32_t>(process.rank);
  write(journal, {kWorldId, {0, 0, rank, static_cast<uint32_t>(process.size), kNoId, 0}},
        "MPI_COMM_WORLD");
  write(journal, {kSelfId, {rank, UINT32_MAX, 0, 1, kNoId, 0}}, "MPI_COMM_SELF");
}

uint32_t communicatorId(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD)
    return kWorldId;
  if (comm == MPI_COMM_SELF)
    return kSelfId;
  Guard guard(lock);
  const Communicator *found = known.find(handleKey(comm));
  return found ? found->id : kNoId;
}

uint32_t adoptCommunicator(Recording &call, MPI_Comm comm, MPI_Comm parent) {
  if (comm == MPI_COMM_NULL || isInter(comm))
    return kNoId;
  const Communicator made = define(call, comm, communicatorId(parent));
  PMPI_Comm_set_attr(comm, keyval, nullptr);
  Guard guard(lock);
  if (Communicator *entry = known.insert(handleKey(comm)))
    *entry = made;
  return made.id;
}

uint32_t defineWindowCommunicator(Recording &call, MPI_Comm comm) {
  return define(call, comm, communicatorId(comm)).id;
}

void renameCommunicator(Recording &call, MPI_Comm comm, const char *name) {
  Communicator renamed;
  {
    Guard guard(lock);
    const Communicator *found = known.find(handleKey(comm));
    if (!found)
      return;
    renamed = *found;
  }
  Writing writing(call.thread());
  if (writing)
    write(call.journal(), renamed, name);
}

} // namespace fencepost::runtime
