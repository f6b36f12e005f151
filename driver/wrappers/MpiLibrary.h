//===- MpiLibrary.h - which MPI library a link uses ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_WRAPPERS_MPILIBRARY_H
#define FENCEPOST_DRIVER_WRAPPERS_MPILIBRARY_H

#include "driver/wrappers/CommandLine.h"

#include <cstddef>
#include <optional>
#include <string>

namespace fencepost::driver {

struct MpiLibrary {
  std::string flavour;  // "openmpi" or "mpich"
  std::size_t position; // index of the first argument that names it
};

/// Whether the argument (of a link) names an MPI library: -lmpi, a path to libmpich.so.12 ...
bool namesMpiLibrary(const std::string &argument);

/// Finds the MPI library among the arguments of a link, in which response files that name one are
/// expanded. Libraries named libmpi are told apart by the file they lead to: MPICH, Intel MPI and
/// others have the ABI version 12, Open MPI has 20 or more.
std::optional<MpiLibrary> findMpiLibrary(const Arguments &arguments);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_WRAPPERS_MPILIBRARY_H
