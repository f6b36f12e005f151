//===- Window.cpp - creating, attaching, naming and freeing windows -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Tracked.h"
#include "runtime/mpi/CollectiveRecords.h"
#include "runtime/mpi/Windows.h"

using namespace fencepost;
using namespace fencepost::runtime;

namespace {

Memory memoryAt(const void *base, MPI_Aint size) {
  return {reinterpret_cast<uint64_t>(base), static_cast<uint64_t>(size)};
}

/// Where the library put the memory it allocated; `base` is declared void * and is a void **.
Memory allocatedMemory(const void *base, MPI_Aint size) {
  return memoryAt(*static_cast<void *const *>(base), size);
}

void recordAttach(MPI_Win handle, const void *base, MPI_Aint size) {
  const Memory memory = memoryAt(base, size);
  Window *window = findWindow(handle);
  if (window && window->attached.push(memory))
    trackWindow(memory.base, memory.bytes);
}

void recordDetach(MPI_Win handle, const void *base) {
  Window *window = findWindow(handle);
  for (std::size_t i = 0; window && i < window->attached.size(); ++i) {
    const Memory memory = window->attached[i];
    if (memory.base != reinterpret_cast<uint64_t>(base))
      continue;
    untrackWindow(memory.base, memory.bytes);
    window->attached.removeUnordered(i);
    return;
  }
}

} // namespace

extern "C" {

int MPI_Win_create(void *base, MPI_Aint size, int dispUnit, MPI_Info info, MPI_Comm comm,
                   MPI_Win *window) {
  Recording call(Call::Win_create, FENCEPOST_FRAME);
  const int result = PMPI_Win_create(base, size, dispUnit, info, comm, window);
  if (call.succeeded(result))
    adoptWindow(call, *window, {comm, Flavor::Create, memoryAt(base, size), dispUnit, info});
  return result;
}

int MPI_Win_allocate(MPI_Aint size, int dispUnit, MPI_Info info, MPI_Comm comm, void *base,
                     MPI_Win *window) {
  Recording call(Call::Win_allocate, FENCEPOST_FRAME);
  const int result = PMPI_Win_allocate(size, dispUnit, info, comm, base, window);
  if (call.succeeded(result))
    adoptWindow(call, *window,
                {comm, Flavor::Allocate, allocatedMemory(base, size), dispUnit, info});
  return result;
}

int MPI_Win_allocate_shared(MPI_Aint size, int dispUnit, MPI_Info info, MPI_Comm comm, void *base,
                            MPI_Win *window) {
  Recording call(Call::Win_allocate_shared, FENCEPOST_FRAME);
  const int result = PMPI_Win_allocate_shared(size, dispUnit, info, comm, base, window);
  if (call.succeeded(result))
    adoptWindow(call, *window, {comm, Flavor::Shared, allocatedMemory(base, size), dispUnit, info});
  return result;
}

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *window) {
  Recording call(Call::Win_create_dynamic, FENCEPOST_FRAME);
  const int result = PMPI_Win_create_dynamic(info, comm, window);
  if (call.succeeded(result))
    adoptWindow(call, *window, {comm, Flavor::Dynamic, {}, 1, info});
  return result;
}

int MPI_Win_attach(MPI_Win window, void *base, MPI_Aint size) {
  Recording call(Call::Win_attach, FENCEPOST_FRAME, [&] {
    const Memory memory = memoryAt(base, size);
    return EnterFacts{windowId(window), kNoId, memory.base, memory.bytes};
  });
  const int result = PMPI_Win_attach(window, base, size);
  if (call.succeeded(result))
    recordAttach(window, base, size);
  return result;
}

int MPI_Win_detach(MPI_Win window, const void *base) {
  Recording call(Call::Win_detach, FENCEPOST_FRAME, [&] {
    return EnterFacts{windowId(window), kNoId, reinterpret_cast<uint64_t>(base)};
  });
  const int result = PMPI_Win_detach(window, base);
  if (call.succeeded(result))
    recordDetach(window, base);
  return result;
}

int MPI_Win_free(MPI_Win *window) {
  Recording call(Call::Win_free, FENCEPOST_FRAME);
  const uint32_t id = call.isOutermost() ? windowId(*window) : kNoId;
  const int result = PMPI_Win_free(window);
  if (call.succeeded(result) && id != kNoId) {
    recordWindowCollective(call, id, true, OTF2_COLLECTIVE_OP_DESTROY_HANDLE);
    call.atEnd(RecordType::WindowDestroy, id);
    recordWindowCollective(call, id, false, OTF2_COLLECTIVE_OP_DESTROY_HANDLE);
  }
  return result;
}

int MPI_Win_shared_query(MPI_Win window, int rank, MPI_Aint *size, int *dispUnit, void *base) {
  Recording call(Call::Win_shared_query, FENCEPOST_FRAME);
  return PMPI_Win_shared_query(window, rank, size, dispUnit, base);
}

int MPI_Win_set_name(MPI_Win window, const char *name) {
  Recording call(Call::Win_set_name, FENCEPOST_FRAME);
  const int result = PMPI_Win_set_name(window, name);
  if (call.succeeded(result))
    renameWindow(call, window, name);
  return result;
}

int MPI_Win_set_info(MPI_Win window, MPI_Info info) {
  Recording call(Call::Win_set_info, FENCEPOST_FRAME);
  return PMPI_Win_set_info(window, info);
}

} // extern "C"
