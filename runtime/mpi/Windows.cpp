//===- Windows.cpp - windows ----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Windows.h"

#include "runtime/access/Tracked.h"
#include "runtime/base/HashMap.h"
#include "runtime/base/Lock.h"
#include "runtime/mpi/Buffers.h"
#include "runtime/mpi/CollectiveRecords.h"
#include "runtime/mpi/Communicators.h"
#include "runtime/mpi/Handle.h"
#include "runtime/mpi/Operations.h"
#include "runtime/path/Contexts.h"
#include "runtime/threads/SharedObjects.h"

#include <cstdio>
#include <cstring>
#include <new>

namespace fencepost::runtime {

namespace {

SpinLock lock;
HashMap<Window *> windows;
HashMap<uint32_t> freed; // contexts of the calls that freed a window, by handle
std::atomic<uint32_t> nextId{0};
int keyval = MPI_KEYVAL_INVALID;

/// However the program frees it: its memory no longer matters.
int forget(MPI_Win handle, int, void *, void *) {
  Window *window = findWindow(handle);
  if (!window)
    return MPI_SUCCESS;
  {
    Guard guard(lock);
    windows.erase(handleKey(handle));
  }
  forgetOperations(*window);
  const auto end = [&](const Memory &memory) {
    untrackWindow(memory.base, memory.bytes);
    if (window->isShared())
      unshareMemory(memory.base, memory.bytes);
  };
  end(window->memory);
  for (const Memory &memory : window->regions)
    end(memory);
  window->regions.releaseMemory();
  window->extents.releaseMemory();
  window->epochs.releaseMemory();
  release(window, sizeof(Window));
  return MPI_SUCCESS;
}

uint32_t modelOf(MPI_Win handle) {
  int *model = nullptr;
  int found = 0;
  PMPI_Win_get_attr(handle, MPI_WIN_MODEL, &model, &found);
  return found && *model == MPI_WIN_UNIFIED ? 2 : 1;
}

/// What the source calls it; else the call that made it, with its line.
void nameOf(const Recording &call, char *name, std::size_t size) {
  auto record = call.site() ? parseSiteRecord(call.site()->record) : std::nullopt;
  if (record && !record->window.empty())
    snprintf(name, size, "%.*s", static_cast<int>(record->window.size()), record->window.data());
  else if (uint32_t line = callLine(call.context()))
    snprintf(name, size, "%s:%u", callInfo(call.call()).name.data(), line);
  else
    snprintf(name, size, "%s", callInfo(call.call()).name.data());
}

void writeCreation(Recording &call, uint32_t id, const WindowCreatePayload &payload,
                   const WindowInfo &info) {
  Writing writing(call.thread());
  if (writing)
    call.journal().appendTexts(RecordType::WindowCreate, id, call.end(), payload, {info.text()});
}

/// Where the memory of a rank of a shared window is mapped in this process.
Memory segmentOf(MPI_Win handle, int rank) {
  MPI_Aint size = 0;
  void *base = nullptr;
#if MPI_VERSION >= 4
  MPI_Aint unit = 0;
  PMPI_Win_shared_query_c(handle, rank, &size, &unit, &base);
#else
  int unit = 0;
  PMPI_Win_shared_query(handle, rank, &size, &unit, &base);
#endif
  return {reinterpret_cast<uint64_t>(base), static_cast<uint64_t>(size)};
}

/// The other ranks' segments are accessed from the window's creation on: a program may know their
/// addresses without asking.
void adoptSegments(Recording &call, MPI_Win handle, Window &window) {
  for (uint32_t rank = 0; wantsRanges() && rank < window.size; ++rank) {
    const Memory memory =
        rank == window.rank ? Memory{} : segmentOf(handle, static_cast<int>(rank));
    if (!memory.bytes || !window.regions.push(memory))
      continue;
    trackWindow(memory.base, memory.bytes);
    shareMemory(memory.base, memory.bytes);
    call.atEnd(
        RecordType::Range, rank,
        RangePayload{static_cast<uint64_t>(RangeKind::Segment), memory.base, memory.bytes, 0, 1});
  }
}

void write(Recording &call, const Window &window, const char *name) {
  Writing writing(call.thread());
  if (writing)
    call.journal().appendTexts(RecordType::DefWindow, window.id, call.end(), window.definition,
                               {name});
}

} // namespace

WindowInfo::WindowInfo(MPI_Info info) {
  constexpr const char *kKeys[] = {"no_locks", "accumulate_ordering", "accumulate_ops", "same_size",
                                   "same_disp_unit"};
  std::size_t used = 0;
  for (const char *key : kKeys) {
    char value[32] = {};
    int found = 0;
    if (info != MPI_INFO_NULL)
      PMPI_Info_get(info, key, sizeof(value) - 1, value, &found);
    if (found)
      used += static_cast<std::size_t>(
          snprintf(text_ + used, sizeof(text_) - used, "%s%s=%s", used ? ";" : "", key, value));
  }
}

Window *findWindow(MPI_Win handle) {
  Guard guard(lock);
  Window **found = windows.find(handleKey(handle));
  return found ? *found : nullptr;
}

uint32_t windowId(MPI_Win handle) {
  const Window *window = findWindow(handle);
  return window ? window->id : kNoId;
}

void forEachWindow(Recording &call, void (*visit)(Recording &, Window &)) {
  LocalVector<Window *> all;
  {
    Guard guard(lock);
    windows.forEach([&](uint64_t, Window *window) { all.push(window); });
  }
  for (Window *window : all)
    visit(call, *window);
}

void noteFreed(MPI_Win handle, uint32_t context) {
  Guard guard(lock);
  if (windows.find(handleKey(handle)))
    return; // another thread's, by now
  if (uint32_t *entry = freed.insert(handleKey(handle)))
    *entry = context;
}

bool wasFreed(MPI_Win handle, uint32_t &context) {
  Guard guard(lock);
  const uint32_t *entry = freed.find(handleKey(handle));
  if (entry)
    context = *entry;
  return entry;
}

void adoptWindow(Recording &call, MPI_Win handle, const NewWindow &made) {
  const uint32_t comm = defineSameProcesses(call, made.comm);
  Extents extents;
  if (made.flavor != Flavor::Dynamic && communicatorId(made.comm) != kNoId)
    extents.gather(made.comm, {made.memory.bytes, static_cast<uint64_t>(made.dispUnit),
                               made.memory.base % kMostAlignment});
  void *memory = allocate(sizeof(Window));
  if (!memory) {
    extents.releaseMemory();
    return;
  }
  auto *window = new (memory) Window;
  window->id = nextId++;
  window->definition = {comm, static_cast<uint32_t>(made.flavor)};
  window->memory = made.memory;
  window->extents.swap(extents);
  int rank = 0;
  int size = 0;
  PMPI_Comm_rank(made.comm, &rank);
  PMPI_Comm_size(made.comm, &size);
  window->rank = static_cast<uint32_t>(rank);
  window->size = static_cast<uint32_t>(size);
  char name[256];
  nameOf(call, name, sizeof(name));
  write(call, *window, name);

  recordWindowCollective(call, window->id, true, OTF2_COLLECTIVE_OP_CREATE_HANDLE);
  const WindowCreatePayload payload = {made.memory.base, made.memory.bytes,
                                       static_cast<uint64_t>(made.dispUnit),
                                       static_cast<uint32_t>(made.flavor), modelOf(handle)};
  writeCreation(call, window->id, payload, made.info);
  if (made.flavor == Flavor::Shared) {
    shareMemory(made.memory.base, made.memory.bytes);
    adoptSegments(call, handle, *window);
  }
  recordWindowCollective(call, window->id, false, OTF2_COLLECTIVE_OP_CREATE_HANDLE);

  {
    Guard guard(lock);
    if (Window **entry = windows.insert(handleKey(handle)))
      *entry = window;
    freed.erase(handleKey(handle));
    if (keyval == MPI_KEYVAL_INVALID)
      PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget, &keyval, nullptr);
  }
  PMPI_Win_set_attr(handle, keyval, nullptr);
  trackWindow(made.memory.base, made.memory.bytes);
}

void renameWindow(Recording &call, MPI_Win handle, const char *name) {
  if (const Window *window = findWindow(handle))
    write(call, *window, name);
}

} // namespace fencepost::runtime
