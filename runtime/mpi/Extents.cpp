//===- Extents.cpp - the memory of all ranks of a window ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Extents.h"

namespace fencepost::runtime {

void Extents::gather(MPI_Comm comm, const Extent &mine) {
  constexpr int kNumbers = sizeof(Extent) / sizeof(uint64_t);
  // The least, and the complement of the greatest.
  struct {
    Extent least, greatest;
  } range = {mine, {~mine.bytes, ~mine.unit, ~mine.start}};
  PMPI_Allreduce(MPI_IN_PLACE, &range, 2 * kNumbers, MPI_UINT64_T, MPI_MIN, comm);
  equal_ = range.least.bytes == ~range.greatest.bytes && range.least.unit == ~range.greatest.unit &&
           range.least.start == ~range.greatest.start;
  if (equal_) {
    parts_.push(mine);
    return;
  }
  int size = 0;
  PMPI_Comm_size(comm, &size);
  int room = parts_.resize(static_cast<std::size_t>(size));
  PMPI_Allreduce(MPI_IN_PLACE, &room, 1, MPI_INT, MPI_MIN, comm);
  if (room)
    PMPI_Allgather(&mine, kNumbers, MPI_UINT64_T, parts_.data(), kNumbers, MPI_UINT64_T, comm);
  else
    parts_.clear();
}

} // namespace fencepost::runtime
