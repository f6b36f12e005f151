//===- Operators.cpp - names of reduction operations ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/Operators.h"

namespace fencepost::runtime {

const char *operatorName(MPI_Op op) {
  const struct {
    MPI_Op op;
    const char *name;
  } predefined[] = {
      {MPI_SUM, "MPI_SUM"},       {MPI_REPLACE, "MPI_REPLACE"}, {MPI_NO_OP, "MPI_NO_OP"},
      {MPI_MAX, "MPI_MAX"},       {MPI_MIN, "MPI_MIN"},         {MPI_PROD, "MPI_PROD"},
      {MPI_LAND, "MPI_LAND"},     {MPI_BAND, "MPI_BAND"},       {MPI_LOR, "MPI_LOR"},
      {MPI_BOR, "MPI_BOR"},       {MPI_LXOR, "MPI_LXOR"},       {MPI_BXOR, "MPI_BXOR"},
      {MPI_MINLOC, "MPI_MINLOC"}, {MPI_MAXLOC, "MPI_MAXLOC"},
  };
  for (const auto &known : predefined)
    if (known.op == op)
      return known.name;
  return "user";
}

} // namespace fencepost::runtime
