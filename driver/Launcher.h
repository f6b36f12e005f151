//===- Launcher.h - starts a program of ours on several processes ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_LAUNCHER_H
#define FENCEPOST_DRIVER_LAUNCHER_H

#include "Process.h"

#include <string>
#include <vector>

namespace fencepost::driver {

/// The command that runs `program` as one process.
Command serialCommand(std::vector<std::string> program);

/// The command that runs `program` on so many processes, under the launcher of the MPI library it
/// was built with or the one FENCEPOST_MPIRUN names. One process needs no launcher.
Command parallelCommand(std::vector<std::string> program, unsigned processes);

/// How many processes this machine has cores for.
unsigned availableCores();

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_LAUNCHER_H
