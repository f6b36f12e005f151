//===- OneSided.h - one call of a one-sided operation ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_ONESIDED_H
#define FENCEPOST_RUNTIME_MPI_ONESIDED_H

#include "runtime/errors/Operations.h"
#include "runtime/mpi/Operations.h"

namespace fencepost::runtime {

/// The arguments of an operation, whatever its form. Buffers it has not are null with count 0.
struct OneSidedArguments {
  MPI_Win window;
  int target;
  MPI_Aint displacement;
  struct Data {
    const void *address;
    int64_t count;
    MPI_Datatype type;
  };
  Data origin;
  Data result;
  Data compare;
  Data atTarget; // no address
  MPI_Op op;     // MPI_OP_NULL unless it accumulates
};

inline constexpr OneSidedArguments::Data kNoData = {nullptr, 0, MPI_DATATYPE_NULL};

/// Made before the PMPI call, so that other threads' accesses to the buffers are seen from the
/// start of the operation; record() after it.
class OneSided {
public:
  OneSided(Recording &call, const OneSidedArguments &arguments);
  /// Writes the operation when it was issued. `request`: null, or that of a request form.
  void record(int result, MPI_Request *request = nullptr);

private:
  void check();
  void recordOperation(uint64_t matching, uint64_t request);
  void recordValues();
  Scalar single(const OneSidedArguments::Data &data, const TypedData &typed) const;

  Recording &call_;
  const OneSidedArguments &arguments_;
  EventKind kind_;
  Window *window_ = nullptr; // when it is known, and the call is recorded
  bool active_ = false;      // it moves data
  TypedData originData_, resultData_, targetData_;
  BufferRanges origin_;
  BufferRanges result_;
  BufferRanges compare_;
  OperationBuffers buffers_;
};

/// A wrapper's body: `pmpi` makes the call; `request` is null unless it is of a request form.
template <typename Pmpi>
int issue(Call function, const void *frame, const OneSidedArguments &arguments,
          MPI_Request *request, Pmpi pmpi) {
  Recording call(function, frame);
  OneSided operation(call, arguments);
  const int result = pmpi();
  operation.record(result, request);
  return result;
}

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_ONESIDED_H
