//===- ElementTypes.cpp - elements of the predefined datatypes ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/match/ElementTypes.h"

#include <cstddef>
#include <cwchar>
#include <utility>

namespace fencepost::analyzer {

uint64_t elementExtent(std::string_view type) {
  constexpr std::pair<std::string_view, uint64_t> extents[] = {
      {"MPI_SHORT", 2},
      {"MPI_UNSIGNED_SHORT", 2},
      {"MPI_INT", 4},
      {"MPI_UNSIGNED", 4},
      {"MPI_LONG", sizeof(long)},
      {"MPI_UNSIGNED_LONG", sizeof(long)},
      {"MPI_LONG_LONG", 8},
      {"MPI_LONG_LONG_INT", 8},
      {"MPI_UNSIGNED_LONG_LONG", 8},
      {"MPI_FLOAT", 4},
      {"MPI_DOUBLE", 8},
      {"MPI_LONG_DOUBLE", sizeof(long double)},
      {"MPI_WCHAR", sizeof(wchar_t)},
      {"MPI_AINT", 8},
      {"MPI_OFFSET", 8},
      {"MPI_COUNT", 8},
      {"MPI_INT16_T", 2},
      {"MPI_UINT16_T", 2},
      {"MPI_INT32_T", 4},
      {"MPI_UINT32_T", 4},
      {"MPI_INT64_T", 8},
      {"MPI_UINT64_T", 8},
      {"MPI_C_COMPLEX", 8},
      {"MPI_C_FLOAT_COMPLEX", 8},
      {"MPI_C_DOUBLE_COMPLEX", 16},
      {"MPI_C_LONG_DOUBLE_COMPLEX", 2 * sizeof(long double)},
      {"MPI_2INT", 8},
      {"MPI_FLOAT_INT", 8},
      {"MPI_DOUBLE_INT", 16},
      {"MPI_LONG_INT", 2 * sizeof(long)},
      {"MPI_LONG_DOUBLE_INT", 2 * sizeof(long double)},
      {"MPI_INTEGER", 4},
      {"MPI_REAL", 4},
      {"MPI_DOUBLE_PRECISION", 8},
      {"MPI_COMPLEX", 8},
      {"MPI_DOUBLE_COMPLEX", 16},
      {"MPI_LOGICAL", 4},
      {"MPI_INTEGER4", 4},
      {"MPI_INTEGER8", 8},
      {"MPI_REAL4", 4},
      {"MPI_REAL8", 8},
  };
  for (auto [name, extent] : extents)
    if (name == type)
      return extent;
  return 1;
}

bool isPairType(std::string_view type) {
  return type.starts_with("MPI_2") ||
         (type.ends_with("_INT") && type != "MPI_INT" && type != "MPI_LONG_LONG_INT");
}

} // namespace fencepost::analyzer
