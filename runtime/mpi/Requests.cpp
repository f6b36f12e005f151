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
#include "runtime/process/Process.h"

#include <new>

namespace fencepost::runtime {

namespace {

using Ref = uint32_t; // index in `entries` + 1; 0: none

struct Entry {
  RequestInfo info;
  uint64_t key;
  uint64_t order;     // the how manieth request
  uint64_t list;      // key in sharedLists; 0: not shared
  Ref above, below;   // newer and older ones of the same key
  Ref previous, next; // in the list
};

/// The shared requests of one handle that a thread made, in their order.
struct List {
  uint64_t handle;
  Ref first, last;
};

SpinLock lock;
HashMap<Ref> newest; // of the requests of a key
HashMap<List> sharedLists;
Vector<Entry> entries;
Vector<Ref> freeEntries;
std::atomic<uint64_t> counted{0};
MPI_Request completeAtOnce = MPI_REQUEST_NULL;

Entry &at(Ref ref) { return entries[ref - 1]; }

bool isShared(MPI_Request request) {
#if defined(MPICH_VERSION)
  // Handles of objects that the library was built with.
  constexpr unsigned kBuiltin = 1;
  if (static_cast<unsigned>(request) >> 30 == kBuiltin)
    return true;
#endif
  return request == completeAtOnce;
}

uint64_t keyOf(MPI_Request request, const MPI_Request *where) {
  const uint64_t handle = handleKey(request);
  return isShared(request) ? addToHash(handle, reinterpret_cast<uintptr_t>(where)) : handle;
}

/// Of this thread.
uint64_t listOf(MPI_Request request) {
  return addToHash(handleKey(request), currentThread().number);
}

void linkShared(Ref ref, MPI_Request request) {
  Entry &entry = at(ref);
  List *list = sharedLists.insert(listOf(request));
  if (!list)
    return;
  entry.list = listOf(request);
  entry.previous = list->last;
  list->handle = handleKey(request);
  (list->last ? at(list->last).next : list->first) = ref;
  list->last = ref;
}

void unlinkShared(const Entry &entry) {
  List &list = *sharedLists.find(entry.list);
  (entry.previous ? at(entry.previous).next : list.first) = entry.next;
  (entry.next ? at(entry.next).previous : list.last) = entry.previous;
}

void remove(Ref ref) {
  const Entry &entry = at(ref);
  (entry.above ? at(entry.above).below : *newest.find(entry.key)) = entry.below;
  if (entry.below)
    at(entry.below).above = entry.above;
  else if (!entry.above)
    newest.erase(entry.key);
  if (entry.list)
    unlinkShared(entry);
  at(ref).info = {};
  freeEntries.push(ref);
}

/// Of shared ones that are no longer where they were: the thread's oldest, or else another's.
Ref findMoved(const KnownRequest &request) {
  auto fits = [&](const List &list) { return list.first && at(list.first).order <= request.count; };
  if (const List *own = sharedLists.find(listOf(request.handle)); own && fits(*own))
    return own->first;
  Ref oldest = 0;
  sharedLists.forEach([&](uint64_t, const List &list) {
    if (list.handle == handleKey(request.handle) && fits(list) &&
        (!oldest || at(list.first).order < at(oldest).order))
      oldest = list.first;
  });
  return oldest;
}

Ref findAtPlace(const KnownRequest &request) {
  const Ref *head = newest.find(keyOf(request.handle, request.where));
  Ref ref = head ? *head : 0;
  while (ref && at(ref).order > request.count)
    ref = at(ref).below;
  return ref;
}

Ref find(const KnownRequest &request) {
  const Ref ref = findAtPlace(request);
  return !ref && request.where && isShared(request.handle) ? findMoved(request) : ref;
}

/// Finds a request; `change(ref)` says what becomes of it.
template <typename Change>
bool findAnd(const KnownRequest &request, RequestInfo &info, Change change) {
  if (request.handle == MPI_REQUEST_NULL)
    return false;
  Guard guard(lock);
  const Ref ref = find(request);
  if (!ref)
    return false;
  info = at(ref).info;
  change(ref);
  return true;
}

/// What is left of a request that is complete.
int queryComplete(void *, MPI_Status *status) {
  status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
  PMPI_Status_set_elements(status, MPI_BYTE, 0);
  return PMPI_Status_set_cancelled(status, 0);
}

int freeNothing(void *) { return MPI_SUCCESS; }

int cancelNothing(void *, int) { return MPI_SUCCESS; }

RequestInfo inactive(const RequestInfo &info) {
  if (info.persistent)
    return {.kind = info.kind, .comm = info.comm, .persistent = info.persistent};
  return {};
}

} // namespace

void findSharedRequest(MPI_Comm comm) {
  PMPI_Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, &completeAtOnce);
  MPI_Request request = completeAtOnce;
  PMPI_Wait(&request, MPI_STATUS_IGNORE);
}

