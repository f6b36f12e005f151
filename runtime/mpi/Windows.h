//===- Windows.h - windows ------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_WINDOWS_H
#define FENCEPOST_RUNTIME_MPI_WINDOWS_H

#include "runtime/base/Vector.h"
#include "runtime/mpi/Epochs.h"
#include "runtime/mpi/Extents.h"
#include "runtime/process/Recording.h"

namespace fencepost::runtime {

inline constexpr uint32_t kNoOperation = UINT32_MAX;

/// What docs/trace-format.md calls the flavor of a window.
enum class Flavor : uint32_t { Create = 1, Allocate = 2, Dynamic = 3, Shared = 4 };

struct Memory {
  uint64_t base;
  uint64_t bytes;
};

struct Window {
  uint32_t id = 0;
  DefWindowPayload definition = {};
  Memory memory = {};             // of this process; none for a dynamic window
  Vector<Memory> regions;         // attached; of a shared window: other ranks' memory
  uint32_t accessGroup = kNoId;   // of start, until complete
  uint32_t exposureGroup = kNoId; // of post, until wait
  uint32_t firstPending = kNoOperation,
           lastPending = kNoOperation; // in issue order (Operations.cpp)
  uint32_t rank = 0, size = 0;         // of its communicator
  Extents extents;                     // unknown for a dynamic window
  Epochs epochs;

  bool isDynamic() const { return definition.flavor == static_cast<uint32_t>(Flavor::Dynamic); }
  bool isShared() const { return definition.flavor == static_cast<uint32_t>(Flavor::Shared); }
};

/// The window of a handle; null when it is not known.
Window *findWindow(MPI_Win handle);

/// Its id, kNoId when it is not known.
uint32_t windowId(MPI_Win handle);

/// Calls `visit` for each window that there is.
void forEachWindow(Recording &call, void (*visit)(Recording &, Window &));

/// Notes that the call freed a window of that handle.
void noteFreed(MPI_Win handle, uint32_t context);

/// Whether a window of that handle was freed and none made since; by the call of that context.
bool wasFreed(MPI_Win handle, uint32_t &context);

/// What an info says that RMA-RULES know: "no_locks=true;accumulate_ordering=none". Made before the
/// call that gets the info: MPICH cuts lists in it to pieces.
class WindowInfo {
public:
  explicit WindowInfo(MPI_Info info);
  const char *text() const { return text_; }

private:
  char text_[256] = {};
};

/// What the creating call says of a window.
struct NewWindow {
  MPI_Comm comm;
  Flavor flavor;
  Memory memory;
  MPI_Aint dispUnit;
  const WindowInfo &info;
};

/// Collective over the communicator: records the creation and tracks the window's memory.
void adoptWindow(Recording &call, MPI_Win handle, const NewWindow &made);

void renameWindow(Recording &call, MPI_Win handle, const char *name);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_WINDOWS_H
