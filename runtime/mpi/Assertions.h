//===- Assertions.h - the assert argument, as a trace has it --------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_ASSERTIONS_H
#define FENCEPOST_RUNTIME_MPI_ASSERTIONS_H

#include "runtime/process/Mpi.h"

#include <cstdint>

namespace fencepost::runtime {

/// The bits of docs/trace-format.md; each library has its own.
inline uint32_t traceAssertion(int assertion) {
  uint32_t bits = 0;
  bits |= assertion & MPI_MODE_NOCHECK ? 1U : 0U;
  bits |= assertion & MPI_MODE_NOSTORE ? 2U : 0U;
  bits |= assertion & MPI_MODE_NOPUT ? 4U : 0U;
  bits |= assertion & MPI_MODE_NOPRECEDE ? 8U : 0U;
  bits |= assertion & MPI_MODE_NOSUCCEED ? 16U : 0U;
  return bits;
}

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_ASSERTIONS_H
