//===- Operations.h - one-sided operations in flight ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_OPERATIONS_H
#define FENCEPOST_RUNTIME_MPI_OPERATIONS_H

#include "runtime/mpi/Buffers.h"
#include "runtime/mpi/Scalar.h"
#include "runtime/mpi/Windows.h"

namespace fencepost::runtime {

/// The local buffers of an operation: at most origin, result and compare.
inline constexpr unsigned kMostBuffers = 3;
struct OperationBuffers {
  BufferId ids[kMostBuffers] = {kNoBuffer, kNoBuffer, kNoBuffer};
  void release() const;
};

/// An operation that has been issued. `slot` finds it while it is in flight.
struct IssuedOperation {
  uint64_t matching;
  uint32_t slot;
};

/// A number for an operation or request, unique in the process.
uint64_t nextNumber();

/// Notes an operation that is in flight now. `result` is read when it is complete here.
IssuedOperation issueOperation(Window &window, uint32_t target, uint64_t matching,
                               const OperationBuffers &buffers, const Scalar &result);

/// Records the completion of a window's operations to `target` (kNoId: to all). A remote
/// completion, and `last`, takes them out of the table.
void completeOperations(Recording &call, Window &window, uint32_t target, bool remote, bool last);

/// Records the local completion by a request.
void completeByRequest(Recording &call, IssuedOperation operation);

/// Drops whatever was still in flight.
void forgetOperations(Window &window);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_OPERATIONS_H
