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
  uint32_t duplicates; // that MPI_Comm_idup made of it
  uint32_t persistent; // collectives
  DefCommPayload definition;
  NeighbourGroups neighbours;
};

SpinLock lock;
HashMap<Communicator> known; // without world and self
std::atomic<uint32_t> nextId{kSelfId + 1};
std::atomic<uint32_t> nextKey{1}; // of those whose rank 0 this process is; 0 is world's
std::atomic<uint32_t> worldDuplicates{0};
std::atomic<uint32_t> worldPersistent{0};
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

bool isInter(MPI_Comm comm) {
  int inter = 0;
  PMPI_Comm_test_inter(comm, &inter);
  return inter != 0;
}

bool isInWorld(MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  const auto count = static_cast<std::size_t>(size);
  LocalVector<int> local;
  LocalVector<int> world;
  if (!local.resize(count) || !world.resize(count))
    return false;
  for (int i = 0; i < size; ++i)
    local[static_cast<std::size_t>(i)] = i;
  MPI_Group all = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &all);
  PMPI_Group_translate_ranks(group, size, local.data(), all, world.data());
  PMPI_Group_free(&all);
  for (int rank : world)
    if (rank == MPI_UNDEFINED)
      return false;
  return true;
}

/// The members of what is made of one communicator are members of that; else all are looked at.
bool isFollowed(MPI_Comm comm, bool inter, uint32_t parent) {
  if (parent != kNoId)
    return true;
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(comm, &group);
  bool inWorld = isInWorld(group);
  PMPI_Group_free(&group);
  if (inWorld && inter) {
    PMPI_Comm_remote_group(comm, &group);
    inWorld = isInWorld(group);
    PMPI_Group_free(&group);
  }
  return inWorld;
}

DefCommPayload describe(MPI_Comm comm, bool inter, uint32_t parent) {
  int rank = 0;
  int size = 0;
  int remoteSize = 0;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  if (inter)
    PMPI_Comm_remote_size(comm, &remoteSize);
  DefCommPayload definition = {};
  definition.localRank = static_cast<uint32_t>(rank);
  definition.size = static_cast<uint32_t>(size);
  definition.remoteSize = static_cast<uint32_t>(remoteSize);
  definition.parent = parent;
  return definition;
}

/// Collective over `comm`.
void agreeOnKey(MPI_Comm comm, DefCommPayload &definition) {
  uint64_t own = 0;
  if (definition.localRank == 0)
    own = static_cast<uint64_t>(process.rank) << 32 | nextKey++;
  uint64_t key = own;
  if (definition.remoteSize > 0) {
    // What comes back is of the other group: its key, then the own one.
    uint64_t other = 0;
    PMPI_Allreduce(&own, &other, 1, MPI_UINT64_T, MPI_MAX, comm);
    PMPI_Allreduce(&other, &own, 1, MPI_UINT64_T, MPI_MAX, comm);
    key = own < other ? own : other;
    definition.side = own < other ? 0 : 1;
  } else if (definition.size > 1) {
    PMPI_Bcast(&key, 1, MPI_UINT64_T, 0, comm);
  }
  definition.keyRank = static_cast<uint32_t>(key >> 32);
  definition.keyCounter = static_cast<uint32_t>(key);
}

Communicator define(Recording &call, const DefCommPayload &definition) {
  const Communicator made = {nextId++, 0, 0, definition, {}};
  Writing writing(call.thread());
  if (writing)
    write(call.journal(), made, "");
  return made;
}

uint32_t remember(MPI_Comm comm, const Communicator &made) {
  Guard guard(lock);
  if (Communicator *entry = known.insert(handleKey(comm)))
    *entry = made;
  return made.id;
}

/// Which one the next non-blocking duplicate of it is, from 1, and on which side of its parent this
/// process is.
void countDuplicate(MPI_Comm parent, DefCommPayload &definition) {
  if (parent == MPI_COMM_WORLD) {
    definition.duplicate = ++worldDuplicates;
    return;
  }
  Guard guard(lock);
  if (Communicator *found = known.find(handleKey(parent))) {
    definition.duplicate = ++found->duplicates;
    definition.side = found->definition.side;
  }
}

} // namespace

void defineInitialCommunicators(Journal &journal) {
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &keyval, nullptr);
  const auto rank = static_cast<uint32_t>(process.rank);
  DefCommPayload world = {};
  world.localRank = rank;
  world.size = static_cast<uint32_t>(process.size);
  world.parent = kNoId;
  write(journal, {kWorldId, 0, 0, world, {}}, "MPI_COMM_WORLD");
  DefCommPayload self = {};
  self.keyRank = rank;
  self.keyCounter = UINT32_MAX;
  self.size = 1;
  self.parent = kNoId;
  write(journal, {kSelfId, 0, 0, self, {}}, "MPI_COMM_SELF");
}

KnownCommunicator findCommunicator(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD)
    return {kWorldId};
  if (comm == MPI_COMM_SELF)
    return {kSelfId};
  Guard guard(lock);
  const Communicator *found = known.find(handleKey(comm));
  return found ? KnownCommunicator{found->id, found->definition.remoteSize > 0}
               : KnownCommunicator{};
}

uint32_t adoptCommunicator(Recording &call, MPI_Comm comm, MPI_Comm parent) {
  if (comm == MPI_COMM_NULL)
    return kNoId;
  const bool inter = isInter(comm);
  const uint32_t parentId = communicatorId(parent);
  if (!isFollowed(comm, inter, parentId))
    return kNoId;
  DefCommPayload definition = describe(comm, inter, parentId);
  agreeOnKey(comm, definition);
  PMPI_Comm_set_attr(comm, keyval, nullptr);
  return remember(comm, define(call, definition));
}

uint32_t adoptDuplicate(Recording &call, MPI_Comm comm, MPI_Comm parent) {
  const KnownCommunicator from = findCommunicator(parent);
  if (from.id == kNoId)
    return kNoId;
  DefCommPayload definition = describe(parent, from.inter, from.id);
  if (definition.size + definition.remoteSize > 1)
    countDuplicate(parent, definition);
  else
    agreeOnKey(parent, definition); // with nobody
  return remember(comm, define(call, definition));
}

void completeDuplicate(MPI_Comm comm) { PMPI_Comm_set_attr(comm, keyval, nullptr); }

uint32_t defineSameProcesses(Recording &call, MPI_Comm comm) {
  DefCommPayload definition = describe(comm, false, communicatorId(comm));
  agreeOnKey(comm, definition);
  return define(call, definition).id;
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

uint32_t countPersistent(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD)
    return ++worldPersistent;
  Guard guard(lock);
  Communicator *found = known.find(handleKey(comm));
  return found ? ++found->persistent : 1;
}

NeighbourGroups neighboursIn(Recording &call, MPI_Comm comm, const Neighbours &neighbours) {
  {
    Guard guard(lock);
    const Communicator *found = known.find(handleKey(comm));
    if (!found || found->neighbours.sources != kNoId)
      return found ? found->neighbours : NeighbourGroups{};
  }
  const NeighbourGroups groups = neighbourGroups(call, comm, neighbours);
  Guard guard(lock);
  if (Communicator *found = known.find(handleKey(comm)))
    found->neighbours = groups;
  return groups;
}

} // namespace fencepost::runtime
