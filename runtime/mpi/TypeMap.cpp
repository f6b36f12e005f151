//===- TypeMap.cpp - the bytes that a datatype touches --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/TypeMap.h"

#include "runtime/access/Overlap.h"
#include "runtime/access/Replicate.h"
#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/mpi/Flatten.h"
#include "runtime/mpi/Handle.h"
#include "runtime/mpi/TypeContents.h"

#include <cstring>

namespace fencepost::runtime {

namespace {

SpinLock lock;
HashMap<TypeMap *> maps;
int keyval = MPI_KEYVAL_INVALID;

int forget(MPI_Datatype type, int, void *, void *) {
  Guard guard(lock);
  if (TypeMap **found = maps.find(handleKey(type))) {
    TypeMap *map = *found;
    map->ranges.releaseMemory();
    release(map, sizeof(TypeMap));
    maps.erase(handleKey(type));
  }
  return MPI_SUCCESS;
}

/// Derived types are freed some day, however that is done; predefined ones never.
void watch(MPI_Datatype type) {
  if (isPredefined(type))
    return;
  {
    Guard guard(lock);
    if (keyval == MPI_KEYVAL_INVALID)
      PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, forget, &keyval, nullptr);
  }
  PMPI_Type_set_attr(type, keyval, nullptr);
}

} // namespace

void Signature::add(const Run &run) {
  Run *last = count ? &runs[count - 1] : nullptr;
  if (last && last->elementBytes == run.elementBytes && std::strcmp(last->base, run.base) == 0)
    last->bytes += run.bytes;
  else if (count < kMostRuns && !overflows)
    runs[count++] = run;
  else
    overflows = true;
  if (overflows)
    count = 0;
}

void Signature::add(const Signature &other, uint64_t times) {
  if (other.count == 0) { // nor is the whole known then
    overflows = true;
    count = 0;
    return;
  }
  if (other.count == 1) {
    Run all = other.runs[0];
    all.bytes *= times;
    if (times)
      add(all);
    return;
  }
  for (uint64_t i = 0; i < times && !overflows; ++i)
    for (const Run &run : other)
      add(run);
}

const TypeMap *typeMap(MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL)
    return nullptr;
  const uint64_t key = handleKey(type);
  {
    Guard guard(lock);
    if (TypeMap **found = maps.find(key))
      return *found;
  }
  auto *map = static_cast<TypeMap *>(allocate(sizeof(TypeMap)));
  if (!map)
    return nullptr;
  flatten(type, *map);
  map->overlaps = overlapsItself(map->ranges, map->size);
  watch(type);
  Guard guard(lock);
  TypeMap **entry = maps.insert(key);
  if (entry && !*entry) {
    *entry = map;
    return map;
  }
  // Another thread was faster, or there is no memory.
  map->ranges.releaseMemory();
  release(map, sizeof(TypeMap));
  return entry ? *entry : nullptr;
}

void addRanges(const TypeMap &map, int64_t start, uint64_t count, Vector<StridedRange> &ranges) {
  replicate(map.ranges, start, map.extent, count, ranges);
}

} // namespace fencepost::runtime
