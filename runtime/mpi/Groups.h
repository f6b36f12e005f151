//===- Groups.h - groups of post and start --------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_GROUPS_H
#define FENCEPOST_RUNTIME_MPI_GROUPS_H

#include "runtime/process/Recording.h"

namespace fencepost::runtime {

/// The id of a group's world ranks, defined when they are new. kNoId when there is no memory.
uint32_t groupId(Recording &call, MPI_Group group);

/// The ranks in the window of a group's processes. False when one is not in the window.
bool windowRanks(MPI_Win window, MPI_Group group, Vector<uint32_t> &ranks);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_GROUPS_H
