//===- Requests.cpp - requests of operations, sends and receives ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Requests.h"

#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/mpi/Handle.h"

namespace fencepost::runtime {

namespace {

constexpr uint32_t kNone = UINT32_MAX;

struct Entry {
  RequestInfo info;
  uint64_t key;
  uint32_t below;          // an older request of the same key
  uint32_t previous, next; // shared ones, in their order
};

SpinLock lock;
HashMap<uint32_t> newest; // index + 1 of the newest request of a key
Vector<Entry> entries;
Vector<uint32_t> freeEntries;
uint32_t firstShared = kNone;
uint32_t lastShared = kNone;
MPI_Request completeAtOnce = MPI_REQUEST_NULL;

bool isShared(MPI_Request request) {
#if defined(MPICH_VERSION)
  // Handles of objects that the library was built with.
  constexpr unsigned kBuiltin = 1;
  if (static_cast<unsigned>(request) >> 30 == kBuiltin)
    return true;
#endif
  return request == completeAtOnce;
}

uint64_t keyOf(const MPI_Request *where) {
  const uint64_t handle = handleKey(*where);
  return isShared(*where) ? addToHash(handle, reinterpret_cast<uintptr_t>(where)) : handle;
}

void linkShared(uint32_t index) {
  entries[index].previous = lastShared;
  entries[index].next = kNone;
  (lastShared == kNone ? firstShared : entries[lastShared].next) = index;
  lastShared = index;
}

void unlinkShared(const Entry &entry) {
  (entry.previous == kNone ? firstShared : entries[entry.previous].next) = entry.next;
  (entry.next == kNone ? lastShared : entries[entry.next].previous) = entry.previous;
}

/// Takes an entry out of the requests of its key.
void removeFromKey(uint32_t index) {
  const Entry &entry = entries[index];
  uint32_t *head = newest.find(entry.key);
  if (*head == index + 1) {
    *head = entry.below == kNone ? 0 : entry.below + 1;
    if (*head == 0)
      newest.erase(entry.key);
    return;
  }
  uint32_t above = *head - 1;
  while (entries[above].below != index)
    above = entries[above].below;
  entries[above].below = entry.below;
}

} // namespace

void findSharedRequest(MPI_Comm comm) {
  PMPI_Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, &completeAtOnce);
  MPI_Request request = completeAtOnce;
  PMPI_Wait(&request, MPI_STATUS_IGNORE);
}

void addRequest(const MPI_Request *where, const RequestInfo &info) {
  if (*where == MPI_REQUEST_NULL)
    return;
  Guard guard(lock);
  const uint64_t key = keyOf(where);
  uint32_t index = static_cast<uint32_t>(entries.size());
  uint32_t *head = newest.insert(key);
  if (!head)
    return;
  if (!freeEntries.empty()) {
    index = freeEntries.back();
    freeEntries.pop();
  } else if (!entries.push({})) {
    return;
  }
  // An older one of a handle that is not shared was freed unseen; the new one hides it.
  entries[index] = {info, key, *head ? *head - 1 : kNone, kNone, kNone};
  *head = index + 1;
  if (isShared(*where))
    linkShared(index);
}

bool takeRequest(const MPI_Request *where, RequestInfo &info) {
  if (*where == MPI_REQUEST_NULL)
    return false;
  Guard guard(lock);
  const bool shared = isShared(*where);
  const uint32_t *head = newest.find(keyOf(where));
  const uint32_t index = head && *head ? *head - 1 : shared ? firstShared : kNone;
  if (index == kNone)
    return false;
  info = entries[index].info;
  removeFromKey(index);
  if (shared)
    unlinkShared(entries[index]);
  freeEntries.push(index);
  return true;
}

} // namespace fencepost::runtime
