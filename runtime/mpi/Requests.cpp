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

struct Entry {
  RequestInfo info;
  uint32_t older; // index + 1 of another request of the same handle, 0: none
};

SpinLock lock;
HashMap<uint32_t> newest; // index + 1 of the newest request of a handle
Vector<Entry> entries;
Vector<uint32_t> freeEntries;

/// MPICH has one handle for all sends that were complete at once: it stands for many requests.
/// Any other handle that comes back belonged to a request that was freed unseen.
bool isShared(MPI_Request request) {
#if defined(MPICH_VERSION)
  constexpr unsigned kBuiltin = 1;
  return static_cast<unsigned>(request) >> 30 == kBuiltin;
#else
  (void)request;
  return false;
#endif
}

} // namespace

void addRequest(MPI_Request request, const RequestInfo &info) {
  BufferId stale = kNoBuffer;
  {
    Guard guard(lock);
    uint32_t *head = newest.insert(handleKey(request));
    if (!head)
      return;
    if (*head && !isShared(request)) {
      stale = entries[*head - 1].info.buffer;
      entries[*head - 1].info = info;
    } else {
      uint32_t index = static_cast<uint32_t>(entries.size());
      if (!freeEntries.empty()) {
        index = freeEntries.back();
        freeEntries.pop();
      } else if (!entries.push({})) {
        return;
      }
      entries[index] = {info, *head};
      *head = index + 1;
    }
  }
  untrackBuffer(stale);
}

bool isReceive(MPI_Request request) {
  Guard guard(lock);
  const uint32_t *head = newest.find(handleKey(request));
  return head && entries[*head - 1].info.kind == RequestKind::Receive;
}

bool takeRequest(MPI_Request request, RequestInfo &info) {
  Guard guard(lock);
  uint32_t *head = newest.find(handleKey(request));
  if (!head)
    return false;
  const uint32_t index = *head - 1;
  info = entries[index].info;
  *head = entries[index].older;
  if (*head == 0)
    newest.erase(handleKey(request));
  freeEntries.push(index);
  return true;
}

} // namespace fencepost::runtime
