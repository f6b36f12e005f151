//===- Process.h - starts a program and waits for it ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_PROCESS_H
#define FENCEPOST_DRIVER_PROCESS_H

#include "Environment.h"

#include <string>
#include <vector>

namespace fencepost::driver {

struct Command {
  std::vector<std::string> arguments; // the program first, looked up in PATH
  Environment environment = Environment::inherited();
  bool captureErrors = false; // collect standard error instead of passing it through
};

struct Outcome {
  int status = 0;     // exit status, 128 + signal when a signal ended it, as shells say it
  int signal = 0;     // that signal, or 0
  std::string errors; // captured standard error
};

/// Runs a command to its end. Standard input and output are this process's. Signals that are sent
/// to this process meanwhile are passed on; those of the terminal reach the command anyway.
/// Throws Error when it cannot be started.
Outcome runCommand(const Command &command);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_PROCESS_H
