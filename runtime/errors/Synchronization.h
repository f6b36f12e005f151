//===- Synchronization.h - checks of synchronization calls ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ERRORS_SYNCHRONIZATION_H
#define FENCEPOST_RUNTIME_ERRORS_SYNCHRONIZATION_H

#include "runtime/mpi/Windows.h"

namespace fencepost::runtime {

/// What a synchronization call says of itself beside its name.
struct Synchronization {
  int target = MPI_PROC_NULL; // of one that names a rank
  int assertion = 0;          // of a fence
};

/// The window of a call that is recorded; null where it is not known, which is an error when it was
/// freed. Every wrapper with a window asks first.
Window *checkedWindow(Recording &call, MPI_Win handle);

/// Before the call: the epochs it opens, is in or closes. A null window is not checked.
void checkSynchronization(Recording &call, Window *window, const Synchronization &made = {});

/// After a call that succeeded.
void followSynchronization(Recording &call, Window &window, const Synchronization &made = {});

/// Before a start or post: its group is one of ranks of the window, which a start remembers as
/// `groupId`.
void checkGroup(Recording &call, Window *window, MPI_Win handle, MPI_Group group, uint32_t groupId);

/// Before the window is freed.
void checkClosed(Recording &call, Window &window);

/// Before MPI_Finalize: windows and requests.
void checkEnd(Recording &call);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ERRORS_SYNCHRONIZATION_H