void makeDistinct(MPI_Request *request) {
  MPI_Request made;
  if (!isShared(*request) ||
      PMPI_Grequest_start(queryComplete, freeNothing, cancelNothing, nullptr, &made) != MPI_SUCCESS)
    return;
  PMPI_Grequest_complete(made);
  PMPI_Wait(request, MPI_STATUS_IGNORE); // it is complete
  *request = made;
}

uint64_t requestCount() { return counted.load(std::memory_order_relaxed); }

void addRequest(const MPI_Request *where, const RequestInfo &info) {
  // After recording has stopped nothing takes it out again.
  if (!process.recording.load(std::memory_order_relaxed))
    return;
  const bool shared = isShared(*where);
  if (*where == MPI_REQUEST_NULL ||
      (info.kind == RequestKind::Nothing && !shared && !info.persistent))
    return;
  Guard guard(lock);
  const uint64_t key = keyOf(*where, where);
  Ref *head = newest.insert(key);
  if (!head)
    return;
  Ref ref = static_cast<Ref>(entries.size() + 1);
  if (!freeEntries.empty()) {
    ref = freeEntries.back();
    freeEntries.pop();
  } else if (!entries.push({})) {
    return;
  }
  // One below, of a handle that is not shared: freed unseen, or another thread is about to take it.
  at(ref) = {info, key, counted.fetch_add(1, std::memory_order_relaxed) + 1, 0, 0, *head, 0, 0};
  if (*head)
    at(*head).above = ref;
  *head = ref;
  if (shared)
    linkShared(ref, *where);
}

void addPersistent(const MPI_Request *where, const PersistentCall &call, BufferRanges &read,
                   BufferRanges &written) {
  void *memory = allocate(sizeof(Persistent));
  if (!memory)
    return;
  auto *made = new (memory) Persistent{call, {}, {}};
  made->read.swap(read.ranges());
  made->written.swap(written.ranges());
  addRequest(where, {.kind = call.kind, .comm = call.comm, .persistent = made});
}

bool findRequest(const KnownRequest &request, RequestInfo &info) {
  return findAnd(request, info, [](Ref) {});
}

void completeSharing(const KnownRequest &request, LocalVector<RequestInfo> &completed) {
  if (!isShared(request.handle))
    return;
  Guard guard(lock);
  if (findAtPlace(request))
    return;
  const auto complete = [&](const List &list) {
    for (Ref ref = list.first; ref && at(ref).order <= request.count; ref = at(ref).next) {
      RequestInfo &info = at(ref).info;
      const bool alike = info.kind == RequestKind::Operation || info.kind == RequestKind::Send;
      if (alike && info.number && !info.persistent && completed.push(info))
        info.number = 0;
    }
  };
  // To other threads it would seem that this one's completion is all there is.
  if (const List *own = sharedLists.find(listOf(request.handle)); own && own->first)
    return complete(*own);
  sharedLists.forEach([&](uint64_t, const List &list) {
    if (list.handle == handleKey(request.handle))
      complete(list);
  });
}

bool takeRequest(const KnownRequest &request, RequestInfo &info) {
  return findAnd(request, info, [](Ref ref) {
    if (at(ref).info.persistent)
      at(ref).info = inactive(at(ref).info);
    else
      remove(ref);
  });
}

bool finishRequest(const KnownRequest &request, RequestInfo &info) {
  return findAnd(request, info, [](Ref ref) { at(ref).info = inactive(at(ref).info); });
}

bool dropRequest(const KnownRequest &request, RequestInfo &info) {
  if (!findAnd(request, info, [](Ref ref) { remove(ref); }))
    return false;
  if (Persistent *dropped = info.persistent) {
    dropped->read.releaseMemory();
    dropped->written.releaseMemory();
    release(dropped, sizeof(Persistent));
    info.persistent = nullptr;
  }
  return true;
}

void forEachOperationRequest(Recording &call, void (*visit)(Recording &, const RequestInfo &)) {
  LocalVector<RequestInfo> all;
  {
    Guard guard(lock);
    for (const Entry &entry : entries)
      if (entry.info.kind == RequestKind::Operation)
        all.push(entry.info);
  }
  for (const RequestInfo &info : all)
    visit(call, info);
}

void activateRequest(const KnownRequest &request, const RequestInfo &info) {
  RequestInfo before;
  findAnd(request, before, [&](Ref ref) { at(ref).info = info; });
}

} // namespace fencepost::runtime
