//===- TypeContents.h - the arguments a datatype was made with ------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_TYPECONTENTS_H
#define FENCEPOST_RUNTIME_MPI_TYPECONTENTS_H

#include "runtime/base/Vector.h"
#include "runtime/process/Mpi.h"

namespace fencepost::runtime {

/// In the order of MPI_Type_get_contents, whether the constructor took large counts or not.
struct TypeContents {
  int combiner = MPI_COMBINER_NAMED;
  LocalVector<int64_t> integers; // empty for predefined types, and without memory
  LocalVector<int64_t> addresses;
  LocalVector<MPI_Datatype> types;

  explicit TypeContents(MPI_Datatype type);
  ~TypeContents();
  TypeContents(const TypeContents &) = delete;
  TypeContents &operator=(const TypeContents &) = delete;
};

/// Whether the program cannot free the type.
bool isPredefined(MPI_Datatype type);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_TYPECONTENTS_H
