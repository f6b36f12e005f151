//===- Operations.h - checks of one-sided operations ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_ERRORS_OPERATIONS_H
#define FENCEPOST_RUNTIME_ERRORS_OPERATIONS_H

#include "runtime/mpi/Buffers.h"
#include "runtime/mpi/Windows.h"

namespace fencepost::runtime {

/// Data of an operation. Without a map there is none.
struct TypedData {
  const TypeMap *map = nullptr;
  int64_t count = 0;

  uint64_t bytes() const { return map && count > 0 ? map->size * static_cast<uint64_t>(count) : 0; }
};

/// What an operation moves, as its call says.
struct Movement {
  EventKind kind;
  bool hasRequest;
  int target;
  MPI_Aint displacement;
  TypedData origin, result, atTarget;
  const BufferRanges *originRanges, *resultRanges;
};

/// Before the call: whether the target is one of the window's. Also of operations that move
/// nothing.
void checkTarget(Recording &call, const Window &window, int target);

/// Before the call of an operation that moves data.
void checkOperation(Recording &call, Window &window, const Movement &movement);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_ERRORS_OPERATIONS_H
