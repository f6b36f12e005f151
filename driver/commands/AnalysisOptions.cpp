//===- AnalysisOptions.cpp - options of every command that analyses -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "commands/AnalysisOptions.h"

#include <CLI/CLI.hpp>

namespace fencepost::driver {

void addAnalysisOptions(CLI::App &command, AnalysisOptions &options) {
  constexpr unsigned kMostProcesses = 1u << 20;
  command
      .add_option("-n,--processes", options.processes,
                  "Analysis processes (default: what fits this machine)")
      ->check(CLI::Range(1u, kMostProcesses).description(""))
      ->type_name("N");
  command
      .add_option("-o,--output", options.output,
                  "Where the results go (default: results.sqlite in the trace's directory)")
      ->type_name("FILE");
  command
      .add_option("--suppressions", options.suppressions,
                  "A file of findings to leave out of the exit status")
      ->type_name("FILE");
  command
      .add_option("--iterations", options.iterations,
                  "Also tells of each iteration of the main loop (auto), or of the loop with an "
                  "MPI call at FILE:LINE")
      ->type_name("auto|FILE:LINE");
}

} // namespace fencepost::driver
