//===- Scalar.h - single values in the program's memory -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_SCALAR_H
#define FENCEPOST_RUNTIME_MPI_SCALAR_H

#include <cstdint>

namespace fencepost::runtime {

/// A value of at most 8 bytes; bytes 0: none.
struct Scalar {
  const void *address;
  uint32_t bytes;
};

/// Reads its raw bits. False when there is none, or the processor cannot read it there: buffers may
/// be in a device's memory.
bool readScalar(const Scalar &scalar, uint64_t &bits);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_SCALAR_H
