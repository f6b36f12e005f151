//===- AnalysisOptions.h - options of every command that analyses ---------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef FENCEPOST_DRIVER_COMMANDS_ANALYSISOPTIONS_H
#define FENCEPOST_DRIVER_COMMANDS_ANALYSISOPTIONS_H

#include "Analysis.h"

namespace CLI {
class App;
}

namespace fencepost::driver {

/// Adds -n, -o, --suppressions and --iterations.
void addAnalysisOptions(CLI::App &command, AnalysisOptions &options);

} // namespace fencepost::driver

#endif // FENCEPOST_DRIVER_COMMANDS_ANALYSISOPTIONS_H
