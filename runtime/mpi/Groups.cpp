//===- Groups.cpp - groups of post and start ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Groups.h"

#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"

namespace fencepost::runtime {

namespace {

SpinLock lock;
HashMap<uint32_t> ids; // from the hash of the ranks to the id + 1
uint32_t count;

} // namespace

uint32_t groupId(Recording &call, MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  const auto ranks = static_cast<std::size_t>(size);
  LocalVector<int> local;
  LocalVector<int> world;
  if (!local.resize(ranks) || !world.resize(ranks))
    return kNoId;
  for (int i = 0; i < size; ++i)
    local[static_cast<std::size_t>(i)] = i;
  if (size > 0) {
    MPI_Group all = MPI_GROUP_NULL;
    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    PMPI_Group_translate_ranks(group, size, local.data(), all, world.data());
    PMPI_Group_free(&all);
  }

  uint64_t hash = ranks;
  for (int rank : world)
    hash = addToHash(hash, static_cast<uint64_t>(rank));
  Guard guard(lock);
  uint32_t *known = ids.insert(hash);
  if (!known)
    return kNoId;
  if (*known == 0) {
    *known = ++count;
    DefGroupPayload payload = {static_cast<uint32_t>(size), 0};
    Writing writing(call.thread());
    if (writing)
      call.journal().appendData(RecordType::DefGroup, *known - 1, call.begin(), payload,
                                world.data(), ranks * sizeof(int));
  }
  return *known - 1;
}

bool windowRanks(MPI_Win window, MPI_Group group, Vector<uint32_t> &ranks) {
  int size = 0;
  PMPI_Group_size(group, &size);
  const auto count = static_cast<std::size_t>(size);
  LocalVector<int> own;
  LocalVector<int> translated;
  if (size == 0 || !own.resize(count) || !translated.resize(count) || !ranks.resize(count))
    return true;
  for (int i = 0; i < size; ++i)
    own[static_cast<std::size_t>(i)] = i;
  MPI_Group all = MPI_GROUP_NULL;
  PMPI_Win_get_group(window, &all);
  PMPI_Group_translate_ranks(group, size, own.data(), all, translated.data());
  PMPI_Group_free(&all);
  bool inside = true;
  for (std::size_t i = 0; i < count; ++i) {
    inside = inside && translated[i] != MPI_UNDEFINED;
    ranks[i] = static_cast<uint32_t>(translated[i]);
  }
  return inside;
}

} // namespace fencepost::runtime
