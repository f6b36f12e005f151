//===- BasicTypes.h - what predefined datatypes represent -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_RUNTIME_MPI_BASICTYPES_H
#define FENCEPOST_RUNTIME_MPI_BASICTYPES_H

#include "runtime/mpi/TypeMap.h"

#include <string_view>

namespace fencepost::runtime {

/// By name: the languages have many names for one representation. Those of one byte count as bytes.
BasicType basicType(std::string_view name, uint64_t bytes);

} // namespace fencepost::runtime

#endif // FENCEPOST_RUNTIME_MPI_BASICTYPES_H
