//===- Window.cpp - creating, attaching, naming and freeing windows -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/access/Tracked.h"
#include "runtime/errors/Synchronization.h"
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

void recordAttach(Window *window, const void *base, MPI_Aint size) {
  const Memory memory = memoryAt(base, size);
  if (window && window->regions.push(memory))
    trackWindow(memory.base, memory.bytes);
}

void recordDetach(Window *window, const void *base) {
  for (std::size_t i = 0; window && i < window->regions.size(); ++i) {
    const Memory memory = window->regions[i];
    if (memory.base != reinterpret_cast<uint64_t>(base))
      continue;
    untrackWindow(memory.base, memory.bytes);
    window->regions.removeUnordered(i);
    return;
  }
}

} // namespace

// Forms with a large displacement unit differ in nothing that is recorded but their names.
#define WIN_CREATE(name, Unit)                                                                     \
  int MPI_##name(void *base, MPI_Aint size, Unit dispUnit, MPI_Info info, MPI_Comm comm,           \
                 MPI_Win *window) {                                                                \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const WindowInfo hints(info);                                                                  \
    const int result = PMPI_##name(base, size, dispUnit, info, comm, window);                      \
    if (call.succeeded(result))                                                                    \
      adoptWindow(call, *window, {comm, Flavor::Create, memoryAt(base, size), dispUnit, hints});   \
    return result;                                                                                 \
  }

#define WIN_ALLOCATE(name, Unit, flavor)                                                           \
  int MPI_##name(MPI_Aint size, Unit dispUnit, MPI_Info info, MPI_Comm comm, void *base,           \
                 MPI_Win *window) {                                                                \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    const WindowInfo hints(info);                                                                  \
    const int result = PMPI_##name(size, dispUnit, info, comm, base, window);                      \
    if (call.succeeded(result))                                                                    \
      adoptWindow(call, *window,                                                                   \
                  {comm, Flavor::flavor, allocatedMemory(base, size), dispUnit, hints});           \
    return result;                                                                                 \
  }

#define WIN_SHARED_QUERY(name, Unit)                                                               \
  int MPI_##name(MPI_Win window, int rank, MPI_Aint *size, Unit *dispUnit, void *base) {           \
    Recording call(Call::name, FENCEPOST_FRAME);                                                   \
    checkedWindow(call, window);                                                                   \
    return PMPI_##name(window, rank, size, dispUnit, base);                                        \
  }

extern "C" {

WIN_CREATE(Win_create, int)
WIN_ALLOCATE(Win_allocate, int, Allocate)
WIN_ALLOCATE(Win_allocate_shared, int, Shared)
WIN_SHARED_QUERY(Win_shared_query, int)
#if MPI_VERSION >= 4
WIN_CREATE(Win_create_c, MPI_Aint)
WIN_ALLOCATE(Win_allocate_c, MPI_Aint, Allocate)
WIN_ALLOCATE(Win_allocate_shared_c, MPI_Aint, Shared)
WIN_SHARED_QUERY(Win_shared_query_c, MPI_Aint)
#endif

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *window) {
  Recording call(Call::Win_create_dynamic, FENCEPOST_FRAME);
  const WindowInfo hints(info);
  const int result = PMPI_Win_create_dynamic(info, comm, window);
  if (call.succeeded(result))
    adoptWindow(call, *window, {comm, Flavor::Dynamic, {}, 1, hints});
  return result;
}

int MPI_Win_attach(MPI_Win handle, void *base, MPI_Aint size) {
  Recording call(Call::Win_attach, FENCEPOST_FRAME, [&] {
    const Memory memory = memoryAt(base, size);
    return EnterFacts{windowId(handle), kNoId, memory.base, memory.bytes};
  });
  Window *window = checkedWindow(call, handle);
  const int result = PMPI_Win_attach(handle, base, size);
  if (call.succeeded(result))
    recordAttach(window, base, size);
  return result;
}

int MPI_Win_detach(MPI_Win handle, const void *base) {
  Recording call(Call::Win_detach, FENCEPOST_FRAME, [&] {
    return EnterFacts{windowId(handle), kNoId, reinterpret_cast<uint64_t>(base)};
  });
  Window *window = checkedWindow(call, handle);
  const int result = PMPI_Win_detach(handle, base);
  if (call.succeeded(result))
    recordDetach(window, base);
  return result;
}

int MPI_Win_free(MPI_Win *handle) {
  Recording call(Call::Win_free, FENCEPOST_FRAME);
  const MPI_Win before = *handle;
  Window *window = checkedWindow(call, before);
  const uint32_t id = window ? window->id : kNoId;
  if (window)
    checkClosed(call, *window);
  const int result = PMPI_Win_free(handle);
  if (call.succeeded(result) && id != kNoId) {
    noteFreed(before, call.context());
    recordWindowCollective(call, id, true, OTF2_COLLECTIVE_OP_DESTROY_HANDLE);
    call.atEnd(RecordType::WindowDestroy, id);
    recordWindowCollective(call, id, false, OTF2_COLLECTIVE_OP_DESTROY_HANDLE);
  }
  return result;
}

int MPI_Win_set_name(MPI_Win window, const char *name) {
  Recording call(Call::Win_set_name, FENCEPOST_FRAME);
  checkedWindow(call, window);
  const int result = PMPI_Win_set_name(window, name);
  if (call.succeeded(result))
    renameWindow(call, window, name);
  return result;
}

int MPI_Win_set_info(MPI_Win window, MPI_Info info) {
  const WindowInfo hints(info);
  Recording call(Call::Win_set_info, FENCEPOST_FRAME,
                 [&] { return EnterFacts{.window = windowId(window), .info = hints.text()}; });
  checkedWindow(call, window);
  return PMPI_Win_set_info(window, info);
}

} // extern "C"
