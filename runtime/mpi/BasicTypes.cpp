//===- BasicTypes.cpp - what predefined datatypes represent ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/mpi/BasicTypes.h"

namespace fencepost::runtime {

namespace {

struct Row {
  std::string_view name; // ends in '*': what begins so
  BasicType type;
};
constexpr Row kRows[] = {
    {"MPI_SHORT", BasicType::Integer},
    {"MPI_INT", BasicType::Integer},
    {"MPI_LONG", BasicType::Integer},
    {"MPI_LONG_LONG", BasicType::Integer},
    {"MPI_LONG_LONG_INT", BasicType::Integer},
    {"MPI_UNSIGNED*", BasicType::Integer},
    {"MPI_INT16_T", BasicType::Integer},
    {"MPI_INT32_T", BasicType::Integer},
    {"MPI_INT64_T", BasicType::Integer},
    {"MPI_UINT*", BasicType::Integer},
    {"MPI_AINT", BasicType::Integer},
    {"MPI_OFFSET", BasicType::Integer},
    {"MPI_COUNT", BasicType::Integer},
    {"MPI_INTEGER*", BasicType::Integer},
    {"MPI_FLOAT", BasicType::Real},
    {"MPI_DOUBLE", BasicType::Real},
    {"MPI_LONG_DOUBLE", BasicType::Real},
    {"MPI_REAL*", BasicType::Real},
    {"MPI_DOUBLE_PRECISION", BasicType::Real},
    {"MPI_COMPLEX*", BasicType::Complex},
    {"MPI_DOUBLE_COMPLEX", BasicType::Complex},
    {"MPI_C_COMPLEX", BasicType::Complex},
    {"MPI_C_FLOAT_COMPLEX", BasicType::Complex},
    {"MPI_C_DOUBLE_COMPLEX", BasicType::Complex},
    {"MPI_C_LONG_DOUBLE_COMPLEX", BasicType::Complex},
    {"MPI_CXX_FLOAT_COMPLEX", BasicType::Complex},
    {"MPI_CXX_DOUBLE_COMPLEX", BasicType::Complex},
    {"MPI_CXX_LONG_DOUBLE_COMPLEX", BasicType::Complex},
};

} // namespace

BasicType basicType(std::string_view name, uint64_t bytes) {
  if (bytes > 1)
    for (Row row : kRows) {
      const bool prefix = row.name.ends_with('*');
      row.name.remove_suffix(prefix);
      if (prefix ? name.starts_with(row.name) : name == row.name)
        return row.type;
    }
  return BasicType::Other;
}

} // namespace fencepost::runtime
